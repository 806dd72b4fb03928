import { useWords } from '../texts/useWords.ts'
import { chosenText, type Filter } from './filters.ts'
import type { ListState } from './useListState.ts'

/** An active search or filter in words, with the act that removes it. */
export interface Narrowing {
  name: string
  text: string
  clear: () => void
}

/** The active search and filters, which an empty list names. `searched` is the label of the search. */
export function useNarrowing(state: ListState, filters: readonly Filter[], searched?: string): Narrowing[] {
  const { t } = useWords()
  const search = {
    name: 'buscar',
    text: `${searched ?? t('lista.busqueda')}: ${state.search}`,
    clear: () => state.setSearch(''),
  }
  const chosen = filters.flatMap((filter) => {
    const values = state.filters[filter.name]
    if (!values) return []
    const text = `${filter.label}: ${chosenText(filter, values, t)}`
    return [{ name: filter.name, text, clear: () => state.setFilter(filter.name, []) }]
  })
  return state.search ? [search, ...chosen] : chosen
}
