import { kindFacts } from '#contract/processes/kinds.ts'
import type { ProcessDetail } from '#contract/processes/processes.ts'
import { numberText } from '#web/shared/texts/texts.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import style from './Processes.module.css'

/** Done of how many, how fast, how long it may still take; what failed is the bar's last piece. */
export function ProcessProgress({ process }: { process: ProcessDetail }) {
  const { t } = useWords('processes')
  const remaining = useRemaining()
  const { hechos, total, fallidos, por_segundo, faltan_segundos } = process.progreso
  if (total === 0) return null
  const word = wordOf(process)
  return (
    <div className={`${style.block} column gap-10`}>
      <div className={`${style.blockLine} flex wrap apart`}>
        <span>
          <b className={`figures ${style.big}`}>{numberText(hechos)}</b>{' '}
          <span className="second">
            {t('vista.de', { total: numberText(total) })} {t(`vista.hechos.${word}`)}
          </span>
        </span>
        {faltan_segundos !== null && (
          <span className="second figures">{t('vista.quedan', { cuanto: remaining(faltan_segundos) })}</span>
        )}
      </div>
      <div
        className={style.bar}
        role="progressbar"
        data-over={process.paso === 'done' || undefined}
        aria-label={t('columna.procesados')}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={hechos + fallidos}
      >
        <i style={{ width: `${(100 * hechos) / total}%` }} />
        {fallidos > 0 && <i data-failed style={{ width: `${Math.max(0.6, (100 * fallidos) / total)}%` }} />}
      </div>
      {(por_segundo !== null || fallidos > 0) && (
        <div className={`${style.blockLine} flex wrap apart`}>
          <span className="second figures">
            {por_segundo !== null && t('vista.porSegundo', { cuantos: numberText(por_segundo, 1) })}
          </span>
          {fallidos > 0 && (
            <b className="figures bad">{t('vista.conFalla', { count: fallidos, n: numberText(fallidos) })}</b>
          )}
        </div>
      )}
    </div>
  )
}

/** The word for the items done; 'published' for a finished process that publishes. */
function wordOf({ paso, clase }: ProcessDetail) {
  if (paso === 'preview') return 'reading' as const
  if (paso === 'reading' || paso === 'signing' || paso === 'publishing') return paso
  return paso === 'done' && kindFacts[clase].publishes ? ('publishing' as const) : ('running' as const)
}

/** '58 s', '12 min', '3 h' of seconds. */
function useRemaining(): (seconds: number) => string {
  const { t } = useWords('processes')
  return (seconds) => {
    if (seconds < 90) return t('vista.segundos', { count: seconds })
    if (seconds < 5400) return t('vista.minutos', { count: Math.round(seconds / 60) })
    return t('vista.horas', { count: Math.round(seconds / 3600) })
  }
}
