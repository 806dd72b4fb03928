import { useState } from 'react'
import type { AnswerOf } from '#contract/call.ts'
import type { reports } from '#contract/reports.ts'
import { numberText } from '#web/shared/texts/texts.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { BarChart } from './BarChart.tsx'
import { ReportTable } from './ReportTable.tsx'
import { useReportLinks } from './report-links.ts'
import style from './Reports.module.css'

export interface ReportProps {
  answer: AnswerOf<typeof reports.published> | undefined
  places: Readonly<Record<string, readonly string[]>>
}

/** Receipts published, by month. */
export function PublishedReport({ answer, places }: ReportProps) {
  const { t } = useWords('reports')
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

/** '+12', '−3', or a dash where there is nothing before to compare it with. */
function changeText(now: number, before: number | undefined): string {
  if (!before) return '–'
  const change = now - before
  return change > 0 ? `+${numberText(change)}` : change < 0 ? `−${numberText(-change)}` : '0'
}
