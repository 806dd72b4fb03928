import type employeesRecord from '#locales/es/employees-record.json'
import type employeesFile from '#locales/es/employees-file.json'
import type employees from '#locales/es/employees.json'
import type ends from '#locales/es/employees-ends.json'
import type integration from '#locales/es/employees-integration.json'
import type { AreaScreen } from '../../screens.ts'

declare module '#web/shared/texts/i18n.ts' {
  interface AreaWords {
    employees: typeof employees
    'employees-record': typeof employeesRecord
    'employees-ends': typeof ends
    'employees-file': typeof employeesFile
    'employees-integration': typeof integration
  }
}

/** The screens of this area. */
export const screens: readonly AreaScreen[] = [
  {
    id: 'employeeslist',
    lazy: () => import('./EmployeesPage.tsx').then((loaded) => loaded.EmployeesPage),
    words: ['account-access', 'employees', 'employees-ends', 'errors'],
  },
  {
    id: 'employeeCreate',
    lazy: () => import('./CreateEmployeePage.tsx').then((loaded) => loaded.CreateEmployeePage),
    words: ['employees', 'errors'],
  },
  {
    id: 'employeesImport',
    lazy: () => import('./ImportPage.tsx').then((loaded) => loaded.ImportPage),
    words: ['employees', 'employees-ends', 'employees-integration', 'errors'],
  },
  {
    id: 'Unsubscribe',
    lazy: () => import('./UnsubscribePage.tsx').then((loaded) => loaded.UnsubscribePage),
    words: ['employees', 'employees-ends', 'employees-integration', 'errors'],
  },
  {
    id: 'unsubscription',
    lazy: () => import('./ImportRunPage.tsx').then((loaded) => loaded.ImportRunPage),
    words: ['employees', 'employees-ends', 'employees-integration'],
  },
  {
    id: 'integrationProfile',
    lazy: () => import('./IntegrationProfilePage.tsx').then((loaded) => loaded.IntegrationProfilePage),
    words: ['employees', 'employees-ends', 'employees-integration', 'errors'],
  },
  {
    id: 'integrationProfileFile',
    lazy: () => import('./ImportRunPage.tsx').then((loaded) => loaded.ImportRunPage),
    words: ['employees', 'employees-ends', 'employees-integration'],
  },
  {
    id: 'employeeImport',
    lazy: () => import('./ImportRunPage.tsx').then((loaded) => loaded.ImportRunPage),
    words: ['employees', 'employees-ends', 'employees-integration'],
  },
  {
    id: 'Employee',
    lazy: () => import('./EmployeePage.tsx').then((loaded) => loaded.EmployeePage),
    words: [
      'account-access',
      'approvals',
      'deputies',
      'documents',
      'employees',
      'employees-record',
      'employees-ends',
      'employees-file',
      'errors',
      'mails-events',
      'publishing',
      'security',
      'self-service',
    ],
  },
]
