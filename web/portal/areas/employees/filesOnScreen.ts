import type { FileKindName, ImportGroup } from '#contract/employees/import.ts'
import { paths } from '#web/shared/pages/paths.ts'

/** The part of one kind of file of people on the screens of its dry run. */
interface FileOnScreen {
  /** The namespace that has the words of its acts and groups, under `importar`. */
  words: 'employees' | 'employees-ends'
  /** Where another file begins. */
  begin: () => string
  /** The screen of one file. */
  one: (id: number) => string
  /** The groups that its lines can be in, in the order of the screen. */
  groups: readonly ImportGroup[]
  /** The act ends something: its buttons are red. */
  dangerous: boolean
}

export const filesOnScreen: Readonly<Record<FileKindName, FileOnScreen>> = {
  employee_import: {
    words: 'employees',
    begin: paths.employeesImport,
    one: paths.employeeImport,
    groups: ['faulty', 'new', 'changed', 'unchanged', 'left_out', 'absent'],
    dangerous: false,
  },
  unsubscription: {
    words: 'employees-ends',
    begin: () => paths.unsubscribe(),
    one: paths.unsubscription,
    groups: ['faulty', 'changed', 'unchanged', 'left_out'],
    dangerous: true,
  },
}
