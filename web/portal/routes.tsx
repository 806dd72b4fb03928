import type { ComponentType } from 'react'
import type { ScreenId } from '#contract/permissions/permissions.ts'

/** Where a screen is. Its address and who may open it stand in contract/permissions/permissions.ts, under the same id. */
export interface PortalRoute {
  id: ScreenId
  lazy: () => Promise<ComponentType>
}

/** Every screen that there is. One of the table that is not here says that it isn't there yet. */
export const routes: readonly PortalRoute[] = [
  {
    id: 'home',
    lazy: () => import('./areas/home/HomePage.tsx').then((loaded) => loaded.HomePage),
  },
  {
    id: 'account',
    lazy: () => import('./areas/account/AccountPage.tsx').then((loaded) => loaded.AccountPage),
  },
  {
    id: 'security',
    lazy: () => import('./areas/security/SecurityPage.tsx').then((loaded) => loaded.SecurityPage),
  },
  {
    id: 'employeeslist',
    lazy: () => import('./areas/employees/EmployeesPage.tsx').then((loaded) => loaded.EmployeesPage),
  },
  {
    id: 'employeeCreate',
    lazy: () =>
      import('./areas/employees/CreateEmployeePage.tsx').then((loaded) => loaded.CreateEmployeePage),
  },
  {
    id: 'employeesImport',
    lazy: () => import('./areas/employees/ImportPage.tsx').then((loaded) => loaded.ImportPage),
  },
  {
    id: 'employeeImport',
    lazy: () => import('./areas/employees/ImportRunPage.tsx').then((loaded) => loaded.ImportRunPage),
  },
  {
    id: 'Employee',
    lazy: () => import('./areas/employees/EmployeePage.tsx').then((loaded) => loaded.EmployeePage),
  },
  {
    id: 'declined',
    lazy: () => import('./areas/account/DeclinedPage.tsx').then((loaded) => loaded.DeclinedPage),
  },
  {
    id: 'printedCode',
    lazy: () => import('./areas/account/PrintedCodePage.tsx').then((loaded) => loaded.PrintedCodePage),
  },
  {
    id: 'viewAs',
    lazy: () => import('./areas/me/ViewAsPage.tsx').then((loaded) => loaded.ViewAsPage),
  },
  {
    id: 'documentSearch',
    lazy: () => import('./areas/documents/DocumentsPage.tsx').then((loaded) => loaded.DocumentsPage),
  },
  {
    id: 'documentDetail',
    lazy: () => import('./areas/documents/DocumentPage.tsx').then((loaded) => loaded.DocumentPage),
  },
  {
    id: 'disagreements',
    lazy: () => import('./areas/documents/DisagreementsPage.tsx').then((loaded) => loaded.DisagreementsPage),
  },
  {
    id: 'certificates',
    lazy: () => import('./areas/certificates/CertificatesPage.tsx').then((loaded) => loaded.CertificatesPage),
  },
  {
    id: 'certificateCreate',
    lazy: () =>
      import('./areas/certificates/IssueCertificatePage.tsx').then((loaded) => loaded.IssueCertificatePage),
  },
  {
    id: 'certificateImport',
    lazy: () =>
      import('./areas/certificates/ImportCertificatePage.tsx').then((loaded) => loaded.ImportCertificatePage),
  },
  {
    id: 'folderList',
    lazy: () => import('./areas/folders/FoldersPage.tsx').then((loaded) => loaded.FoldersPage),
  },
  {
    id: 'subfolderList',
    lazy: () => import('./areas/folders/FoldersPage.tsx').then((loaded) => loaded.FoldersPage),
  },
  {
    id: 'folderCreate',
    lazy: () => import('./areas/folders/FolderPages.tsx').then((loaded) => loaded.FolderCreatePage),
  },
  {
    id: 'folderEdit',
    lazy: () => import('./areas/folders/FolderPages.tsx').then((loaded) => loaded.FolderEditPage),
  },
  {
    id: 'subfolderCreate',
    lazy: () => import('./areas/folders/TypePages.tsx').then((loaded) => loaded.TypeCreatePage),
  },
  {
    id: 'subfolderEdit',
    lazy: () => import('./areas/folders/TypePages.tsx').then((loaded) => loaded.TypeEditPage),
  },
  {
    id: 'publishGeneric',
    lazy: () => import('./areas/generic/GenericPage.tsx').then((loaded) => loaded.GenericPage),
  },
  {
    id: 'publishMassive',
    lazy: () => import('./areas/massive/MassivePage.tsx').then((loaded) => loaded.MassivePage),
  },
  {
    id: 'publishPersonal',
    lazy: () =>
      import('./areas/publishing/PublishDocumentPage.tsx').then((loaded) => loaded.PublishDocumentPage),
  },
  {
    id: 'processManager',
    lazy: () => import('./areas/processes/ProcessesPage.tsx').then((loaded) => loaded.ProcessesPage),
  },
  {
    id: 'processFollowUp',
    lazy: () => import('./areas/processes/FollowUpPage.tsx').then((loaded) => loaded.FollowUpPage),
  },
  {
    id: 'signatureReminder',
    lazy: () => import('./areas/reminders/RemindersPage.tsx').then((loaded) => loaded.RemindersPage),
  },
  {
    id: 'publicationNotices',
    lazy: () => import('./areas/reminders/NoticesPage.tsx').then((loaded) => loaded.NoticesPage),
  },
  {
    id: 'undoPublication',
    lazy: () => import('./areas/processes/UndoPage.tsx').then((loaded) => loaded.UndoPage),
  },
  {
    id: 'reportsMain',
    lazy: () => import('./areas/reports/ReportsPage.tsx').then((loaded) => loaded.ReportsPage),
  },
  {
    id: 'permissionMatrix',
    lazy: () => import('./areas/permissions/MatrixPage.tsx').then((loaded) => loaded.MatrixPage),
  },
  {
    id: 'mainDocumentPage',
    lazy: () => import('./areas/shell/SectionsPage.tsx').then((loaded) => loaded.DocumentSections),
  },
  {
    id: 'mainBusinessPage',
    lazy: () => import('./areas/shell/SectionsPage.tsx').then((loaded) => loaded.BusinessSections),
  },
]
