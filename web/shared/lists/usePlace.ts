/** A row's position in a list, and its neighbours, each with its page. */
export interface Place {
  n: number
  total: number
  before: Neighbour | null
  after: Neighbour | null
}
export interface Neighbour {
  id: number
  page: number
}

interface Paged {
  data: readonly { id: number }[]
  pagination: { total: number; perPage: number }
}

/**
 * The place of a row in a paged list; null while it is not known, or where the page doesn't have it. At a page's end the
 * neighbour is looked up on the next one. `usePage` answers a page of the list, where it is enabled.
 */
export function usePlace(
  id: number,
  page: number,
  usePage: (page: number, enabled: boolean) => Paged | undefined,
  enabled = true,
): Place | null {
  const list = usePage(page, enabled)
  const rows = list?.data ?? []
  const at = rows.findIndex((row) => row.id === id)
  const { total = 0, perPage = 25 } = list?.pagination ?? {}
  const first = at === 0 && page > 1
  const last = at >= 0 && at === rows.length - 1 && page * perPage < total
  const earlier = usePage(page - 1, first)?.data
  const later = usePage(page + 1, last)?.data
  if (at < 0) return null
  const on = (row: { id: number } | undefined, page: number) => (row ? { id: row.id, page } : null)
  return {
    n: (page - 1) * perPage + at + 1,
    total,
    before: first ? on(earlier?.at(-1), page - 1) : on(rows[at - 1], page),
    after: last ? on(later?.[0], page + 1) : on(rows[at + 1], page),
  }
}

/** A page's number as addresses have it: the first is not said. */
export function pageText(page: number): string | null {
  return page > 1 ? String(page) : null
}
