import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { massive } from '#contract/massive/massive.ts'
import type { MassiveItem, PreviewGroup } from '#contract/massive/preview.ts'
import type { MassivePublication } from '#contract/massive/publication.ts'
import { call } from '#web/shared/calls/call.ts'
import { useCall } from '#web/shared/calls/useCall.ts'

/** Rows of one request of a list that is drawn as it is scrolled. */
const perPage = 50

interface Wanted {
  id: number
  grupo: PreviewGroup
  buscar: string
}

const keyOf = ({ id, grupo, buscar }: Wanted, page: number) => [massive.items.path, id, grupo, buscar, page]

/** The receipts of a group: their number, and those of the rows from `first` to `last` that are loaded. */
export function useItems(wanted: Wanted, first: number, last: number) {
  const seen = range(Math.floor(first / perPage) + 1, Math.floor(Math.max(first, last) / perPage) + 1)
  // The first request is always made: it has the number of receipts while the visible ones are loading.
  const pages = seen.includes(1) ? seen : [1, ...seen]
  const answers = useQueries({
    queries: pages.map((page) => ({
      queryKey: keyOf(wanted, page),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call(
          massive.items,
          {
            id: wanted.id,
            grupo: wanted.grupo,
            page,
            perPage,
            ...(wanted.buscar && { buscar: wanted.buscar }),
          },
          { signal },
        ),
      // Updated by the decisions made here, and loaded again only when the group is opened again.
      staleTime: 30_000,
    })),
  })
  const rows = new Map<number, MassiveItem>()
  for (const [at, answer] of answers.entries()) {
    const from = ((pages[at] ?? 1) - 1) * perPage
    for (const [n, item] of (answer.data?.data ?? []).entries()) rows.set(from + n, item)
  }
  const known = answers.find(({ data }) => data !== undefined)?.data?.pagination
  const failed = answers.find(({ error }) => error !== null)
  return {
    rows,
    total: known?.total,
    capped: known?.totalIsCapped === true,
    error: failed?.error ?? null,
    refetch: () => void Promise.all(answers.map((answer) => answer.refetch())),
  }
}

/** Writes an act's answer into every cached list, and the publication's counts into the cache. */
export function useDecided(): (of: { publicacion: MassivePublication; items: MassiveItem[] }) => void {
  const queries = useQueryClient()
  return ({ publicacion, items }) => {
    const changed = new Map(items.map((item) => [item.id, item]))
    const one = [massive.one.path, { id: publicacion.id }]
    queries.setQueryData(one, publicacion)
    queries.setQueryData(ownKey(publicacion.id), countsOf(publicacion))
    queries.setQueriesData<{ data: MassiveItem[] }>(
      { queryKey: [massive.items.path, publicacion.id] },
      (list) => (list ? { ...list, data: list.data.map((item) => changed.get(item.id) ?? item) } : list),
    )
    // Requests in flight were made before the act, so they are repeated.
    for (const queryKey of [one, [massive.items.path, publicacion.id]])
      if (queries.isFetching({ queryKey }) > 0) void queries.invalidateQueries({ queryKey })
    void queries.invalidateQueries({ queryKey: [massive.missing.path] })
    for (const item of items)
      void queries.invalidateQueries({
        queryKey: [massive.item.path, { id: publicacion.id, item: item.id }],
      })
  }
}

/** The longest delay in milliseconds before a colleague's decision is shown. */
const pace = 10_000

const ownKey = (id: number) => ['massive counts by own acts', id]
const countsOf = ({ grupos, al_publicar }: MassivePublication) => JSON.stringify([grupos, al_publicar])

/** Polls for the acts of others on a publication, and loads the changed lists again. */
export function useColleagues(publication: MassivePublication): void {
  const queries = useQueryClient()
  const { id } = publication
  useCall(massive.one, { id }, { every: pace })
  const counts = countsOf(publication)
  const seen = useRef(counts)
  const compare = useEffectEvent(() => {
    if (counts === seen.current) return
    seen.current = counts
    if (counts === queries.getQueryData(ownKey(id))) return
    void queries.invalidateQueries({ queryKey: [massive.items.path, id] })
    void queries.invalidateQueries({ queryKey: [massive.missing.path] })
  })
  useEffect(() => compare(), [counts])
}

/** Loads the lists of a publication again after receipts were joined or split. */
export function useAskAgain(id: number): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: [massive.items.path, id] })
}

/** Shows a publication that is read again; the receipts that it had are gone. */
export function useReadAgain(): (publication: MassivePublication) => void {
  const queries = useQueryClient()
  return (publication) => {
    const { id } = publication
    queries.setQueryData([massive.one.path, { id }], publication)
    queries.removeQueries({ queryKey: [massive.items.path, id] })
    void queries.invalidateQueries({ queryKey: [massive.missing.path] })
  }
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, at) => from + at)
}
