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

/** Whether a row is the first or the last of its page, so that its neighbour is on another one. */
export function edgesOf(
  id: number,
  page: number,
  list: Paged | undefined,
): { first: boolean; last: boolean } {
  const { data = [], pagination } = list ?? {}
  const { total = 0, perPage = 25 } = pagination ?? {}
  return {
    first: page > 1 && data[0]?.id === id,
    last: page * perPage < total && data.at(-1)?.id === id,
  }
}

/**
 * The place of a row in a paged list; null while it is not known, or where the page doesn't have it. `earlier` and
 * `later` are the pages beside, where the row is at an edge.
 */
export function placeIn(
  id: number,
  page: number,
  list: Paged | undefined,
  beside: { earlier: Paged | undefined; later: Paged | undefined },
): Place | null {
  const at = list?.data.findIndex((row) => row.id === id) ?? -1
  if (!list || at < 0) return null
  const { first, last } = edgesOf(id, page, list)
  const on = (row: { id: number } | undefined, page: number) => (row ? { id: row.id, page } : null)
  return {
    n: (page - 1) * list.pagination.perPage + at + 1,
    total: list.pagination.total,
    before: first ? on(beside.earlier?.data.at(-1), page - 1) : on(list.data[at - 1], page),
    after: last ? on(beside.later?.data[0], page + 1) : on(list.data[at + 1], page),
  }
}

/** A page's number as addresses have it: the first is not said. */
export function pageText(page: number): string | null {
  return page > 1 ? String(page) : null
}
