import { useLocation } from 'react-router'
import {
  documents,
  documentSort,
  documentWordNames,
  type DocumentRow,
  type DocumentWord,
} from '#contract/documents.ts'
import type { InputOf } from '#contract/call.ts'
import { useCall } from '#web/shared/useCall.ts'
import { useListState, type ListState } from '#web/shared/useListState.ts'
import { useViewer } from '#web/shared/viewer.ts'

const filters = ['periodo', 'tipo', 'carpeta', 'sector', 'locacion', 'estado', 'publicado']
const newest = '-publicado'

/** The search that the address describes, as the list's call takes it. */
export function useDocumentSearch(): { state: ListState; input: InputOf<typeof documents.list> } {
  const { company } = useViewer()
  const state = useListState({ filters, sort: newest })
  const { periodo, tipo, carpeta, sector, locacion, estado, publicado } = state.filters
  const sorted = state.sort && `${state.sort.descending ? '-' : ''}${state.sort.by}`
  const input: InputOf<typeof documents.list> = {
    page: state.page,
    orden: documentSort.safeParse(sorted).data ?? newest,
    buscar: state.search || undefined,
    periodo: periodo?.[0],
    tipo: ids(tipo),
    carpeta: ids(carpeta),
    sector: ids(sector),
    locacion: ids(locacion),
    estado: words(estado),
    desde: publicado?.[0] && daysBefore(company.hoy, Number(publicado[0]) - 1),
  }
  return { state, input }
}

/** Where a document stands in a list, and its neighbours, each with the page it is on. */
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

/**
 * The place of a document in the search that the address describes; null while it is not known, or where the
 * search is not asked for or doesn't have it. At a page's end the neighbour is looked up on the next one.
 */
export function usePlace(id: number, enabled = true): Place | null {
  const { input } = useDocumentSearch()
  const page = input.page ?? 1
  const list = useCall(documents.list, input, { enabled }).data
  const rows = list?.data ?? []
  const at = rows.findIndex((row) => row.id === id)
  const { total = 0, perPage = 25 } = list?.pagination ?? {}
  const first = at === 0 && page > 1
  const last = at >= 0 && at === rows.length - 1 && page * perPage < total
  const earlier = useCall(documents.list, { ...input, page: page - 1 }, { enabled: first }).data?.data
  const later = useCall(documents.list, { ...input, page: page + 1 }, { enabled: last }).data?.data
  if (at < 0) return null
  const on = (row: DocumentRow | undefined, page: number) => (row ? { id: row.id, page } : null)
  return {
    n: (page - 1) * perPage + at + 1,
    total,
    before: first ? on(earlier?.at(-1), page - 1) : on(rows[at - 1], page),
    after: last ? on(later?.[0], page + 1) : on(rows[at + 1], page),
  }
}

/** The address's search with other values in it, as it stands after '?'. An empty value takes its name away. */
export function useSearchWith(): (values: Record<string, string | null>) => string {
  const { search } = useLocation()
  return (values) => {
    const params = new URLSearchParams(search)
    for (const [name, value] of Object.entries(values)) {
      if (value) params.set(name, value)
      else params.delete(name)
    }
    return params.toString()
  }
}

/** A page's number as addresses have it: the first is not said. */
export function pageText(page: number): string | null {
  return page > 1 ? String(page) : null
}

function ids(values: readonly string[] | undefined): number[] | undefined {
  const numbers = values?.map(Number).filter((value) => Number.isSafeInteger(value) && value > 0)
  return numbers?.length ? numbers : undefined
}

function words(values: readonly string[] | undefined): DocumentWord[] | undefined {
  const known = documentWordNames.filter((word) => values?.includes(word))
  return known.length ? known : undefined
}

function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10)
}
