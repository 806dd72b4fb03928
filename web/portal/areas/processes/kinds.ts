import { employeeImport } from '#contract/employees/import.ts'
import { massive } from '#contract/massive/massive.ts'
import { type ScreenId, screenOf } from '#contract/permissions/permissions.ts'
import type { ProcessKind } from '#contract/processes/kinds.ts'
import { processes } from '#contract/processes/processes.ts'
import { mayOpen } from '#web/shared/pages/may-open.ts'
import { paths } from '#web/shared/pages/paths.ts'
import type { Viewer } from '#web/shared/session/viewer.ts'
import type { RemedyName } from './remedies.ts'

/** The part of one kind on the screens of processes. */
interface KindOnScreen {
  /** The call that cancels it, and the key of the sentence about the loss; null: nobody can cancel it. */
  cancel: {
    call: typeof processes.cancel | typeof massive.cancel | typeof employeeImport.cancel
    words: Exclude<ProcessKind, 'undo_publication' | 'welcome_mail'>
  } | null
  /** The screen on which one begins with a file and is continued, with its addresses; null: there is none. */
  desk: { screen: ScreenId; begin: () => string; continue: (id: number) => string } | null
  /** The remedy of all its failures; null: it depends on the failure. */
  remedy: RemedyName | null
}

const plain = { desk: null, remedy: null } as const

export const kindsOnScreen: Readonly<Record<ProcessKind, KindOnScreen>> = {
  massive: {
    cancel: { call: massive.cancel, words: 'massive' },
    desk: { screen: 'publishMassive', begin: () => paths.massive(), continue: paths.massive },
    remedy: null,
  },
  generic: { ...plain, cancel: { call: processes.cancel, words: 'generic' } },
  employee_import: {
    cancel: { call: employeeImport.cancel, words: 'employee_import' },
    desk: {
      screen: 'employeesImport',
      begin: paths.employeesImport,
      continue: paths.employeeImport,
    },
    // Lines of a sheet are mended in the sheet.
    remedy: 'importar',
  },
  unsubscription: {
    cancel: { call: employeeImport.cancel, words: 'unsubscription' },
    desk: { screen: 'Unsubscribe', begin: () => paths.unsubscribe(), continue: paths.unsubscription },
    remedy: 'bajas',
  },
  undo_publication: { ...plain, cancel: null },
  invitations: { ...plain, cancel: { call: processes.cancel, words: 'invitations' } },
  signature_reminder: { ...plain, cancel: { call: processes.cancel, words: 'signature_reminder' } },
  welcome_mail: { ...plain, cancel: null },
  post_notice: { ...plain, cancel: { call: processes.cancel, words: 'post_notice' } },
  publication_notice: { ...plain, cancel: { call: processes.cancel, words: 'publication_notice' } },
}

/** The address where a waiting process is continued; null where its kind has no screen for it. */
export function continuePath(kind: ProcessKind, id: number): string | null {
  return kindsOnScreen[kind].desk?.continue(id) ?? null
}

/** The address where one of the kind begins with another file; null without a file, or where the viewer may not. */
export function beginPath(viewer: Viewer, kind: ProcessKind): string | null {
  const { desk } = kindsOnScreen[kind]
  return desk && mayOpen(viewer, screenOf(desk.screen).need) ? desk.begin() : null
}
