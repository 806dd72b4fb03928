import type employeesRecord from '#locales/es/employees-record.json'
import type employees from '#locales/es/employees.json'
import type ends from '#locales/es/employees-ends.json'
import type { AreaScreen } from '../../screens.ts'

declare module '#web/shared/texts/i18n.ts' {
  interface AreaWords {
    employees: typeof employees
    'employees-record': typeof employeesRecord
    'employees-ends': typeof ends
  }
}

/** The screens of this area. */
export const screens: readonly AreaScreen[] = [
  {
    id: 'employeeslist',
    lazy: () => import('./EmployeesPage.tsx').then((loaded) => loaded.EmployeesPage),
    words: ['account-access', 'employees', 'employees-ends', 'errors', 'security'],
  },
  {
    id: 'employeeCreate',
    lazy: () => import('./CreateEmployeePage.tsx').then((loaded) => loaded.CreateEmployeePage),
    words: ['employees', 'errors'],
  },
  {
    id: 'employeesImport',
    lazy: () => import('./ImportPage.tsx').then((loaded) => loaded.ImportPage),
    words: ['employees', 'employees-ends', 'errors'],
  },
  {
    id: 'Unsubscribe',
    lazy: () => import('./UnsubscribePage.tsx').then((loaded) => loaded.UnsubscribePage),
    words: ['employees', 'employees-ends', 'errors'],
  },
  {
    id: 'unsubscription',
    lazy: () => import('./ImportRunPage.tsx').then((loaded) => loaded.ImportRunPage),
    words: ['employees', 'employees-ends'],
  },
  {
    id: 'employeeImport',
    lazy: () => import('./ImportRunPage.tsx').then((loaded) => loaded.ImportRunPage),
    words: ['employees', 'employees-ends'],
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
      'errors',
      'mails-events',
      'security',
      'self-service',
    ],
  },
]
