import { Button } from '@mantine/core'
import { Dialog } from '../forms/Dialog.tsx'
import { sites } from '../pages/paths.ts'
import { useWords } from '../texts/useWords.ts'
import { PortalContact } from './PortalContact.tsx'
import { endSession } from './session.ts'
import type { RefusalError } from '../calls/wire.ts'

/** The company's portal was closed while somebody was in it: nothing typed is lost if it opens again. */
export function ClosedDialog({ error, onRetry }: { error: RefusalError; onRetry: () => void }) {
  const { t } = useWords('shell')
  return (
    <Dialog
      opened
      onClose={() => undefined}
      locked
      title={t('portalCerrado.titulo')}
      foot={<Ways message={error.message} onRetry={onRetry} />}
    >
      <p>{error.message}</p>
    </Dialog>
  )
}

function Ways({ message, onRetry }: { message: string; onRetry: () => void }) {
  const { t } = useWords(['shell', 'words'])
  return (
    <>
      <Button variant="subtle" onClick={() => endSession({ logout: true })}>
        {t('cuenta.cerrarSesion')}
      </Button>
      <Button component="a" href={sites.employees}>
        {t('portalCerrado.sitio')}
      </Button>
      <Button onClick={onRetry}>{t('words:accion.reintentar')}</Button>
      <PortalContact message={message} />
    </>
  )
}
