import { Button } from '@mantine/core'
import { Link } from 'react-router'
import type { ProcessFailure } from '#contract/processes/processes.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import type { remedyOf } from './remedies.ts'

/** Leads to where a failure is mended. */
export function RemedyLink({
  name,
  to,
  of,
}: NonNullable<ReturnType<typeof remedyOf>> & {
  /** The failure that it mends, for screen readers that read the link alone. */
  of: string
}) {
  const { t } = useWords('processes')
  const word = t(`remedio.${name}`)
  return (
    <Button component={Link} to={to} size="compact-sm" aria-label={`${word}: ${of}`}>
      {word}
    </Button>
  )
}

/** 'Cáceres, Lucía · p. 1204': of what a failure is, as far as that is known. */
export function useWhose(): (failed: Pick<ProcessFailure, 'colaborador' | 'archivo' | 'paginas'>) => string {
  const { t } = useWords('processes')
  return ({ colaborador, archivo, paginas }) => {
    const pages = paginas.length > 0 && t('vista.paginas', { paginas: paginas.join(', ') })
    return [colaborador ?? archivo, pages].filter(Boolean).join(' · ')
  }
}
