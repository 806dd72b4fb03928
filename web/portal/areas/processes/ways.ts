import type { ProcessKind } from '#contract/processes.ts'
import { paths } from '#web/shared/paths.ts'

/** Where a process that waits is gone on with; null where nobody can. */
export function continuePath(kind: ProcessKind, id: number): string | null {
  if (kind === 'massive') return paths.massive(id)
  if (kind === 'employee_import') return paths.employeeImport(id)
  return null
}
