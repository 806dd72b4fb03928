import { Badge, Progress } from '@mantine/core'
import {
  IconAlertTriangle,
  IconBan,
  IconCircleCheck,
  IconClock,
  IconExclamationCircle,
  IconLoader2,
  type Icon,
} from '@tabler/icons-react'
import type { ProcessRow } from '#contract/processes/processes.ts'
import { monthText } from '#web/shared/texts/texts.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import style from './Processes.module.css'

type Said = Pick<ProcessRow, 'estado' | 'paso' | 'espera' | 'procesados' | 'cantidad' | 'aviso'>

const looks: Record<ProcessRow['estado'], { icon: Icon; meaning: 'ok' | 'bad' | 'warn' | 'gray' | 'info' }> =
  {
    in_progress: { icon: IconLoader2, meaning: 'info' },
    completed_with_observations: { icon: IconAlertTriangle, meaning: 'warn' },
    error: { icon: IconExclamationCircle, meaning: 'bad' },
    successful: { icon: IconCircleCheck, meaning: 'ok' },
    cancelled: { icon: IconBan, meaning: 'gray' },
  }

/** Percent done, 0 to 100. */
export function partOf({ procesados, cantidad }: Pick<ProcessRow, 'procesados' | 'cantidad'>): number {
  return cantidad > 0 ? Math.min(100, Math.floor((100 * procesados) / cantidad)) : 0
}

/** In the table: the step with its progress, what it waits for, or the result. */
export function ProcessStateWord({ row }: { row: Said }) {
  const { t } = useWords('processes')
  const words = useStateWords()
  if (row.estado === 'in_progress' && !row.espera) {
    const part = partOf(row)
    return (
      <span className={`${style.running} column`}>
        <b>
          {words(row)} {part > 0 && `${part} %`}
        </b>
        <Progress value={part} size={4} aria-label={t('columna.estado')} />
      </span>
    )
  }
  const { icon: Mark, meaning } = row.espera
    ? { icon: IconClock, meaning: 'warn' as const }
    : looks[row.estado]
  return (
    <span className={style.state} data-meaning={meaning}>
      <Mark size={16} aria-hidden />
      <span>{words(row)}</span>
    </span>
  )
}

/** The same on its tint, in the first line of the preview. */
export function ProcessBadge({ row }: { row: Said }) {
  const words = useStateWords()
  const { icon: Mark, meaning } = row.espera
    ? { icon: IconClock, meaning: 'warn' as const }
    : looks[row.estado]
  return (
    <Badge color={meaning} leftSection={<Mark size={16} aria-hidden />}>
      {words(row)}
    </Badge>
  )
}

/** The process's state or result in a word or two. */
export function useStateWords(): (row: Said) => string {
  const { t } = useWords('processes')
  return ({ estado, paso, espera }) => {
    if (estado !== 'in_progress') return t(`estado.${estado}`)
    if (
      espera &&
      (paso === 'uploaded' || paso === 'preview' || paso === 'waiting_upload' || paso === 'waiting_password')
    )
      return t(`espera.${paso}`)
    return t(`corre.${paso}`)
  }
}

/** The process's title: its document type and period, or its kind. */
export function useProcessTitle(): (
  row: Pick<ProcessRow, 'tipo' | 'periodo' | 'clase' | 'etiqueta'>,
) => string {
  const { t } = useWords('processes')
  return ({ tipo, periodo, clase, etiqueta }) =>
    tipo ? [tipo, etiqueta, periodo && monthText(periodo)].filter(Boolean).join(', ') : t(`clase.${clase}`)
}

/** Its second line: how the file is handled, and which file it is. */
export function useProcessKind(): (row: Pick<ProcessRow, 'tipo' | 'clase' | 'modo' | 'archivo'>) => string {
  const { t } = useWords('processes')
  return ({ tipo, clase, modo, archivo }) => {
    const how = modo ? t(`modo.${modo}`) : tipo ? t(`clase.${clase}`) : null
    return [how, archivo].filter(Boolean).join(' · ')
  }
}
