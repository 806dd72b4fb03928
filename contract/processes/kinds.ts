import { type ActionId, actions } from '../actions.ts'
import { importStates } from '../employees/import.ts'
import { massiveActs } from '../massive/publication.ts'
import type { ProcessStep } from './steps.ts'

/** The facts of one kind of long-running work. The server refuses by them, the screens offer by them. */
interface KindFacts {
  /** The action that it requires besides the right to view processes. */
  action: ActionId
  /** The steps that it goes through if nothing comes between; null: those of its mode. */
  steps: readonly ProcessStep[] | null
  /** The steps at which it can be cancelled; work done by then stays. */
  cancellable: readonly ProcessStep[]
  /** Whether it publishes documents, and so has a follow-up and can be undone. */
  publishes: boolean
  /** Whether its file is sent after it began: until the file is complete, it waits at `uploaded` for a person. */
  awaitsFile: boolean
  /** Whether only its creator may see its failures, continue it or cancel it. */
  creatorOnly: boolean
}

const plain = {
  steps: ['running'],
  cancellable: [],
  publishes: false,
  awaitsFile: false,
  creatorOnly: false,
} as const

const kinds = {
  massive: {
    ...plain,
    action: actions.massivePublishing,
    steps: null,
    cancellable: massiveActs.cancel,
    publishes: true,
    awaitsFile: true,
  },
  generic: {
    ...plain,
    action: actions.genericPublishing,
    steps: ['publishing'],
    cancellable: ['publishing'],
    publishes: true,
  },
  employee_import: {
    ...plain,
    action: actions.employeeAdministration,
    steps: ['uploaded', 'reading', 'preview', 'running'],
    cancellable: importStates.cancel,
    creatorOnly: true,
  },
  unsubscription: {
    ...plain,
    action: actions.employees,
    steps: ['uploaded', 'reading', 'preview', 'running'],
    cancellable: importStates.cancel,
    creatorOnly: true,
  },
  undo_publication: { ...plain, action: actions.undoPublication },
  invitations: { ...plain, action: actions.employeeAdministration, cancellable: ['running'] },
  signature_reminder: { ...plain, action: actions.signatureReminder, cancellable: ['running'] },
  welcome_mail: { ...plain, action: actions.welcomeMail },
  post_notice: { ...plain, action: actions.billboard, cancellable: ['running'] },
  publication_notice: { ...plain, action: actions.publicationNotices, cancellable: ['running'] },
} as const satisfies Record<string, KindFacts>
export type ProcessKind = keyof typeof kinds
/** Every kind of process with its facts. */
export const kindFacts: Readonly<Record<ProcessKind, KindFacts>> = kinds
export const processKinds = Object.keys(kinds) as [ProcessKind, ...ProcessKind[]]

/** The kinds that publish documents. */
export const publishingKinds: readonly ProcessKind[] = processKinds.filter(
  (kind) => kindFacts[kind].publishes,
)
