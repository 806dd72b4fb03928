import { Link } from 'react-router'
import { numberText } from '#web/shared/texts/texts.ts'
import style from './Reports.module.css'

interface Bar {
  /** The month's first day. */
  month: string
  parts: readonly { value: number; tone: 'accent' | 'ok' | 'bad' | 'warn' }[]
  to: string | null
}

interface Props {
  bars: readonly Bar[]
  /** Pixels, without the months' names. */
  height: number
  /** The month that is looked at, here or in the table. */
  lit: string | null
  onLight: (month: string | null) => void
  /** Its months are named by the chart below it. */
  plain?: boolean
}

/**
 * Bars by month, each linking to its documents. Hidden from screen readers and keys, which have the same facts in the
 * table below.
 */
export function BarChart({ bars, height, lit, onLight, plain = false }: Props) {
  const most = Math.max(...bars.map(({ parts }) => parts.reduce((sum, { value }) => sum + value, 0)), 1)
  const top = roundUp(most)
  const lines = height > 100 ? [1, 2 / 3, 1 / 3, 0] : [1, 0]
  return (
    <div className={style.chart} aria-hidden data-plain={plain || undefined}>
      <div className={style.plot} style={{ height }}>
        {lines.map((part) => (
          <span key={part} className={style.grid} style={{ bottom: `${part * 100}%` }}>
            {numberText(Math.round(top * part))}
          </span>
        ))}
        <div className={style.bars}>
          {bars.map(({ month, parts, to }) => {
            const column = (
              <span className={style.bar}>
                {parts
                  .filter(({ value }) => value > 0)
                  .map(({ value, tone }) => (
                    <i key={tone} data-tone={tone} style={{ height: `${(100 * value) / top}%` }} />
                  ))}
              </span>
            )
            const light = {
              'data-lit': lit === month || undefined,
              onPointerEnter: () => onLight(month),
              onPointerLeave: () => onLight(null),
            }
            return to ? (
              <Link key={month} to={to} tabIndex={-1} {...light}>
                {column}
              </Link>
            ) : (
              <span key={month} {...light}>
                {column}
              </span>
            )
          })}
        </div>
      </div>
      {!plain && (
        <div className={style.months}>
          {bars.map(({ month }) => (
            <span key={month}>
              {bars.length > 8 ? monthName(month, 'narrow') : monthName(month, 'short')}
            </span>
          ))}
        </div>
      )}
    </div>
  )
}

/** The next figure that ends in zeros: 1.829 → 2.100 in thirds that are whole. */
function roundUp(most: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(most)) - 1)
  return Math.ceil(most / (3 * step)) * 3 * step
}

function monthName(month: string, length: 'narrow' | 'short'): string {
  return new Intl.DateTimeFormat(document.documentElement.lang, { month: length, timeZone: 'UTC' })
    .format(new Date(`${month}T12:00:00Z`))
    .replace('.', '')
}
