import { useTranslation } from 'react-i18next'
import { ErrorState } from '#web/shared/pages/states.tsx'
import { Root } from '#web/shared/look/Root.tsx'

/** The viewer could not be loaded. */
export function StartError(props: { error: Error; onRetry: () => void }) {
  return (
    <Root size={16}>
      <Said {...props} />
    </Root>
  )
}

function Said({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation('shell')
  return <ErrorState error={error} title={t('arranque.errorSitio')} onRetry={onRetry} />
}
