import { useTranslation } from 'react-i18next'
import { documentWordNames } from '#contract/documents.ts'
import { employees } from '#contract/employees.ts'
import { folders } from '#contract/folders.ts'
import { ListTools, type Filter } from '#web/shared/ListTools.tsx'
import { useCall } from '#web/shared/useCall.ts'
import type { ListState } from '#web/shared/useListState.ts'
import { useViewer } from '#web/shared/viewer.ts'

/** Months that a search offers: the one to come and two years back. */
const monthsAhead = 1
const monthsBack = 24
const spans = ['1', '7', '30', '90'] as const

/** The search and the chips of the documents' list. */
export function DocumentFilters({ state }: { state: ListState }) {
  const { t } = useTranslation(['documents', 'words', 'country'])
  const { company } = useViewer()
  const types = useCall(folders.searchable, {}).data ?? []
  const sectors = useCall(employees.sectors, {}).data ?? []
  const locations = useCall(employees.locations, {}).data ?? []
  const named = (things: readonly { id: number; nombre: string }[]) =>
    things.map(({ id, nombre }) => ({ value: String(id), label: nombre }))
  const inFolders = new Map(
    types.map(({ idCarpeta, carpeta }) => [idCarpeta, { id: idCarpeta, nombre: carpeta }]),
  )
  const filters: Filter[] = [
    { name: 'periodo', label: t('filtro.periodo'), options: monthsAround(company.hoy), single: true },
    {
      name: 'tipo',
      label: t('filtro.tipo'),
      options: types.map(({ idSubCarpeta, name }) => ({ value: String(idSubCarpeta), label: name })),
    },
    { name: 'carpeta', label: t('filtro.carpeta'), options: named([...inFolders.values()]) },
    { name: 'locacion', label: t('filtro.locacion'), options: named(locations) },
    { name: 'sector', label: t('filtro.sector'), options: named(sectors) },
    {
      name: 'estado',
      label: t('filtro.estado'),
      options: documentWordNames.map((word) => ({ value: word, label: t(`words:estado.${word}`) })),
    },
    {
      name: 'publicado',
      label: t('filtro.publicado'),
      options: spans.map((days) => ({ value: days, label: t(`publicado.${days}`) })),
      single: true,
    },
  ]
  return <ListTools state={state} placeholder={t('buscar', { cuil: t('country:cuil') })} filters={filters} />
}

function monthsAround(today: string): Filter['options'] {
  const year = Number(today.slice(0, 4))
  const month = Number(today.slice(5, 7)) - 1
  return Array.from({ length: monthsAhead + 1 + monthsBack }, (_, n) => {
    const value = new Date(Date.UTC(year, month + monthsAhead - n, 1)).toISOString().slice(0, 7)
    return { value, label: `${value.slice(5)}/${value.slice(0, 4)}` }
  })
}
