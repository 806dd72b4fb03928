import { useEffect, useRef } from 'react'
import { useLocation, useSearchParams } from 'react-router'

/** The state of a list, kept in the address: a reload or a shared link shows the same. */
export interface ListState {
  search: string
  page: number
  sort: { by: string; descending: boolean } | null
  /** The chosen values of each filter, by its name. */
  filters: Readonly<Record<string, readonly string[]>>
  /** The row whose preview is open. */
  open: string | null
  setSearch: (text: string) => void
  setPage: (page: number) => void
  setSort: (by: string) => void
  setFilter: (name: string, values: readonly string[]) => void
  /** Several at once; those that aren't named stay. */
  setFilters: (values: Readonly<Record<string, readonly string[]>>) => void
  setOpen: (id: string | null) => void
  clear: () => void
  /** The columns that were chosen beside the list's own choice; null: its own. */
  columns: readonly string[] | null
  setColumns: (ids: readonly string[] | null) => void
  /** All that a view keeps of this: search, filters, order and columns, as the address has them after '?'. */
  query: string
  /** Applies a view; everything that it does not contain is cleared. */
  apply: (query: string) => void
}

const own = { search: 'buscar', page: 'pagina', sort: 'orden', open: 'abierto', columns: 'columnas' }

interface Options {
  /** The names of the filters that the list offers; any other parameter is left alone. */
  filters?: readonly string[]
  /** 'nombre', or '-fecha' for the newest first. */
  sort?: string
}

/** The part of a list's state that an address names. */
export function listStateIn(
  params: URLSearchParams,
  { filters = [], sort }: Options,
): Pick<ListState, 'search' | 'page' | 'sort' | 'filters' | 'open' | 'columns'> {
  const sorted = params.get(own.sort) ?? sort ?? null
  return {
    search: params.get(own.search) ?? '',
    page: Math.max(1, Number(params.get(own.page)) || 1),
    sort: sorted ? { by: sorted.replace(/^-/, ''), descending: sorted.startsWith('-') } : null,
    filters: Object.fromEntries(
      filters
        .map((name) => [name, params.get(name)?.split(',').filter(Boolean) ?? []] as const)
        .filter(([, values]) => values.length > 0),
    ),
    open: params.get(own.open),
    columns: params.get(own.columns)?.split(',').filter(Boolean) ?? null,
  }
}

/** Reads and writes a list's state in the address. A change of filters returns to the first page. */
export function useListState({ filters = [], sort }: Options = {}): ListState {
  const [params, setParams] = useSearchParams()
  const { key: arrival } = useLocation()
  // Parameters requested but not in the address yet: a second change made meanwhile is added to them. Reset as soon as
  // the address changes.
  const asked = useRef<URLSearchParams | null>(null)
  useEffect(() => {
    asked.current = null
  }, [arrival])
  const change = (values: Record<string, string | null>, narrows: boolean) => {
    const next = new URLSearchParams(asked.current ?? params)
    for (const [name, value] of Object.entries({ ...(narrows && { [own.page]: null }), ...values })) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    asked.current = next
    setParams(next, { replace: true })
  }
  const kept = [own.search, own.sort, own.columns, ...filters]
  const sorted = params.get(own.sort) ?? sort ?? null
  return {
    ...listStateIn(params, { filters, ...(sort && { sort }) }),
    setSearch: (text) => change({ [own.search]: text }, true),
    setPage: (page) => change({ [own.page]: page > 1 ? String(page) : null, [own.open]: null }, false),
    setSort: (by) => change({ [own.sort]: sorted === by ? `-${by}` : by }, true),
    setFilter: (name, values) => change({ [name]: values.join(',') }, true),
    setFilters: (values) =>
      change(Object.fromEntries(Object.entries(values).map(([name, each]) => [name, each.join(',')])), true),
    setOpen: (id) => change({ [own.open]: id }, false),
    setColumns: (ids) => change({ [own.columns]: ids && ids.join(',') }, false),
    // In a fixed order, so that a saved view is recognised.
    query: new URLSearchParams(
      kept.flatMap((name) => {
        const value = params.get(name)
        return value ? [[name, value]] : []
      }),
    ).toString(),
    apply: (query) => {
      const values = new URLSearchParams(query)
      change(Object.fromEntries(kept.map((name) => [name, values.get(name)])), true)
    },
    clear: () => change(Object.fromEntries([own.search, ...filters].map((name) => [name, null])), true),
  }
}
