import {
  type Icon,
  IconArrowBackUp,
  IconBan,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconCornerUpLeft,
} from '@tabler/icons-react'
import type { PaperState as State } from '#contract/uploads.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import style from './uploads.module.css'

const marks: Record<State, Icon> = {
  en_espera: IconClock,
  devuelto: IconCornerUpLeft,
  aprobado: IconCircleCheck,
  rechazado: IconCircleX,
  retirado: IconArrowBackUp,
  anulado: IconBan,
}

/** A paper's state in a word, with its mark. */
export function PaperState({ state }: { state: State }) {
  const { t } = useWords('uploads')
  const Mark = marks[state]
  return (
    <span className={`${style.state} row gap-6`} data-state={state}>
      <Mark size={18} aria-hidden />
      {t(`estado.${state}`)}
    </span>
  )
}
