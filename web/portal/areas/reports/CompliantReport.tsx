import { useState } from 'react'
import { numberText } from '#web/shared/texts/texts.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { BarChart } from './BarChart.tsx'
import type { ReportProps } from './PublishedReport.tsx'
import { ReportTable } from './ReportTable.tsx'
import { useReportLinks } from './report-links.ts'
import style from './Reports.module.css'

/** How many were signed in agreement and how many not, by month. */
export function CompliantReport({ answer, places }: ReportProps) {
  const { t } = useWords('reports')
  const [lit, setLit] = useState<string | null>(null)
  const links = useReportLinks(answer?.tipos.map(({ id }) => id) ?? [], places)
  const months = answer?.meses ?? []
  return (
    <section aria-label={t('conformes.titulo')}>
      <h2>{t('conformes.titulo')}</h2>
      <p className={`second ${style.legend}`}>
        <span>{t('conformes.texto')}</span>
        <span>
          <i data-tone="ok" aria-hidden /> {t('conforme')} <i data-tone="bad" aria-hidden />{' '}
          {t('no_conforme')}
        </span>
      </p>
      <div>
        <BarChart
          height={104}
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
      </div>
      <ReportTable
        label={t('conformes.titulo')}
        first={t('mes')}
        lit={lit}
        onLight={setLit}
        columns={[t('conforme'), t('no_conforme')]}
        rows={months.map(({ mes, conformes, no_conformes, no_piden_firma: none }) => ({
          month: mes,
          note:
            conformes + no_conformes === 0 && none > 0
              ? t('noPiden', { count: none, n: numberText(none) })
              : undefined,
          cells: [
            { count: conformes, to: links.published(mes, ['conforme']) },
            { count: no_conformes, to: links.published(mes, ['no_conforme']) },
          ],
        }))}
      />
    </section>
  )
}
