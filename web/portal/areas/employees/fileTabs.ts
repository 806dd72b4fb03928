import type { ComponentType } from 'react'
import type { Need } from '#contract/actions.ts'
import { documents } from '#contract/documents/documents.ts'
import { employees } from '#contract/employees/employees.ts'
import { employeeFile } from '#contract/employees/file.ts'
import { employeeMails } from '#contract/employees/mails.ts'
import type { EmployeeRecord } from '#contract/employees/record.ts'
import { employeeRights } from '#contract/employees/rights.ts'
import { userFolders } from '#contract/folders/configuration.ts'

export interface TabProps {
  record: EmployeeRecord
}

interface FileTab {
  /** Its name in the address (`?tab=`) and among the words of the tabs. */
  id: string
  need: Need
  lazy: () => Promise<ComponentType<TabProps>>
}

/** The tabs of an employee's file, in their order. One that the viewer may not open is absent. */
export const fileTabs = [
  {
    id: 'datos',
    need: employees.one.need,
    lazy: () => import('./PersonalTab.tsx').then((loaded) => loaded.PersonalTab),
  },
  {
    id: 'configuracion',
    need: employees.one.need,
    lazy: () => import('./ConfigurationTab.tsx').then((loaded) => loaded.ConfigurationTab),
  },
  {
    id: 'documentos',
    need: documents.list.need,
    lazy: () => import('./DocumentsTab.tsx').then((loaded) => loaded.DocumentsTab),
  },
  {
    id: 'perfiles',
    need: employeeRights.setProfiles.need,
    lazy: () => import('./ProfilesTab.tsx').then((loaded) => loaded.ProfilesTab),
  },
  {
    id: 'filtros',
    need: employeeRights.setFilters.need,
    lazy: () => import('./FiltersTab.tsx').then((loaded) => loaded.FiltersTab),
  },
  {
    id: 'carpetas',
    need: userFolders.list.need,
    lazy: () => import('./FoldersTab.tsx').then((loaded) => loaded.FoldersTab),
  },
  {
    id: 'correos',
    need: employeeMails.list.need,
    lazy: () => import('./MailsTab.tsx').then((loaded) => loaded.MailsTab),
  },
  {
    id: 'historial',
    need: employeeFile.history.need,
    lazy: () => import('./HistoryTab.tsx').then((loaded) => loaded.HistoryTab),
  },
] as const satisfies readonly FileTab[]
