import type { ProcessKind } from '#contract/processes/processes.ts'
import { screenOf } from '#contract/permissions/permissions.ts'
import { mayOpen } from '#web/shared/pages/may-open.ts'
import { paths } from '#web/shared/pages/paths.ts'
import type { Viewer } from '#web/shared/session/viewer.ts'

/** Where a process that waits is gone on with; null where nobody can. */
export function continuePath(kind: ProcessKind, id: number): string | null {
  if (kind === 'massive') return paths.massive(id)
  if (kind === 'employee_import') return paths.employeeImport(id)
  return null
}

/** Where one of its kind is begun with another file; null where there is no file, or the viewer may not. */
export function beginPath(viewer: Viewer, kind: ProcessKind): string | null {
  if (kind === 'massive' && mayOpen(viewer, screenOf('publishMassive').need)) return paths.massive()
  if (kind === 'employee_import' && mayOpen(viewer, screenOf('employeesImport').need))
    return paths.employeesImport()
  return null
}
