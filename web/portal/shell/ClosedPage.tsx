import { Button } from '@mantine/core'
import { useState } from 'react'
import type { RefusalError } from '#web/shared/calls/wire.ts'
import { sites } from '#web/shared/pages/paths.ts'
import { PortalContact } from '#web/shared/session/PortalContact.tsx'
import { endSession } from '#web/shared/session/session.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { AlonePage } from './AlonePage.tsx'
import { ErrorLayout } from './ErrorLayout.tsx'

/** The company's portal is closed, for who opens it anew. */
export function ClosedPage({ error, onRetry }: { error: RefusalError; onRetry: () => Promise<void> }) {
  const { t } = useWords(['shell', 'words'])
  const [tried, setTried] = useState<'busy' | 'still' | null>(null)
  const retry = async () => {
    setTried('busy')
    await onRetry()
    setTried('still')
  }
  return (
    <AlonePage>
      <ErrorLayout
        drawing="shut"
        title={t('portalCerrado.titulo')}
        why={error.message}
        note={tried === 'still' && t('portalCerrado.sigue')}
        actions={
          <>
            <PortalContact message={error.message} />
            <Button loading={tried === 'busy'} onClick={() => void retry()}>
              {t('words:accion.reintentar')}
            </Button>
            <Button component="a" href={sites.employees}>
              {t('portalCerrado.sitio')}
            </Button>
            <Button variant="subtle" onClick={() => endSession({ logout: true })}>
              {t('cuenta.cerrarSesion')}
            </Button>
          </>
        }
      />
    </AlonePage>
  )
}
