import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { backup } from '#contract/backup.ts'
import { call } from '#web/shared/calls/call.ts'
import { Dialog } from '#web/shared/forms/Dialog.tsx'
import { Drawing } from '#web/shared/look/drawings.tsx'
import { paths } from '#web/shared/pages/paths.ts'
import { forgetDownload, takeDownload } from '#web/shared/session/backup-link.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import { isRefusedWith } from '#web/shared/calls/refused.ts'
import { RefusalError } from '#web/shared/calls/wire.ts'
import { useErrorText } from '#web/shared/texts/texts.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import style from './DownloadCheck.module.css'

type Standing =
  | { at: 'active'; link: string }
  | { at: 'expired' }
  | { at: 'factor' }
  | { at: 'failed'; error: unknown; download: string }

/** A backup that a mail led to, checked once after signing in, where it is this company's. */
export function DownloadCheck() {
  const { company } = useViewer()
  const [standing, setStanding] = useState<Standing | null>(null)
  useEffect(() => {
    const download = takeDownload(company.id)
    if (download) void ask(download).then(setStanding)
  }, [company.id])
  const retry = (download: string) => {
    setStanding(null)
    void ask(download).then(setStanding)
  }
  return standing && <DownloadDialog standing={standing} onRetry={retry} onClose={() => setStanding(null)} />
}

async function ask(download: string): Promise<Standing> {
  try {
    const { enlace } = await call(backup.download, { download })
    start(enlace)
    return { at: 'active', link: enlace }
  } catch (error) {
    if (isRefusedWith(error, 'SYSTEM_MFA_AUTH_NOT_CONFIGURED')) return { at: 'factor' }
    // Without an answer, or with a fault of the server, nothing is known of the link.
    const known = error instanceof RefusalError && error.status >= 400 && error.status < 500
    return known ? { at: 'expired' } : { at: 'failed', error, download }
  }
}

/** A new link's download begins by itself. */
function start(link: string): void {
  const anchor = document.createElement('a')
  anchor.href = link
  anchor.download = ''
  anchor.click()
}

interface Props {
  standing: Standing
  onRetry: (download: string) => void
  onClose: () => void
}

function DownloadDialog({ standing, onRetry, onClose }: Props) {
  const { t } = useWords(['relations-switch', 'shell', 'words'])
  const errorText = useErrorText()
  return (
    <Dialog opened onClose={onClose} title={t('descarga.titulo')}>
      <div className={`modal-text ${style.state}`}>
        <Drawing of={standing.at === 'active' ? 'empty' : 'lost'} />
        {standing.at === 'active' && (
          <p role="status">
            {t('descarga.iniciada')} {t('descarga.siNo')}{' '}
            <a href={standing.link} download="">
              {t('descarga.aqui')}
            </a>
            .
          </p>
        )}
        {standing.at === 'expired' && (
          <p role="alert">
            {t('descarga.vencida')}{' '}
            <Link
              to={paths.documents()}
              onClick={() => {
                forgetDownload()
                onClose()
              }}
            >
              {t('descarga.reintentar')}
            </Link>
          </p>
        )}
        {standing.at === 'factor' && <p role="alert">{t('descarga.sinFactor')}</p>}
        {standing.at === 'failed' && <p role="alert">{errorText(standing.error)}</p>}
      </div>
      <div className="modal-foot">
        {(standing.at === 'failed' || standing.at === 'factor') && (
          <Button variant="subtle" onClick={onClose}>
            {t(standing.at === 'failed' ? 'words:accion.cerrar' : 'descarga.entendido')}
          </Button>
        )}
        {standing.at === 'failed' ? (
          <Button variant="filled" onClick={() => onRetry(standing.download)} data-autofocus>
            {t('words:accion.reintentar')}
          </Button>
        ) : standing.at === 'factor' ? (
          <Button component={Link} variant="filled" to={paths.account()} onClick={onClose} data-autofocus>
            {t('shell:cuenta.miCuenta')}
          </Button>
        ) : (
          <Button variant="filled" onClick={onClose} data-autofocus>
            {t('descarga.entendido')}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
