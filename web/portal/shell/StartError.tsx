import { lazy, Suspense } from 'react'
import { isPortalClosed } from '#web/shared/calls/call.ts'
import { ErrorState } from '#web/shared/pages/states.tsx'
import { storedColours } from '#web/shared/look/brand.ts'
import { Root } from '#web/shared/look/Root.tsx'
import { useWords } from '#web/shared/texts/useWords.ts'

// Most visits need none of it.
const ClosedPage = lazy(() => import('./ClosedPage.tsx').then((it) => ({ default: it.ClosedPage })))

/** The server could not say who this is. */
export function StartError({ error, onRetry }: { error: Error; onRetry: () => Promise<void> }) {
  return (
    <Root colours={storedColours()} size={14}>
      <Said error={error} onRetry={onRetry} />
    </Root>
  )
}

function Said({ error, onRetry }: { error: Error; onRetry: () => Promise<void> }) {
  const { t } = useWords('shell')
  if (isPortalClosed(error))
    return (
      <Suspense fallback={null}>
        <ClosedPage error={error} onRetry={onRetry} />
      </Suspense>
    )
  return <ErrorState error={error} title={t('arranque.error')} onRetry={() => void onRetry()} />
}
