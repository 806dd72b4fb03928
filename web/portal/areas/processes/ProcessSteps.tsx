import { IconCircle, IconCircleCheck, IconCircleX, IconLoader2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ProcessDetail } from '#contract/processes.ts'
import { instantText } from '#web/shared/texts.ts'
import { useViewer } from '#web/shared/viewer.ts'
import style from './Processes.module.css'

/** The steps that it went through, each with its hour; the last one is where it is. */
export function ProcessSteps({ process }: { process: ProcessDetail }) {
  const { t } = useTranslation('processes')
  const { company } = useViewer()
  const running = process.estado === 'in_progress'
  const last = process.pasos.length - 1
  const time = (at: string) => instantText(at, company.zona).replace(/^(\d\d\/\d\d)\/\d{4}/, '$1')
  return (
    <ol className={style.steps} aria-label={t('vista.pasos')}>
      {process.pasos.map(({ paso, desde }, at) => {
        const here = at === last && running
        const bad = at === last && (process.estado === 'error' || process.estado === 'cancelled')
        return (
          // A step may come twice, so its place is part of what it is.
          <li key={`${paso} ${at}`} data-state={here ? 'here' : bad ? 'bad' : 'done'}>
            {here ? (
              process.espera ? (
                <IconCircle size={20} stroke={1.6} aria-hidden />
              ) : (
                <IconLoader2 size={20} stroke={1.6} aria-hidden />
              )
            ) : bad ? (
              <IconCircleX size={20} stroke={1.6} aria-hidden />
            ) : (
              <IconCircleCheck size={20} stroke={1.6} aria-hidden />
            )}
            <span>
              <b>{bad ? t(`estado.${process.estado}`) : t(`paso.${paso}`)}</b>
              {bad && process.aviso && <span className="second">{process.aviso.message}</span>}
            </span>
            <span className="second figures">
              {here ? t('paso.desde', { hora: time(desde) }) : time(desde)}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
