import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { actions } from '#contract/actions.ts'
import { certificates } from '#contract/certificates.ts'
import { documentWordNames, origins, sentWords } from '#contract/documents/documents.ts'
import { employees } from '#contract/employees/employees.ts'
import { folders } from '#contract/folders/folders.ts'
import type { Filter } from '#web/shared/lists/filters.ts'
import { ListTools } from '#web/shared/lists/ListTools.tsx'
import { dateText } from '#web/shared/texts/texts.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import type { ListState } from '#web/shared/lists/useListState.ts'
import { useMay, useViewer } from '#web/shared/session/viewer.ts'
import { addMonths, monthsBack } from '#web/shared/texts/months.ts'
import { useWords } from '#web/shared/texts/useWords.ts'

/** Months that a search offers: the one to come and two years back. */
const monthsAhead = 1
const monthsOffered = 24
const spans = ['1', '7', '30', '90'] as const
const lapses = ['0', '30', '60', '90'] as const

/** The filters of the documents' list, with the words of their options. */
export function useDocumentFilters(): Filter[] {
  const { t } = useWords(['documents', 'words', 'country'])
  const { company } = useViewer()
  const process = useSearchParams()[0].get('proceso')
  const decides = useMay([actions.taskInbox])
  const seesCertificates = useMay(certificates.list.need)
  const types = useCall(folders.searchable, {}).data ?? []
  const sectors = useCall(employees.sectors, {}).data ?? []
  const locations = useCall(employees.locations, {}).data ?? []
  const positions = useCall(employees.positions, {}).data ?? []
  const signers = useCall(certificates.list, { perPage: 100 }, { enabled: seesCertificates }).data?.data ?? []
  const named = (things: readonly { id: number; nombre: string }[]) =>
    things.map(({ id, nombre }) => ({ value: String(id), label: nombre }))
  const inFolders = new Map(
    types.map(({ idCarpeta, carpeta }) => [idCarpeta, { id: idCarpeta, nombre: carpeta }]),
  )
  const months = monthsAround(company.hoy)
  const words = documentWordNames.filter((word) => decides || !sentWords.includes(word))
  const days = spans.map((days) => ({ value: days, label: t(`publicado.${days}`) }))
  const offered: Filter[] = [
    { name: 'periodo', label: t('filtro.periodo'), options: months, single: true },
    {
      name: 'tipo',
      label: t('filtro.tipo'),
      options: types.map(({ idSubCarpeta, name }) => ({ value: String(idSubCarpeta), label: name })),
    },
    { name: 'carpeta', label: t('filtro.carpeta'), options: named([...inFolders.values()]) },
    { name: 'locacion', label: t('filtro.locacion'), options: named(locations) },
    { name: 'sector', label: t('filtro.sector'), options: named(sectors) },
    { name: 'cargo', label: t('filtro.cargo'), options: named(positions) },
    {
      name: 'estado',
      label: t('filtro.estado'),
      options: words.map((word) => ({ value: word, label: t(`words:estado.${word}`) })),
    },
    {
      name: 'lectura',
      label: t('filtro.lectura'),
      options: (['leido', 'sin_leer'] as const).map((word) => ({
        value: word,
        label: t(`words:estado.${word}`),
      })),
      single: true,
    },
    { name: 'periodos', label: t('filtro.periodos'), options: months, single: true, range: 'months' },
    { name: 'publicado', label: t('filtro.publicado'), options: days, single: true, range: 'days' },
    { name: 'firmado', label: t('filtro.firmado'), options: days, single: true, range: 'days' },
    {
      name: 'plazo',
      label: t('filtro.plazo'),
      options: [{ value: 'vencido', label: t('plazo.vencido') }],
      single: true,
    },
    {
      name: 'vence',
      label: t('filtro.vence'),
      options: lapses.map((days) => ({ value: days, label: t(`vence.${days}`) })),
      single: true,
    },
    {
      name: 'correo',
      label: t('filtro.correo'),
      options: [{ value: 'sin', label: t('correo.sin') }],
      single: true,
    },
    {
      name: 'origen',
      label: t('filtro.origen'),
      options: origins.map((origin) => ({ value: origin, label: t(`dato.origenes.${origin}`) })),
    },
    {
      name: 'certificado',
      label: t('filtro.certificado'),
      options: signers.map(({ id, nombre, vigente_hasta }) => ({
        value: String(id),
        label: `${nombre}, ${dateText(vigente_hasta, company.zona)}`,
      })),
    },
    {
      // Only where a publication's follow-up led here.
      name: 'proceso',
      label: t('filtro.proceso'),
      options: process ? [{ value: process, label: process }] : [],
      single: true,
    },
  ]
  return offered.filter(({ options }) => options.length > 0)
}

interface Props {
  state: ListState
  filters: readonly Filter[]
  children: ReactNode
}

/** The search and the chips of the documents' list. */
export function DocumentFilters({ state, filters, children }: Props) {
  const { t } = useWords(['documents', 'country'])
  return (
    <ListTools state={state} placeholder={t('buscar', { cuil: t('country:cuil') })} filters={filters}>
      {children}
    </ListTools>
  )
}

function monthsAround(today: string): Filter['options'] {
  return monthsBack(addMonths(today, monthsAhead), monthsAhead + 1 + monthsOffered).map((value) => ({
    value,
    label: `${value.slice(5)}/${value.slice(0, 4)}`,
  }))
}
