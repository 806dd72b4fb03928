import { type Icon, IconCircleCheck, IconCircleOff, IconPencil } from '@tabler/icons-react'
import type { WorkflowState as State } from '#contract/workflows.ts'
import { useWords } from '#web/shared/texts/useWords.ts'

const marks: Record<State, [Icon, string]> = {
  draft: [IconPencil, 'var(--text3)'],
  active: [IconCircleCheck, 'var(--ok)'],
  cancelled: [IconCircleOff, 'var(--text3)'],
}

/** A workflow's state in a word, with its mark. */
export function WorkflowState({ state }: { state: State }) {
  const { t } = useWords('workflows')
  const [Mark, colour] = marks[state]
  return (
    <span className="row gap-4">
      <Mark size={16} color={colour} aria-hidden />
      {t(`estado.${state}`)}
    </span>
  )
}
