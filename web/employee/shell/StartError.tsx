import { ErrorState } from '#web/shared/pages/states.tsx'
import { Root } from '#web/shared/look/Root.tsx'
import { useWords } from '#web/shared/texts/useWords.ts'

/** The viewer could not be loaded. */
export function StartError(props: { error: Error; onRetry: () => void }) {
  return (
    <Root size={16}>
      <Said {...props} />
    </Root>
  )
}

function Said({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useWords('shell')
  return <ErrorState error={error} title={t('arranque.errorSitio')} onRetry={onRetry} />
}
