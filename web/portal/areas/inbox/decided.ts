import { inbox } from '#contract/inbox.ts'
import { shell } from '#contract/shell/shell.ts'

/** Calls whose answers a decision changes. */
export const decided = [inbox.documents, inbox.paper, inbox.filters, inbox.tasks, shell.concerns] as const
