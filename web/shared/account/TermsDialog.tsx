import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ownAccount } from '#contract/account/own.ts'
import { call } from '../calls/call.ts'
import { Dialog } from '../forms/Dialog.tsx'
import { endSession } from '../session/session.ts'
import { useCall, useRefresh } from '../calls/useCall.ts'
import { useViewer } from '../session/viewer.ts'
import { FirstFault } from './FirstFault.tsx'

/** Terms of the company whose current version this person has not accepted; it blocks the application until they do. */
export function TermsDialog() {
  const { t } = useTranslation('ownAccount')
  const { company } = useViewer()
  const refresh = useRefresh()
  const { data } = useCall(ownAccount.terms, {})
  const [error, setError] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const asked = data?.pedidos
  if (!asked || asked.aceptados) return null
  const accept = async () => {
    setBusy(true)
    setError(null)
    try {
      await call(ownAccount.acceptTerms, { version: asked.version })
    } catch (reason) {
      setError(reason)
    } finally {
      await refresh(ownAccount.terms, ownAccount.overview)
      setBusy(false)
    }
  }
  return (
    <Dialog opened onClose={() => undefined} title={t('terminosNuevos.titulo')} locked>
      <div className="modal-text">
        <FirstFault error={error} />
        <p>{t('terminosNuevos.texto', { empresa: company.nombre, version: asked.version })}</p>
        {asked.direccion && (
          <p>
            <a href={asked.direccion} target="_blank" rel="noopener">
              {t('terminosNuevos.leer')}
            </a>
          </p>
        )}
      </div>
      <div className="modal-foot">
        <Button size="md" variant="subtle" onClick={() => endSession({ logout: true })}>
          {t('terminosNuevos.salir')}
        </Button>
        <Button size="md" variant="filled" loading={busy} onClick={() => void accept()}>
          {t('terminosNuevos.aceptar')}
        </Button>
      </div>
    </Dialog>
  )
}
