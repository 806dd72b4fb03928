import { Progress } from '@mantine/core'
import { modeFacts } from '#contract/massive/modes.ts'
import type { MassivePublication } from '#contract/massive/publication.ts'
import { numberText } from '#web/shared/texts/texts.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import style from './Massive.module.css'

/** The server's current step, its progress and the time left. */
export function Running({ publication }: { publication: MassivePublication }) {
  const { t } = useWords('massive')
  const { paso, modo, archivo, sale, progreso, ensenado } = publication
  const { hechos, total, fallidos, faltan_segundos } = progreso
  const reading = paso === 'reading' || paso === 'uploaded'
  // The zip signed by an external system has been uploaded and is read.
  const returned = reading && modeFacts[modo].goesOut && !sale
  const doing =
    paso === 'uploaded'
      ? 'esperaLectura'
      : reading
        ? returned
          ? 'comparando'
          : 'leyendo'
        : sale
          ? 'armando'
          : modeFacts[modo].signs
            ? 'firmando'
            : 'publicando'
  const things = !reading
    ? 'recibos'
    : returned || archivo.toLowerCase().endsWith('.zip')
      ? 'archivos'
      : 'paginas'
  const part = total > 0 ? Math.min(100, Math.floor((100 * (hechos + fallidos)) / total)) : 0
  const seconds = faltan_segundos === null ? null : Math.max(1, faltan_segundos)
  return (
    <section aria-label={t(`avance.${doing}`)}>
      <div className={`${style.panel} column gap-10`}>
        <div className={`${style.panelHead} row gap-14`}>
          <span className={`${style.panelName} grow`}>
            <b role="status">{t(`avance.${doing}`)}</b>
            <span className="second">{archivo}</span>
          </span>
          {total > 0 && (
            <span className={`figures ${style.part}`}>{t('subida.parte', { parte: numberText(part) })}</span>
          )}
        </div>
        <Progress
          value={total > 0 ? part : 100}
          size={8}
          aria-label={t('avance.barra')}
          {...(total === 0 && { animated: true, striped: true })}
        />
        <div className={`figures ${style.panelFoot} flex apart gap-12`}>
          <span>
            {total > 0
              ? [
                  t(`avance.${things}`, {
                    count: total,
                    hechos: numberText(hechos),
                    total: numberText(total),
                  }),
                  seconds !== null &&
                    (seconds < 60
                      ? t('subida.segundos', { count: seconds })
                      : t('subida.minutos', { count: Math.ceil(seconds / 60) })),
                ]
                  .filter(Boolean)
                  .join(' · ')
              : t('avance.revisando')}
          </span>
          {fallidos > 0 && (
            <b className="bad">{t('avance.fallidos', { count: fallidos, cuantos: numberText(fallidos) })}</b>
          )}
        </div>
      </div>
      <p className={`quiet ${style.under}`}>
        {reading && ensenado
          ? t('avance.otraVez', { antes: numberText(ensenado.excepciones_antes) })
          : t(reading ? 'avance.quePasa' : sale ? 'avance.hastaQueVuelva' : 'avance.cadaUno')}
      </p>
    </section>
  )
}
