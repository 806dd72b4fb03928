import { Badge } from '@mantine/core'
import {
  IconBan,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconEye,
  IconMinus,
  IconPointFilled,
  type Icon,
} from '@tabler/icons-react'
import type portalWords from '#locales/es/words.json'
import { useWords } from '../texts/useWords.ts'
import style from './StateWord.module.css'

/** A document's state as lists, filters and counts name it, in one word. */
export type StateName = keyof (typeof portalWords)['estado']

const looks: Record<StateName, { icon: Icon; meaning: 'ok' | 'bad' | 'warn' | 'gray' }> = {
  conforme: { icon: IconCircleCheck, meaning: 'ok' },
  no_conforme: { icon: IconCircleX, meaning: 'bad' },
  pendiente: { icon: IconClock, meaning: 'warn' },
  anulado: { icon: IconBan, meaning: 'gray' },
  falta_la_firma_de_la_empresa: { icon: IconClock, meaning: 'gray' },
  sin_leer: { icon: IconPointFilled, meaning: 'gray' },
  leido: { icon: IconEye, meaning: 'gray' },
  sin_firma: { icon: IconMinus, meaning: 'gray' },
  en_aprobacion: { icon: IconClock, meaning: 'warn' },
  rechazado: { icon: IconCircleX, meaning: 'gray' },
}

/** In tables: icon and word, no ground. Only 'no conforme' colours its word, since the eye must find it. */
export function StateWord({ state }: { state: StateName }) {
  const { t } = useWords()
  const { icon: Mark, meaning } = looks[state]
  return (
    <span className={style.word} data-meaning={meaning} data-state={state}>
      <Mark size={16} aria-hidden />
      {t(`estado.${state}`)}
    </span>
  )
}

/** In a record's first line: the word on its tint. */
export function StateBadge({ state }: { state: StateName }) {
  const { t } = useWords()
  const { icon: Mark, meaning } = looks[state]
  return (
    <Badge color={meaning} leftSection={<Mark size={16} aria-hidden />}>
      {t(`estadoFicha.${state}`)}
    </Badge>
  )
}
