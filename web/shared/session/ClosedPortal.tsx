import { Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../forms/Dialog.tsx'
import { sites } from '../pages/paths.ts'
import { endSession } from './session.ts'
import { EmptyState } from '../pages/states.tsx'
import type { RefusalError } from '../calls/wire.ts'

/** The company's portal was closed while somebody was in it: nothing typed is lost if it opens again. */
export function ClosedDialog({ error, onRetry }: { error: RefusalError; onRetry: () => void }) {
  const { t } = useTranslation('shell')
  return (
    <Dialog
      opened
      onClose={() => undefined}
      locked
      title={t('portalCerrado.titulo')}
      foot={<Ways onRetry={onRetry} />}
    >
      <p>{error.message}</p>
    </Dialog>
  )
}

/** The same, for who opens the portal anew. */
export function ClosedPage({ error, onRetry }: { error: RefusalError; onRetry: () => void }) {
  const { t } = useTranslation('shell')
  return (
    <main className="alone for-fingers">
      <EmptyState
        page
        drawing="shut"
        title={t('portalCerrado.titulo')}
        action={<Ways page onRetry={onRetry} />}
      >
        {error.message}
      </EmptyState>
    </main>
  )
}

/** The act is last in a dialog's foot, and first on a page. */
function Ways({ onRetry, page = false }: { onRetry: () => void; page?: boolean }) {
  const { t } = useTranslation(['shell', 'words'])
  const ways = [
    <Button key="out" variant="subtle" onClick={() => endSession({ logout: true })}>
      {t('cuenta.cerrarSesion')}
    </Button>,
    <Button key="site" component="a" href={sites.employees}>
      {t('portalCerrado.sitio')}
    </Button>,
    <Button key="retry" variant="filled" onClick={onRetry} data-autofocus>
      {t('words:accion.reintentar')}
    </Button>,
  ]
  return page ? (
    <Group gap={8} justify="center">
      {ways.toReversed()}
    </Group>
  ) : (
    ways
  )
}
