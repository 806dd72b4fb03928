import type employees from '#locales/es/employees.json'
import type { AreaScreen } from '../../screens.ts'

declare module '#web/shared/texts/i18n.ts' {
  interface AreaWords {
    employees: typeof employees
  }
}

/** The screens of this area. */
export const screens: readonly AreaScreen[] = [
  {
    id: 'employeeslist',
    lazy: () => import('./EmployeesPage.tsx').then((loaded) => loaded.EmployeesPage),
    words: ['account-access', 'employees', 'errors', 'security'],
  },
  {
    id: 'employeeCreate',
    lazy: () => import('./CreateEmployeePage.tsx').then((loaded) => loaded.CreateEmployeePage),
    words: ['employees', 'errors'],
  },
  {
    id: 'employeesImport',
    lazy: () => import('./ImportPage.tsx').then((loaded) => loaded.ImportPage),
    words: ['employees', 'errors'],
  },
  {
    id: 'employeeImport',
    lazy: () => import('./ImportRunPage.tsx').then((loaded) => loaded.ImportRunPage),
    words: ['employees'],
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
      'errors',
      'mails-events',
      'security',
      'self-service',
    ],
  },
]
