import { employees } from '#contract/employees/employees.ts'
import { home } from '#contract/home.ts'
import { monthInSentence, monthText, numberText } from '#web/shared/texts/texts.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { Widget } from './Widget.tsx'
import style from './Widget.module.css'

/** How many there are in each state, and who came and left by month: bars, and the same as a table. */
export function Movements() {
  const { t, i18n } = useWords('home')
  const totals = useCall(employees.totals, {})
  const query = useCall(home.inout, {})
  const months = query.data ?? []
  const most = Math.max(1, ...months.flatMap(({ altas, bajas }) => [altas, bajas]))
  const last = months.at(-1)
  const letter = new Intl.DateTimeFormat(i18n.language, { month: 'narrow', timeZone: 'UTC' })
  // A month with anybody shows at least a line.
  const height = (count: number, room: number) => (count === 0 ? 0 : Math.max(3, (count / most) * room))
  // A half without anybody leaves no empty room.
  const [hired, left] = [months.some(({ altas }) => altas > 0), months.some(({ bajas }) => bajas > 0)]
  const still = months.every(({ altas, bajas }) => altas + bajas === 0)
  return (
    <Widget title={t('altasBajas')} query={query}>
      {totals.data && (
        <p className="figures">
          <b>{numberText(totals.data.active)}</b> {t('activos', { count: totals.data.active })} ·{' '}
          {t('enOnboarding', { count: totals.data.onboarding, cuantos: numberText(totals.data.onboarding) })}{' '}
          · {t('inactivos', { count: totals.data.inactive, cuantos: numberText(totals.data.inactive) })}
        </p>
      )}
      {still ? <p className="second">{t('sinMovimientos')}</p> : chart()}
    </Widget>
  )

  function chart() {
    return (
      <>
        <div
          className={style.chart}
          data-no-hires={!hired || undefined}
          data-none-left={!left || undefined}
          aria-hidden
        >
          {months.map(({ periodo, altas, bajas }) => (
            <div
              key={periodo}
              className={style.month}
              title={t('delMes', { mes: monthText(periodo), altas, bajas })}
            >
              <div className={style.in}>
                <div className={style.bar} style={{ height: height(altas, 56) }} />
              </div>
              <div className={style.out}>
                <div className={style.bar} style={{ height: height(bajas, 28) }} />
              </div>
              <div className={style.letter}>
                {letter.format(new Date(`${periodo}T12:00:00Z`)).toUpperCase()}
              </div>
            </div>
          ))}
        </div>
        {last && (
          <p className={`${style.legend} second figures flex wrap`}>
            <span>
              <i aria-hidden />
              {t('altasEn', {
                count: last.altas,
                cuantos: numberText(last.altas),
                mes: monthInSentence(last.periodo),
              })}
            </span>
            <span>
              <i aria-hidden />
              {t('bajasEn', {
                count: last.bajas,
                cuantos: numberText(last.bajas),
                mes: monthInSentence(last.periodo),
              })}
            </span>
          </p>
        )}
        <details className={style.table}>
          <summary>{t('comoTabla')}</summary>
          <table className="table of-figures figures">
            <thead>
              <tr>
                <th scope="col">{t('mes')}</th>
                <th scope="col">{t('altas')}</th>
                <th scope="col">{t('bajasTitulo')}</th>
              </tr>
            </thead>
            <tbody>
              {months.toReversed().map(({ periodo, altas, bajas }) => (
                <tr key={periodo}>
                  <th scope="row">{monthText(periodo)}</th>
                  <td>{numberText(altas)}</td>
                  <td>{numberText(bajas)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      </>
    )
  }
}
