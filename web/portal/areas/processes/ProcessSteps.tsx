import {
  IconBan,
  IconCircle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconLoader2,
  type TablerIcon,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { modeFacts } from '#contract/massive/modes.ts'
import type { ProcessDetail } from '#contract/processes/processes.ts'
import { instantText, numberText, sizeText } from '#web/shared/texts/texts.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { useStateWords } from './ProcessWords.tsx'
import { type StepBehind, stepsAhead, stepsBehind } from './steps.ts'
import style from './Processes.module.css'

/** The steps passed, each with its end and result; the present step; the steps ahead. */
export function ProcessSteps({ process }: { process: ProcessDetail }) {
  const { t } = useWords('processes')
  const words = useStateWords()
  const fact = useFact(process)
  const time = useTime(process)
  const { pasos, estado, espera, aviso } = process
  const last = pasos.at(-1)
  const broken = estado === 'error' || estado === 'cancelled'
  const behind = stepsBehind(process)
  return (
    <ol className={`${style.steps} column plain-list`} aria-label={t('vista.pasos')}>
      {behind.map((step, at) => (
        // A step may come twice, so the key contains its index.
        <Step
          key={`${step.paso} ${at}`}
          icon={isInterrupted(step) ? IconCircleDashed : IconCircleCheck}
          state={isInterrupted(step) ? 'gone' : 'done'}
          name={t(`hecho.${doneWord(step, process)}`)}
          second={fact(step)}
          hour={time(step.hasta)}
        />
      ))}
      {last && broken && (
        <Step
          icon={estado === 'error' ? IconCircleX : IconBan}
          state={estado === 'error' ? 'bad' : 'gone'}
          name={t(`estado.${estado}`)}
          second={aviso?.message ?? t('paso.estaba', { paso: t(`paso.${pasos.at(-2)?.paso ?? last.paso}`) })}
          hour={time(last.desde)}
        />
      )}
      {last && estado === 'in_progress' && (
        <Step
          icon={espera ? IconCircle : IconLoader2}
          state="here"
          name={words(process)}
          second={aviso?.message}
          hour={t('paso.desde', { hora: time(last.desde) })}
        />
      )}
      {stepsAhead(process).map((paso, at) => (
        <Step key={`${paso} ${at}`} icon={IconCircle} state="ahead" name={t(`falta.${paso}`)} />
      ))}
    </ol>
  )
}

/** Signing that stopped and waits for the certificate's password. */
function isInterrupted({ paso, next }: Pick<StepBehind, 'paso' | 'next'>): boolean {
  return paso === 'signing' && next === 'waiting_password'
}

/** The word for a step that was passed. The result of some steps is known by the next step. */
function doneWord({ paso, next }: StepBehind, { modo }: ProcessDetail) {
  if (paso === 'publishing' && next === 'waiting_upload') return 'zip' as const
  if (paso === 'signing' && next === 'publishing') return 'signed' as const
  if (isInterrupted({ paso, next })) return 'interrupted' as const
  if (paso === 'reading' && modo && modo !== 'generic' && modeFacts[modo].onePdf) return 'split' as const
  return paso
}

interface StepProps {
  icon: TablerIcon
  state: 'done' | 'bad' | 'gone' | 'here' | 'ahead'
  name: string
  second?: ReactNode
  hour?: string
}

function Step({ icon: Icon, state, name, second, hour }: StepProps) {
  return (
    <li data-state={state}>
      <Icon size={20} aria-hidden />
      <span className="column grow">
        <b>{name}</b>
        {second && <span className="second figures">{second}</span>}
      </span>
      {hour && <span className="second figures">{hour}</span>}
    </li>
  )
}

/** The result of a step, where known. */
function useFact(process: ProcessDetail): (step: StepBehind) => string | null {
  const { t } = useWords('processes')
  const { tamano, lectura, revision, procesados, fallidos } = process
  const took = (milliseconds: number) => {
    const seconds = Math.max(1, Math.round(milliseconds / 1000))
    return seconds < 60
      ? t('vista.segundos', { count: seconds })
      : t('hecho.minutos', { minutos: Math.floor(seconds / 60), segundos: seconds % 60 })
  }
  return ({ paso, next, last }) => {
    if (paso === 'uploaded') return tamano === null ? null : sizeText(tamano)
    if (!last) return null
    if (paso === 'reading' && lectura)
      return t('hecho.paginas', {
        count: lectura.paginas,
        paginas: numberText(lectura.paginas),
        duracion: took(lectura.milisegundos),
      })
    if (paso === 'preview' && revision)
      return [
        t('hecho.listos', { count: revision.listos, listos: numberText(revision.listos) }),
        revision.guardados > 0 &&
          t('hecho.guardados', { count: revision.guardados, guardados: numberText(revision.guardados) }),
        revision.excluidos > 0 &&
          t('hecho.excluidos', { count: revision.excluidos, excluidos: numberText(revision.excluidos) }),
      ]
        .filter(Boolean)
        .join(', ')
    if ((paso === 'signing' || paso === 'publishing') && next === 'done')
      return [
        t('hecho.publicados', { count: procesados, publicados: numberText(procesados) }),
        fallidos > 0 && t('vista.conFalla', { count: fallidos, n: numberText(fallidos) }),
      ]
        .filter(Boolean)
        .join(', ')
    return null
  }
}

/** hh:mm, with dd/mm before it on another day than that of the beginning. The zone is shown above. */
function useTime({ creado }: ProcessDetail): (at: string) => string {
  const { company } = useViewer()
  const begun = instantText(creado, company.zona).slice(0, 10)
  return (at) => {
    const text = instantText(at, company.zona)
    const hour = text.slice(11, 16)
    return text.startsWith(begun) ? hour : `${text.slice(0, 5)} ${hour}`
  }
}
