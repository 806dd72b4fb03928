import { employeePlaces } from '#contract/employees/places.ts'
import {
  employeeLacks,
  employees,
  employeeSort,
  type EmployeeFilters,
} from '#contract/employees/employees.ts'
import { type EmployeeState, employeeState } from '#contract/employees/record.ts'
import { spanOf, type Filter } from '#web/shared/lists/filters.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { listStateIn, type ListState } from '#web/shared/lists/useListState.ts'
import { useWords } from '#web/shared/texts/useWords.ts'

/** The list's filters, by their names in the address. */
export const filterNames = ['sector', 'locacion', 'cargo', 'centro_costo', 'ingreso', 'sin'] as const

/** The filters with the words of what can be chosen. */
export function useEmployeeFilters(): Filter[] {
  const { t } = useWords('employees')
  const sectors = useCall(employees.sectors, {}).data ?? []
  const locations = useCall(employees.locations, {}).data ?? []
  const positions = useCall(employees.positions, {}).data ?? []
  const centres = useCall(employeePlaces.costCentres, {}).data ?? []
  const named = (things: readonly { id: number; nombre: string }[]) =>
    things.map(({ id, nombre }) => ({ value: String(id), label: nombre }))
  const offered: Filter[] = [
    { name: 'sector', label: t('campo.sector'), options: named(sectors) },
    { name: 'locacion', label: t('campo.locacion'), options: named(locations) },
    { name: 'cargo', label: t('campo.cargo'), options: named(positions) },
    { name: 'centro_costo', label: t('campo.centro_costo'), options: named(centres) },
    { name: 'ingreso', label: t('campo.fecha_contratacion'), options: [], range: 'days', single: true },
    {
      name: 'sin',
      label: t('filtro.sin'),
      options: employeeLacks.map((lack) => ({ value: lack, label: t(`filtro.sinDe.${lack}`) })),
    },
  ]
  // Options that no employee has are left out, unless already chosen.
  return offered.filter(({ options, range }) => range !== undefined || options.length > 0)
}

/** The call's input for a list's state. */
export function inputOf({ search, filters }: Pick<ListState, 'search' | 'filters'>): EmployeeFilters {
  const input: EmployeeFilters = {}
  if (search) input.buscar = search
  for (const name of ['sector', 'locacion', 'cargo', 'centro_costo'] as const) {
    const ids = filters[name]?.map(Number).filter((id) => Number.isInteger(id) && id > 0) ?? []
    if (ids.length > 0) input[name] = ids
  }
  const span = spanOf(filters['ingreso']?.[0])
  if (span?.from) input.ingreso_desde = span.from
  if (span?.to) input.ingreso_hasta = span.to
  const lacks = employeeLacks.filter((lack) => filters['sin']?.includes(lack))
  if (lacks.length > 0) input.sin = lacks
  return input
}

/** The list's filters, order and page in its address: those of the address of the list, or of one kept beside a file. */
export const listOptions = { filters: filterNames, sort: 'nombre' } as const

/** The state that the list shows, or all of them. Beside the filters, so that clearing those leaves it. */
export function shownStateIn(params: URLSearchParams): EmployeeState | 'todos' {
  const asked = params.get('estado')
  return asked === 'todos' ? 'todos' : employeeState.catch('active').parse(asked)
}

/** The search that an address of the list describes, as its calls take it. */
export function searchIn(params: URLSearchParams) {
  const state = listStateIn(params, listOptions)
  const shown = shownStateIn(params)
  const sorted = state.sort && `${state.sort.descending ? '-' : ''}${state.sort.by}`
  return {
    shown,
    filters: state.filters,
    page: state.page,
    search: { ...inputOf(state), ...(shown !== 'todos' && { estado: [shown] }) },
    orden: employeeSort.catch('nombre').parse(sorted),
  }
}
