import { Button, NativeSelect } from '@mantine/core'
import { IconTableExport } from '@tabler/icons-react'
import { Fragment } from 'react'
import { Link } from 'react-router'
import { employees } from '#contract/employees/employees.ts'
import { folders } from '#contract/folders/folders.ts'
import { reports } from '#contract/reports.ts'
import { download } from '#web/shared/calls/download.ts'
import { spanOf, spanValue } from '#web/shared/lists/filters.ts'
import { paths } from '#web/shared/pages/paths.ts'
import { EmptyState, ErrorState } from '#web/shared/pages/states.tsx'
import { useErrorText } from '#web/shared/texts/texts.ts'
import { toastError } from '#web/shared/pages/toasts.tsx'
import { useCall } from '#web/shared/calls/useCall.ts'
import { useListState } from '#web/shared/lists/useListState.ts'
import { usePageTitle } from '#web/shared/pages/usePageTitle.ts'
import { useMay, useViewer } from '#web/shared/session/viewer.ts'
import { monthsBack } from '#web/shared/texts/months.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { CompliantReport } from './CompliantReport.tsx'
import { PublishedReport } from './PublishedReport.tsx'
import { SignedReport } from './SignedReport.tsx'
import style from './Reports.module.css'

/** Months of the third report unless others are chosen, and how far back they can be. */
const usualPeriods = 6
const periodsBack = 36

/** Receipts by month: published, signed in agreement or not, and still without a signature. */
export function ReportsPage() {
  const { t } = useWords('reports')
  usePageTitle(t('titulo'))
  const { company } = useViewer()
  const errorText = useErrorText()
  const state = useListState({ filters: ['sector', 'locacion', 'periodos'] })
  const sectors = useCall(employees.sectors, {}).data ?? []
  const locations = useCall(employees.locations, {}).data ?? []
  const periods = monthsBack(company.hoy, periodsBack)
  const chosen = spanOf(state.filters['periodos']?.[0])
  const range = {
    desde: chosen?.from || (periods[usualPeriods - 1] ?? ''),
    hasta: chosen?.to || (periods[0] ?? ''),
  }
  const places = { sector: idsOf(state.filters['sector']), locacion: idsOf(state.filters['locacion']) }
  const published = useCall(reports.published, places)
  const signed = useCall(reports.signed, { ...places, ...range })
  const types = published.data?.tipos ?? []
  const isNarrowed = Boolean(places.sector ?? places.locacion)
  const save = () =>
    download(reports.sheet, { ...places, ...range }).catch((error) => toastError({ text: errorText(error) }))
  const place = (
    name: 'sector' | 'locacion',
    label: string,
    all: readonly { id: number; nombre: string }[],
  ) => (
    <label className={style.choice}>
      <span>{label}:</span>
      <NativeSelect
        variant="unstyled"
        value={state.filters[name]?.[0] ?? ''}
        data={[
          { value: '', label: t('todos') },
          ...all.map(({ id, nombre }) => ({ value: String(id), label: nombre })),
        ]}
        onChange={({ currentTarget: { value } }) => state.setFilter(name, value ? [value] : [])}
      />
    </label>
  )
  return (
    <div className={`${style.page} column`}>
      <header className={`${style.head} column gap-12`}>
        <div className={style.line}>
          <h1>{t('titulo')}</h1>
          <Button
            className={style.end ?? ''}
            leftSection={<IconTableExport size={18} aria-hidden />}
            disabled={types.length === 0}
            onClick={() => void save()}
          >
            {t('descargar')}
          </Button>
        </div>
        <div className={style.line}>
          {place('locacion', t('lugar'), locations)}
          {place('sector', t('sector'), sectors)}
          <span className="second">{types.length > 0 ? t('que', { count: types.length }) : '\u00A0'}</span>
        </div>
      </header>
      {published.error ? (
        <ErrorState error={published.error} title={t('error')} onRetry={() => void published.refetch()} />
      ) : published.data && types.length === 0 ? (
        <NoTypes />
      ) : published.data && !isNarrowed && published.data.meses.every(({ recibos }) => recibos === 0) ? (
        <EmptyState title={t('sinRecibos')}>{t('sinRecibosTexto')}</EmptyState>
      ) : (
        <div className={style.columns}>
          <PublishedReport answer={published.data} places={state.filters} />
          <CompliantReport answer={published.data} places={state.filters} />
          <section aria-label={t('firmados.titulo')}>
            <SignedReport
              months={signed.data}
              error={signed.error ? errorText(signed.error) : null}
              types={types.map(({ id }) => id)}
              places={state.filters}
            >
              <span className={style.range} role="group" aria-label={t('firmados.rango')}>
                {(['desde', 'hasta'] as const).map((end) => (
                  <Fragment key={end}>
                    {end === 'hasta' && <span aria-hidden>–</span>}
                    <NativeSelect
                      aria-label={t(`firmados.${end}`)}
                      value={range[end]}
                      data={periods.map((value) => ({
                        value,
                        label: `${value.slice(5)}/${value.slice(0, 4)}`,
                      }))}
                      onChange={({ currentTarget: { value } }) => {
                        const next = { ...range, [end]: value }
                        state.setFilter('periodos', [spanValue(next.desde, next.hasta)])
                      }}
                    />
                  </Fragment>
                ))}
              </span>
            </SignedReport>
          </section>
        </div>
      )}
    </div>
  )
}

function NoTypes() {
  const { t } = useWords('reports')
  const opens = useMay(folders.available.need)
  return (
    <EmptyState
      title={t('sinTipos')}
      action={
        opens && (
          <Button component={Link} to={paths.folders()} variant="filled">
            {t('irACarpetas')}
          </Button>
        )
      }
    >
      {t('sinTiposTexto')}
    </EmptyState>
  )
}

function idsOf(values: readonly string[] | undefined): number[] | undefined {
  const ids = values?.map(Number).filter((id) => Number.isSafeInteger(id) && id > 0)
  return ids?.length ? ids : undefined
}
