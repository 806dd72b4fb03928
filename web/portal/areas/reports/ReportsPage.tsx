import { Button, NativeSelect } from '@mantine/core'
import { IconBell, IconTableExport } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { actions } from '#contract/actions.ts'
import { employees } from '#contract/employees.ts'
import { folders } from '#contract/folders.ts'
import { reports } from '#contract/reports.ts'
import { download } from '#web/shared/download.ts'
import { spanOf, spanValue } from '#web/shared/filters.ts'
import { paths } from '#web/shared/paths.ts'
import { EmptyState, ErrorState } from '#web/shared/states.tsx'
import { numberText, useErrorText } from '#web/shared/texts.ts'
import { toastError } from '#web/shared/toasts.tsx'
import { useCall } from '#web/shared/useCall.ts'
import { useListState } from '#web/shared/useListState.ts'
import { usePageTitle } from '#web/shared/usePageTitle.ts'
import { useMay, useViewer } from '#web/shared/viewer.ts'
import { BarChart } from './BarChart.tsx'
import { ReportTable } from './ReportTable.tsx'
import { useReportLinks } from './report-links.ts'
import style from './Reports.module.css'

/** Months of the third report unless others are chosen, and how far back they can be. */
const usualPeriods = 6
const periodsBack = 36

/** Receipts by month: published, signed in agreement or not, and still without a signature. */
export function ReportsPage() {
  const { t } = useTranslation('reports')
  usePageTitle(t('titulo'))
  const { company } = useViewer()
  const errorText = useErrorText()
  const state = useListState({ filters: ['sector', 'locacion', 'periodos'] })
  const sectors = useCall(employees.sectors, {}).data ?? []
  const locations = useCall(employees.locations, {}).data ?? []
  const periods = monthsBefore(company.hoy, periodsBack)
  const chosen = spanOf(state.filters['periodos']?.[0])
  const range = {
    desde: chosen?.from || (periods[usualPeriods - 1] ?? ''),
    hasta: chosen?.to || (periods[0] ?? ''),
  }
  const places = { sector: idsOf(state.filters['sector']), locacion: idsOf(state.filters['locacion']) }
  const published = useCall(reports.published, places)
  const signed = useCall(reports.signed, { ...places, ...range })
  const types = published.data?.tipos ?? []
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
    <div className={style.page}>
      <header className={style.head}>
        <div className={style.line}>
          <h1>{t('titulo')}</h1>
          <Button
            className={style.end ?? ''}
            leftSection={<IconTableExport size={18} stroke={1.6} aria-hidden />}
            disabled={types.length === 0}
            onClick={() => void save()}
          >
            {t('descargar')}
          </Button>
        </div>
        <div className={style.line}>
          {place('locacion', t('lugar'), locations)}
          {place('sector', t('sector'), sectors)}
          {types.length > 0 && <span className="second">{t('que', { count: types.length })}</span>}
        </div>
      </header>
      {published.error ? (
        <ErrorState error={published.error} title={t('error')} onRetry={() => void published.refetch()} />
      ) : published.data && types.length === 0 ? (
        <NoTypes />
      ) : (
        <div className={style.columns}>
          <Published answer={published.data} places={state.filters} />
          <Compliant answer={published.data} places={state.filters} />
          <section aria-label={t('firmados.titulo')}>
            <Signed
              months={signed.data}
              error={signed.error ? errorText(signed.error) : null}
              types={types.map(({ id }) => id)}
              places={state.filters}
            >
              <span className={style.range} role="group" aria-label={t('firmados.rango')}>
                {(['desde', 'hasta'] as const).map((end) => (
                  <NativeSelect
                    key={end}
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
                ))}
              </span>
            </Signed>
          </section>
        </div>
      )}
    </div>
  )
}

interface ReportProps {
  answer:
    | {
        tipos: { id: number }[]
        meses: { mes: string; recibos: number; conformes: number; no_conformes: number }[]
      }
    | undefined
  places: Readonly<Record<string, readonly string[]>>
}

function Published({ answer, places }: ReportProps) {
  const { t } = useTranslation('reports')
  const [lit, setLit] = useState<string | null>(null)
  const links = useReportLinks(answer?.tipos.map(({ id }) => id) ?? [], places)
  const months = answer?.meses ?? []
  return (
    <section aria-label={t('publicados.titulo')}>
      <h2>{t('publicados.titulo')}</h2>
      <p className={`second ${style.legend}`}>{t('publicados.texto')}</p>
      <BarChart
        height={180}
        lit={lit}
        onLight={setLit}
        bars={months.map(({ mes, recibos }) => ({
          month: mes,
          parts: [{ value: recibos, tone: 'accent' as const }],
          to: links.published(mes),
        }))}
      />
      <ReportTable
        label={t('publicados.titulo')}
        first={t('mes')}
        lit={lit}
        onLight={setLit}
        columns={[t('recibos'), t('variacion')]}
        rows={months.map(({ mes, recibos }, at) => ({
          month: mes,
          cells: [
            { count: recibos, to: links.published(mes) },
            { text: changeText(recibos, months[at - 1]?.recibos) },
          ],
        }))}
      />
    </section>
  )
}

function Compliant({ answer, places }: ReportProps) {
  const { t } = useTranslation('reports')
  const [lit, setLit] = useState<string | null>(null)
  const links = useReportLinks(answer?.tipos.map(({ id }) => id) ?? [], places)
  const months = answer?.meses ?? []
  return (
    <section aria-label={t('conformes.titulo')}>
      <h2>{t('conformes.titulo')}</h2>
      <p className={`second ${style.legend}`}>
        <i data-tone="ok" aria-hidden /> {t('conforme')} <i data-tone="bad" aria-hidden /> {t('no_conforme')}{' '}
        <span className="quiet">{t('conformes.texto')}</span>
      </p>
      <BarChart
        height={108}
        lit={lit}
        onLight={setLit}
        plain
        bars={months.map(({ mes, conformes }) => ({
          month: mes,
          parts: [{ value: conformes, tone: 'ok' as const }],
          to: links.published(mes, ['conforme']),
        }))}
      />
      <BarChart
        height={60}
        lit={lit}
        onLight={setLit}
        bars={months.map(({ mes, no_conformes }) => ({
          month: mes,
          parts: [{ value: no_conformes, tone: 'bad' as const }],
          to: links.published(mes, ['no_conforme']),
        }))}
      />
      <ReportTable
        label={t('conformes.titulo')}
        first={t('mes')}
        lit={lit}
        onLight={setLit}
        columns={[t('conforme'), t('no_conforme')]}
        rows={months.map(({ mes, conformes, no_conformes }) => ({
          month: mes,
          cells: [
            { count: conformes, to: links.published(mes, ['conforme']) },
            { count: no_conformes, to: links.published(mes, ['no_conforme']) },
          ],
        }))}
      />
    </section>
  )
}

function Signed({
  months = [],
  error,
  types,
  places,
  children,
}: {
  months: { mes: string; firmados: number; sin_firmar: number }[] | undefined
  error: string | null
  types: readonly number[]
  places: ReportProps['places']
  children: ReactNode
}) {
  const { t } = useTranslation('reports')
  const reminds = useMay([actions.signatureReminder])
  const [lit, setLit] = useState<string | null>(null)
  const links = useReportLinks(types, places)
  const sum = (name: 'firmados' | 'sin_firmar') => months.reduce((total, month) => total + month[name], 0)
  const missing = sum('sin_firmar')
  return (
    <>
      <div className={style.titleLine}>
        <h2>{t('firmados.titulo')}</h2>
        {children}
      </div>
      <p className={`second ${style.legend}`}>
        <i data-tone="ok" aria-hidden /> {t('firmado')} <i data-tone="warn" aria-hidden /> {t('sin_firmar')}
      </p>
      {error ? (
        <p role="alert" className={style.bad}>
          {error}
        </p>
      ) : (
        <>
          <BarChart
            height={180}
            lit={lit}
            onLight={setLit}
            bars={months.map(({ mes, firmados, sin_firmar }) => ({
              month: mes,
              parts: [
                { value: firmados, tone: 'ok' as const },
                { value: sin_firmar, tone: 'warn' as const },
              ],
              to: links.period(mes, ['conforme', 'no_conforme', 'pendiente']),
            }))}
          />
          <ReportTable
            label={t('firmados.titulo')}
            first={t('periodo')}
            lit={lit}
            onLight={setLit}
            columns={[t('firmado'), t('sin_firmar')]}
            rows={months.map(({ mes, firmados, sin_firmar }) => ({
              month: mes,
              cells: [
                { count: firmados, to: links.period(mes, ['conforme', 'no_conforme']) },
                { count: sin_firmar, to: links.period(mes, ['pendiente']) },
              ],
            }))}
            total={[numberText(sum('firmados')), numberText(missing)]}
          />
          {reminds && missing > 0 && (
            <div className={style.block}>
              <span>{t('faltan', { count: missing, n: numberText(missing) })}</span>
              <Button
                component={Link}
                to={paths.reminders()}
                leftSection={<IconBell size={18} stroke={1.6} aria-hidden />}
              >
                {t('recordar')}
              </Button>
            </div>
          )}
        </>
      )}
    </>
  )
}

function NoTypes() {
  const { t } = useTranslation('reports')
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

/** '+12', '−3', or a dash where there is nothing before. */
function changeText(now: number, before: number | undefined): string {
  if (before === undefined) return '–'
  const change = now - before
  return change > 0 ? `+${numberText(change)}` : change < 0 ? `−${numberText(-change)}` : '0'
}

function idsOf(values: readonly string[] | undefined): number[] | undefined {
  const ids = values?.map(Number).filter((id) => Number.isSafeInteger(id) && id > 0)
  return ids?.length ? ids : undefined
}

/** 'yyyy-mm' of this month and those before it, the newest first. */
function monthsBefore(day: string, count: number): string[] {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return Array.from({ length: count }, (_, n) =>
    new Date(Date.UTC(year, month - 1 - n, 1)).toISOString().slice(0, 7),
  )
}
