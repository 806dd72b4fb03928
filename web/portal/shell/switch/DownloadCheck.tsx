import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { backup } from '#contract/backup.ts'
import { call } from '#web/shared/calls/call.ts'
import { Dialog } from '#web/shared/forms/Dialog.tsx'
import { Drawing } from '#web/shared/look/drawings.tsx'
import { paths } from '#web/shared/pages/paths.ts'
import { forgetDownload, takeDownload } from '#web/shared/session/backup-link.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import { isRefusedWith } from '#web/shared/calls/refused.ts'
import style from './DownloadCheck.module.css'

type Standing = { at: 'active'; link: string } | { at: 'expired' } | { at: 'factor' }

/** A backup that a mail led to, checked once after signing in, where it is this company's. */
export function DownloadCheck() {
  const { company } = useViewer()
  const [standing, setStanding] = useState<Standing | null>(null)
  useEffect(() => {
    const download = takeDownload(company.id)
    if (!download) return
    call(backup.download, { download }).then(
      ({ enlace }) => {
        setStanding({ at: 'active', link: enlace })
        start(enlace)
      },
      (reason: unknown) => {
        const factor = isRefusedWith(reason, 'SYSTEM_MFA_AUTH_NOT_CONFIGURED')
        setStanding({ at: factor ? 'factor' : 'expired' })
      },
    )
  }, [company.id])
  return standing && <DownloadDialog standing={standing} onClose={() => setStanding(null)} />
}

/** A new link's download begins by itself. */
function start(link: string): void {
  const anchor = document.createElement('a')
  anchor.href = link
  anchor.download = ''
  anchor.click()
}

function DownloadDialog({ standing, onClose }: { standing: Standing; onClose: () => void }) {
  const { t } = useTranslation('relations-switch')
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
      </div>
      <div className="modal-foot">
        <Button variant="filled" onClick={onClose} data-autofocus>
          {t('descarga.entendido')}
        </Button>
      </div>
    </Dialog>
  )
}
