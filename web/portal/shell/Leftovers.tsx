import { Button } from '@mantine/core'
import { useNavigate } from 'react-router'
import { massive } from '#contract/massive/massive.ts'
import { home } from '#contract/home.ts'
import { processes } from '#contract/processes/processes.ts'
import { useAct } from '#web/shared/calls/useAct.ts'
import { paths } from '#web/shared/pages/paths.ts'
import { useMay } from '#web/shared/session/viewer.ts'
import { numberText } from '#web/shared/texts/texts.ts'
import { useWords } from '#web/shared/texts/useWords.ts'

interface Props {
  /** The publication that left them for later. */
  id: number
  count: number
  /** Its publication, for screen readers that read the button alone. */
  of: string
  filled: boolean
  className?: string
}

/** Opens the review of the receipts that a publication left for later. Nothing, for who may not publish. */
export function ResumeLeftovers({ id, count, of, filled, className = '' }: Props) {
  const { t } = useWords('shell')
  const navigate = useNavigate()
  const may = useMay(massive.resume.need)
  const resume = useAct(massive.resume, {
    refresh: [massive.one, massive.pending, processes.one, processes.list, home.documents],
    onDone: (publication) => navigate(paths.massive(publication.id)),
  })
  if (!may) return null
  const word = t('sobrantes.seguir', { count, n: numberText(count) })
  return (
    <Button
      variant={filled ? 'filled' : 'default'}
      className={className}
      loading={resume.busy}
      aria-label={`${word}: ${of}`}
      onClick={() => resume.run({ id })}
    >
      {word}
    </Button>
  )
}
