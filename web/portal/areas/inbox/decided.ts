import { useQueryClient } from '@tanstack/react-query'
import { inbox } from '#contract/inbox.ts'
import { shell } from '#contract/shell/shell.ts'

/** Calls whose answers a decision changes, and that the screen goes on showing. */
export const decided = [inbox.documents, inbox.filters, inbox.tasks, shell.concerns] as const

/**
 * Returns a function that marks papers as out of date, so that each is asked for when it is opened again. The one
 * that is still on the screen is not: once it is decided there is nothing to answer.
 */
export function useOutdatePapers(): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: [inbox.paper.path], refetchType: 'none' })
}
