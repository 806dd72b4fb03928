import { Button, NativeSelect } from '@mantine/core'
import { DatePickerInput } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import { useMediaQuery } from '@mantine/hooks'
import { IconCalendar, IconTableExport } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import { processKinds } from '#contract/processes/kinds.ts'
import { processPageSizes, processes, type ProcessRow } from '#contract/processes/processes.ts'
import { processStatus } from '#contract/processes/steps.ts'
import { call } from '#web/shared/calls/call.ts'
import { DataTable } from '#web/shared/lists/DataTable.tsx'
import { download } from '#web/shared/calls/download.ts'
import { spanOf, spanValue, type Filter } from '#web/shared/lists/filters.ts'
import { ListTools } from '#web/shared/lists/ListTools.tsx'
import { ListPage } from '#web/shared/pages/pages.tsx'
import { EmptyState } from '#web/shared/pages/states.tsx'
import { dateText, instantText, numberText, useErrorText } from '#web/shared/texts/texts.ts'
import { toastError } from '#web/shared/pages/toasts.tsx'
import { addDays } from '#web/shared/texts/months.ts'
import { useNarrowing } from '#web/shared/lists/useNarrowing.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { type ListState, useListState } from '#web/shared/lists/useListState.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { ProcessPreview } from './ProcessPreview.tsx'
import { ProcessStateWord, useProcessKind, useProcessTitle } from './ProcessWords.tsx'
import { continuePath } from './kinds.ts'
import style from './Processes.module.css'

/** How many days back the list begins, and how often it is asked again while something runs, in milliseconds. */
const daysBack = 30
const pace = 4000

/** Everybody's long work in a range of days: what runs, what waits for somebody, what came of it. */
export function ProcessesPage() {
  const { t } = useWords(['processes', 'words'])
  const { company } = useViewer()
  const navigate = useNavigate()
  const errorText = useErrorText()
  const title = useProcessTitle()
  const kind = useProcessKind()
  const short = (row: ProcessRow) =>
    row.tipo
      ? [row.tipo, row.etiqueta, row.periodo && `${row.periodo.slice(5, 7)}/${row.periodo.slice(0, 4)}`]
          .filter(Boolean)
          .join(' · ')
      : title(row)
  const state = useListState({ filters: ['rango', 'clase', 'estado', 'filas'] })
  const { rango, filas, ...narrowed } = state.filters
  const span = spanOf(rango?.[0]) ?? { from: addDays(company.hoy, -daysBack), to: company.hoy }
  const complete = span.from !== '' && span.to !== ''
  const perPage = processPageSizes.find((size) => String(size) === filas?.[0]) ?? 25
  const asked = {
    desde: span.from,
    hasta: span.to,
    buscar: state.search || undefined,
    clase: known(processKinds, narrowed['clase']),
    estado: known(processStatus.options, narrowed['estado']),
  }
  const answer = useCall(
    processes.list,
    { ...asked, page: state.page, perPage },
    { enabled: complete, every: pace },
  )
  const rows = answer.data?.data ?? []
  const continues = rows.some((row) => row.puede_continuar && continuePath(row.clase, row.id) !== null)
  const filters: Filter[] = [
    {
      name: 'clase',
      label: t('filtro.clase'),
      options: processKinds.map((value) => ({ value, label: t(`clase.${value}`) })),
    },
    {
      name: 'estado',
      label: t('filtro.estado'),
      options: processStatus.options.map((value) => ({ value, label: t(`estado.${value}`) })),
    },
  ]
  const shown = { ...state, filters: narrowed, clear: () => clear(state) }
  const narrowing = useNarrowing(shown, filters, t('buscar'))
  const go = async (row: ProcessRow) => {
    const path = continuePath(row.clase, row.id)
    if (!path) return
    try {
      await call(processes.take, { id: row.id })
      await navigate(path)
    } catch (error) {
      toastError({ text: errorText(error) })
    }
  }
  const save = () => download(processes.sheet, asked).catch((error) => toastError({ text: errorText(error) }))
  const open = state.open ? Number(state.open) : null
  const wide = useMediaQuery('(min-width: 1600px)') ?? false
  const roomy = wide || open === null
  const range = (
    <DatePickerInput
      type="range"
      className={style.range ?? ''}
      value={[span.from || null, span.to || null]}
      onChange={([from, to]) => state.setFilter('rango', [spanValue(from ?? '', to ?? '')].filter(Boolean))}
      valueFormat="DD/MM/YYYY"
      allowSingleDateInRange
      firstDayOfWeek={1}
      maxDate={company.hoy}
      leftSection={<IconCalendar size={16} aria-hidden />}
      aria-label={`${dateText(span.from)} – ${dateText(span.to)}, ${t('rango.desde')}, ${t('rango.hasta')}`}
      placeholder={`${t('rango.desde')} – ${t('rango.hasta')}`}
      popoverProps={{ withinPortal: false }}
    />
  )
  return (
    <ListPage
      title={t('titulo')}
      count={answer.data && complete ? numberText(answer.data.pagination.total) : undefined}
      actions={
        <Button
          leftSection={<IconTableExport size={18} aria-hidden />}
          disabled={!complete || rows.length === 0}
          onClick={() => void save()}
        >
          {t('descargar')}
        </Button>
      }
      tools={
        <div className="row wrap gap-8">
          {range}
          <ListTools state={shown} placeholder={t('buscar')} filters={filters} />
        </div>
      }
      preview={
        open !== null && (
          <ProcessPreview
            key={open}
            id={open}
            place={placeOf(rows, open)}
            onOpen={(id) => state.setOpen(id === null ? null : String(id))}
            onContinue={go}
          />
        )
      }
    >
      {complete ? (
        <DataTable
          label={t('lista')}
          answer={answer}
          state={shown}
          rowId={(row) => String(row.id)}
          rowName={title}
          rowHeight={58}
          previews
          narrowing={narrowing}
          columns={[
            {
              id: 'proceso',
              header: t('columna.proceso'),
              cell: (row) => (
                <span className={`${style.what} column`} data-gone={row.estado === 'cancelled' || undefined}>
                  <b>{short(row)}</b>
                  <span className="second">{kind(row) || ' '}</span>
                </span>
              ),
            },
            {
              id: 'empezo',
              header: t('columna.empezo'),
              cell: (row) => <span className="second">{shortTime(row.creado, company.zona)}</span>,
              width: 104,
            },
            ...(roomy
              ? [
                  {
                    id: 'quien',
                    header: t('columna.quien'),
                    cell: (row: ProcessRow) => (
                      <span className="second">
                        {row.a_cargo ?? `${row.quien.nombre} ${row.quien.apellido}`}
                      </span>
                    ),
                    width: 190,
                    from: 'wide' as const,
                  },
                ]
              : []),
            {
              id: 'cantidad',
              header: t('columna.cantidad'),
              cell: (row) => numberText(row.cantidad),
              isFigures: true,
              width: 104,
              from: 'medium',
            },
            {
              id: 'estado',
              header: t('columna.estado'),
              cell: (row) => (
                <span className="row apart gap-12">
                  <ProcessStateWord row={row} />
                  {row.puede_continuar && continuePath(row.clase, row.id) && (
                    <span data-apart>
                      <Button
                        size="compact-sm"
                        variant="outline"
                        aria-label={`${t('continuar')}: ${title(row)}`}
                        onClick={() => void go(row)}
                      >
                        {t('continuar')}
                      </Button>
                    </span>
                  )}
                </span>
              ),
              // Room for the button, where a row has it.
              width: continues ? (roomy ? 330 : 284) : 190,
            },
          ]}
          phone={(row) => (
            <span className={`${style.phone} flex at-top apart gap-12`}>
              <span className={`${style.what} column`}>
                <b>{short(row)}</b>
                {/* Hyphens that don't break keep a file's name in one piece. */}
                <span className="second">
                  {kind(row).replaceAll('-', '\u2011') || shortTime(row.creado, company.zona)}
                </span>
              </span>
              <ProcessStateWord row={row} />
            </span>
          )}
          sizes={
            <NativeSelect
              className={style.sizes ?? ''}
              aria-label={t('porPagina')}
              value={String(perPage)}
              data={processPageSizes.map((size) => ({
                value: String(size),
                label: t('filasPorPagina', { n: size }),
              }))}
              onChange={(event) => state.setFilter('filas', [event.currentTarget.value])}
            />
          }
          empty={
            <EmptyState
              drawing="nothing"
              title={t('vacia.titulo', { desde: dateText(span.from), hasta: dateText(span.to) })}
              action={
                rango && (
                  <Button variant="filled" onClick={() => state.setFilter('rango', [])}>
                    {t('vacia.ultimos', { count: daysBack })}
                  </Button>
                )
              }
            >
              {t('vacia.texto')}
            </EmptyState>
          }
        />
      ) : (
        <EmptyState drawing="nothing" title={t('rango.falta')} />
      )}
    </ListPage>
  )
}

/** The range and the page's size stay: without a range there is no list. */
function clear({ setFilters }: ListState) {
  setFilters({ clase: [], estado: [], buscar: [] })
}

function placeOf(rows: readonly ProcessRow[], id: number) {
  const at = rows.findIndex((row) => row.id === id)
  if (at < 0) return null
  return { n: at + 1, total: rows.length, before: rows[at - 1]?.id ?? null, after: rows[at + 1]?.id ?? null }
}

function known<T extends string>(all: readonly T[], values: readonly string[] | undefined): T[] | undefined {
  const found = all.filter((one) => values?.includes(one))
  return found.length > 0 ? found : undefined
}

/** dd/mm hh:mm: the year stands in the range. */
function shortTime(at: string, zone: string): string {
  return instantText(at, zone).replace(/^(\d\d\/\d\d)\/\d{4}/, '$1')
}
