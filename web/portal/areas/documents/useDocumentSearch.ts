import { useLocation } from 'react-router'
import { documents, documentSort, documentWordNames, origins } from '#contract/documents/documents.ts'
import type { InputOf } from '#contract/call.ts'
import { spanOf } from '#web/shared/lists/filters.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { useListState, type ListState } from '#web/shared/lists/useListState.ts'
import { edgesOf, type Place, placeIn } from '#web/shared/lists/place.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import { addDays } from '#web/shared/texts/months.ts'

const filters = [
  'periodo',
  'tipo',
  'carpeta',
  'sector',
  'locacion',
  'cargo',
  'estado',
  'lectura',
  'periodos',
  'publicado',
  'firmado',
  'plazo',
  'vence',
  'correo',
  'origen',
  'certificado',
  'proceso',
]
const newest = '-publicado'

/** The search that the address describes, as the list's call takes it. */
export function useDocumentSearch(): { state: ListState; input: InputOf<typeof documents.list> } {
  const { company } = useViewer()
  const state = useListState({ filters, sort: newest })
  const { filters: chosen } = state
  const sorted = state.sort && `${state.sort.descending ? '-' : ''}${state.sort.by}`
  const months = spanOf(chosen['periodos']?.[0])
  const published = days(chosen['publicado']?.[0], company.hoy)
  const signed = days(chosen['firmado']?.[0], company.hoy)
  const input: InputOf<typeof documents.list> = {
    page: state.page,
    orden: documentSort.safeParse(sorted).data ?? newest,
    buscar: state.search || undefined,
    periodo: chosen['periodo']?.[0],
    periodo_desde: months?.from || undefined,
    periodo_hasta: months?.to || undefined,
    tipo: ids(chosen['tipo']),
    carpeta: ids(chosen['carpeta']),
    sector: ids(chosen['sector']),
    locacion: ids(chosen['locacion']),
    cargo: ids(chosen['cargo']),
    certificado: ids(chosen['certificado']),
    proceso: ids(chosen['proceso'])?.[0],
    estado: known(documentWordNames, chosen['estado']),
    origen: known(origins, chosen['origen']),
    lectura: known(['leido', 'sin_leer'] as const, chosen['lectura'])?.[0],
    desde: published?.from || undefined,
    hasta: published?.to || undefined,
    firmado_desde: signed?.from || undefined,
    firmado_hasta: signed?.to || undefined,
    firma_vencida: chosen['plazo']?.[0] === 'vencido' || undefined,
    sin_correo: chosen['correo']?.[0] === 'sin' || undefined,
    vence_hasta: isDays(chosen['vence']?.[0])
      ? addDays(company.hoy, Number(chosen['vence']?.[0]))
      : undefined,
  }
  return { state, input }
}

/** The place of a document in the search that the address describes, where the search is asked for. */
export function useDocumentPlace(id: number, enabled = true): Place | null {
  const { input } = useDocumentSearch()
  const page = input.page ?? 1
  const list = useCall(documents.list, input, { enabled }).data
  const { first, last } = edgesOf(id, page, list)
  const earlier = useCall(documents.list, { ...input, page: page - 1 }, { enabled: first }).data
  const later = useCall(documents.list, { ...input, page: page + 1 }, { enabled: last }).data
  return placeIn(id, page, list, { earlier, later })
}

/** The address's search with some values replaced, as written after '?'. An empty value removes its name. */
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

function ids(values: readonly string[] | undefined): number[] | undefined {
  const numbers = values?.map(Number).filter((value) => Number.isSafeInteger(value) && value > 0)
  return numbers?.length ? numbers : undefined
}

function known<T extends string>(
  words: readonly T[],
  values: readonly string[] | undefined,
): T[] | undefined {
  const found = words.filter((word) => values?.includes(word))
  return found.length ? found : undefined
}

function isDays(value: string | undefined): boolean {
  return value !== undefined && /^\d{1,4}$/.test(value)
}

/** The last so many days, or a span from one day to another. */
function days(value: string | undefined, today: string): { from: string; to: string } | null {
  if (isDays(value)) return { from: addDays(today, 1 - Number(value)), to: '' }
  return spanOf(value)
}
