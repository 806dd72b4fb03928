import { keepPreviousData, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import type { AnswerOf, Call, InputOf } from '#contract/call.ts'
import { call } from './call.ts'

interface Options {
  enabled?: boolean
  /** Polling interval in milliseconds while the tab is visible; these requests do not count as activity. */
  every?: number
}

/** The cached and refreshed answer of a reading call: `const people = useCall(employees.list, { page: 1 })`. */
export function useCall<C extends Call>(
  c: C,
  input: InputOf<C>,
  { enabled = true, every }: Options = {},
): UseQueryResult<AnswerOf<C>> {
  const queries = useQueryClient()
  const key = [c.path, input]
  return useQuery<AnswerOf<C>>({
    queryKey: key,
    queryFn: ({ signal }) =>
      call(c, input, { signal, background: every !== undefined && queries.getQueryData(key) !== undefined }),
    enabled,
    // A list that is searched, sorted or paged keeps its rows until the others are there.
    ...(c.paged && { placeholderData: keepPreviousData }),
    ...(every && { refetchInterval: every }),
  })
}

/**
 * Returns a function that marks answers as out of date, so that each is asked for when it is opened again. One that is on
 * the screen is not: after the act there may be nothing to answer.
 */
export function useOutdate(): (call: Pick<Call, 'path'>) => Promise<void> {
  const queries = useQueryClient()
  return ({ path }) => queries.invalidateQueries({ queryKey: [path], refetchType: 'none' })
}

/** Returns a function that refetches these calls, after an act that changed their answers. */
export function useRefresh(): (...calls: Pick<Call, 'path'>[]) => Promise<void> {
  const queries = useQueryClient()
  return async (...calls) => {
    await Promise.all(calls.map(({ path }) => queries.invalidateQueries({ queryKey: [path] })))
  }
}
