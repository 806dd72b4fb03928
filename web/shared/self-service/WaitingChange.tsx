import { Skeleton } from '@mantine/core'
import type { Call } from '#contract/call.ts'
import { selfService } from '#contract/self-service/self-service.ts'
import { isRefusedWith } from '../calls/refused.ts'
import { useCall } from '../calls/useCall.ts'
import { EmptyState, ErrorState } from '../pages/states.tsx'
import { useWords } from '../texts/useWords.ts'
import { ChangeCard } from './ChangeCard.tsx'

/** One change that waits for a decision, by its id. */
export function WaitingChange({ id, changes }: { id: number; changes: readonly Pick<Call, 'path'>[] }) {
  const { t } = useWords('self-service')
  const { data, error, refetch } = useCall(selfService.one, { id })
  if (isRefusedWith(error, 'NOT_FOUND'))
    return (
      <EmptyState drawing="nothing" title={t('cambio.noEsta')}>
        {t('cambio.noEstaTexto')}
      </EmptyState>
    )
  if (error) return <ErrorState error={error} title={t('error')} onRetry={() => void refetch()} />
  return data ? <ChangeCard change={data} changes={changes} named /> : <Skeleton height={240} />
}
