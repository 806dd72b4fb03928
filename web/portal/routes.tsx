import type { ComponentType } from 'react'
import type { Need } from '#contract/actions.ts'
import { account } from '#contract/account.ts'
import { certificates } from '#contract/certificates.ts'
import { consents } from '#contract/consents.ts'
import { employeeImport } from '#contract/employee-import.ts'
import { employees } from '#contract/employees.ts'
import { documentActCalls } from '#contract/document-acts.ts'
import { documents } from '#contract/documents.ts'
import { publishing } from '#contract/publishing.ts'
import { viewAs } from '#contract/view-as.ts'
import { paths } from '#web/shared/paths.ts'

/** A screen: its address below /s, who may see it, and where it is. */
export interface PortalRoute {
  id: string
  path: string
  need: Need
  lazy: () => Promise<ComponentType>
}

/**
 * Every screen of the portal. What a route needs is what the calls of its screen need, so that no visible link
 * leads to a refusal.
 */
export const routes = [
  {
    id: 'home',
    path: paths.home(),
    need: 'hr',
    lazy: () => import('./areas/home/HomePage.tsx').then((loaded) => loaded.HomePage),
  },
  {
    id: 'employees',
    path: paths.employees(),
    need: employees.list.need,
    lazy: () => import('./areas/employees/EmployeesPage.tsx').then((loaded) => loaded.EmployeesPage),
  },
  {
    id: 'employeeCreate',
    path: paths.employeeCreate(),
    need: employees.create.need,
    lazy: () =>
      import('./areas/employees/CreateEmployeePage.tsx').then((loaded) => loaded.CreateEmployeePage),
  },
  {
    id: 'employeesImport',
    path: paths.employeesImport(),
    need: employeeImport.upload.need,
    lazy: () => import('./areas/employees/ImportPage.tsx').then((loaded) => loaded.ImportPage),
  },
  {
    id: 'employeeImport',
    path: paths.employeeImport(':id'),
    need: employeeImport.one.need,
    lazy: () => import('./areas/employees/ImportRunPage.tsx').then((loaded) => loaded.ImportRunPage),
  },
  {
    id: 'employee',
    path: paths.employee(':id'),
    need: employees.one.need,
    lazy: () => import('./areas/employees/EmployeePage.tsx').then((loaded) => loaded.EmployeePage),
  },
  {
    id: 'declined',
    path: paths.declined(),
    need: consents.list.need,
    lazy: () => import('./areas/access/DeclinedPage.tsx').then((loaded) => loaded.DeclinedPage),
  },
  {
    id: 'printedCode',
    path: paths.printedCode(':id'),
    need: account.printCode.need,
    lazy: () => import('./areas/access/PrintedCodePage.tsx').then((loaded) => loaded.PrintedCodePage),
  },
  {
    id: 'viewAs',
    path: paths.viewAs(':id'),
    need: viewAs.documents.need,
    lazy: () => import('./areas/access/ViewAsPage.tsx').then((loaded) => loaded.ViewAsPage),
  },
  {
    id: 'documents',
    path: paths.documents(),
    need: documents.list.need,
    lazy: () => import('./areas/documents/DocumentsPage.tsx').then((loaded) => loaded.DocumentsPage),
  },
  {
    id: 'document',
    path: paths.document(':id'),
    need: documents.detail.need,
    lazy: () => import('./areas/documents/DocumentPage.tsx').then((loaded) => loaded.DocumentPage),
  },
  {
    id: 'disagreements',
    path: paths.disagreements(),
    need: documentActCalls.disagreements.need,
    lazy: () => import('./areas/documents/DisagreementsPage.tsx').then((loaded) => loaded.DisagreementsPage),
  },
  {
    id: 'certificates',
    path: paths.certificates(),
    need: certificates.list.need,
    lazy: () => import('./areas/certificates/CertificatesPage.tsx').then((loaded) => loaded.CertificatesPage),
  },
  {
    id: 'certificateCreate',
    path: paths.certificateCreate(),
    need: certificates.create.need,
    lazy: () =>
      import('./areas/certificates/IssueCertificatePage.tsx').then((loaded) => loaded.IssueCertificatePage),
  },
  {
    id: 'certificateImport',
    path: paths.certificateImport(),
    need: certificates.import.need,
    lazy: () =>
      import('./areas/certificates/ImportCertificatePage.tsx').then((loaded) => loaded.ImportCertificatePage),
  },
  {
    id: 'publish',
    path: paths.publish(),
    need: publishing.single.need,
    lazy: () =>
      import('./areas/publishing/PublishDocumentPage.tsx').then((loaded) => loaded.PublishDocumentPage),
  },
] as const satisfies readonly PortalRoute[]
