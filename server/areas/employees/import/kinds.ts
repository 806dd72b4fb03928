import type { FileKindName } from '#contract/employees/import.ts'
import { importKind } from './import-kind.ts'
import type { FileKind } from './kind.ts'
import { unsubscriptionKind } from './unsubscription.ts'

/** The kinds of files of people. A new kind is one entry here, one in the contract and one of its process. */
export const kindsOfFile: Readonly<Record<FileKindName, FileKind>> = {
  employee_import: importKind,
  unsubscription: unsubscriptionKind,
}
