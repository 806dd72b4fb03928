import { Link } from 'react-router'
import { monthText, numberText } from '#web/shared/texts/texts.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import style from './Reports.module.css'

interface Cell {
  count?: number
  text?: string
  /** The search that finds what it counts. */
  to?: string | null
}

interface Props {
  label: string
  /** The heading of the first column: months, or periods. */
  first: string
  columns: readonly string[]
  /** `note` takes the place of the figures: why there are none. */
  rows: readonly { month: string; cells: readonly Cell[]; note?: string | undefined }[]
  total?: readonly string[]
  lit: string | null
  onLight: (month: string | null) => void
}

/** The figures of a chart, in its order; each leads to the search that finds it. Months without any are left out. */
export function ReportTable({ label, first, columns, rows, total, lit, onLight }: Props) {
  const { t } = useWords('reports')
  const filled = rows.filter(({ cells, note }) => note !== undefined || cells.some(({ count }) => count))
  return (
    <table className={`table of-figures figures ${style.byMonth}`} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{first}</th>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {filled.map(({ month, cells, note }) => (
          <tr
            key={month}
            data-lit={lit === month || undefined}
            onPointerEnter={() => onLight(month)}
            onPointerLeave={() => onLight(null)}
          >
            <th scope="row">{monthText(month)}</th>
            {note !== undefined && (
              <td colSpan={columns.length} className="quiet">
                {note}
              </td>
            )}
            {(note === undefined ? cells : []).map(({ count, text, to }, at) => {
              const column = columns[at] ?? ''
              const words = count === undefined ? text : numberText(count)
              return (
                <td key={column}>
                  {to && count ? (
                    <Link
                      to={to}
                      aria-label={t('ver', { que: column, mes: monthText(month), n: numberText(count) })}
                    >
                      {words}
                    </Link>
                  ) : (
                    words
                  )}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
      {total && (
        <tfoot>
          <tr>
            <th scope="row">{t('total')}</th>
            {total.map((sum, at) => (
              <td key={columns[at] ?? sum}>{sum}</td>
            ))}
          </tr>
        </tfoot>
      )}
    </table>
  )
}
