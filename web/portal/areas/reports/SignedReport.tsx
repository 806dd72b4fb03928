import { Button } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { actions } from '#contract/actions.ts'
import type { AnswerOf } from '#contract/call.ts'
import type { reports } from '#contract/reports.ts'
import { paths } from '#web/shared/pages/paths.ts'
import { numberText } from '#web/shared/texts/texts.ts'
import { useMay } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { BarChart } from './BarChart.tsx'
import type { ReportProps } from './PublishedReport.tsx'
import { ReportTable } from './ReportTable.tsx'
import { useReportLinks } from './report-links.ts'
import style from './Reports.module.css'

/** Signed and unsigned, by period. `children`: what chooses the periods. */
export function SignedReport({
  months = [],
  error,
  types,
  places,
  children,
}: {
  months: AnswerOf<typeof reports.signed> | undefined
  error: string | null
  types: readonly number[]
  places: ReportProps['places']
  children: ReactNode
}) {
  const { t } = useWords('reports')
  const reminds = useMay([actions.signatureReminder])
  const [lit, setLit] = useState<string | null>(null)
  const links = useReportLinks(types, places)
  const sum = (name: 'firmados' | 'sin_firmar') => months.reduce((total, month) => total + month[name], 0)
  const missing = sum('sin_firmar')
  const [only, ...others] = months.filter(({ sin_firmar }) => sin_firmar > 0)
  const { sector } = places
  const reminded = {
    ...(types.length > 0 && { tipo: types.join(',') }),
    ...(sector && sector.length > 0 && { sector: sector.join(',') }),
    ...(only && others.length === 0 && { periodo: only.mes.slice(0, 7) }),
  }
  return (
    <>
      <div className={style.titleLine}>
        <h2>{t('firmados.titulo')}</h2>
        {children}
      </div>
      <p className={`second ${style.legend}`}>
        <span>{t('firmados.texto')}</span>
        <span>
          <i data-tone="ok" aria-hidden /> {t('firmado')} <i data-tone="warn" aria-hidden /> {t('sin_firmar')}
        </span>
      </p>
      {error ? (
        <p role="alert" className="bad">
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
          <div>
            <ReportTable
              label={t('firmados.titulo')}
              first={t('periodo')}
              lit={lit}
              onLight={setLit}
              columns={[t('firmado'), t('sin_firmar')]}
              rows={months.map(({ mes, firmados, sin_firmar, no_piden_firma: none }) => ({
                month: mes,
                note:
                  firmados + sin_firmar === 0 && none > 0
                    ? t('noPiden', { count: none, n: numberText(none) })
                    : undefined,
                cells: [
                  { count: firmados, to: links.period(mes, ['conforme', 'no_conforme']) },
                  { count: sin_firmar, to: links.period(mes, ['pendiente']) },
                ],
              }))}
              total={[numberText(sum('firmados')), numberText(missing)]}
            />
            {reminds && missing > 0 && (
              <div className={`${style.block} column gap-8`}>
                <span>{t('faltan', { count: missing, n: numberText(missing) })}</span>
                <Button
                  component={Link}
                  to={paths.reminders(reminded)}
                  leftSection={<IconBell size={18} aria-hidden />}
                >
                  {t('recordar')}
                </Button>
              </div>
            )}
          </div>
        </>
      )}
    </>
  )
}
