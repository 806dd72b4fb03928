import { inbox } from '#contract/inbox.ts'
import { shell } from '#contract/shell/shell.ts'

/** Calls whose answers a decision changes, and that the screen goes on showing. */
export const decided = [inbox.documents, inbox.filters, inbox.tasks, shell.concerns] as const
