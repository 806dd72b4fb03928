import { Button } from '@mantine/core'
import { IconShieldOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { security } from '#contract/security/security.ts'
import { call } from '#web/shared/calls/call.ts'
import { Dialog } from '#web/shared/forms/Dialog.tsx'
import { errorLine } from '#web/shared/forms/fields.tsx'
import { useErrorText } from '#web/shared/texts/texts.ts'
import { toast } from '#web/shared/pages/toasts.tsx'
import { useCall, useRefresh } from '#web/shared/calls/useCall.ts'
import { useViewer } from '#web/shared/session/viewer.ts'

/** Takes the second factors of an employee who lost them. Shown only where there is one. */
export function ResetFactor({ id, name }: { id: number; name: string }) {
  const { t } = useTranslation(['security', 'words'])
  const { company } = useViewer()
  const errorText = useErrorText()
  const refresh = useRefresh()
  const { data } = useCall(security.of, { id })
  const [opened, setOpened] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  if (!data?.tiene) return null
  const close = () => setOpened(false)
  const reset = async () => {
    setBusy(true)
    setError(null)
    try {
      await call(security.reset, { id })
      close()
      toast({ text: t('restablecido', { nombre: name }) })
      await refresh(security.of)
    } catch (reason) {
      setError(reason)
    }
    setBusy(false)
  }
  return (
    <>
      <Button onClick={() => setOpened(true)} leftSection={<IconShieldOff size={18} aria-hidden />}>
        {t('restablecer')}
      </Button>
      <Dialog opened={opened} onClose={close} title={t('restablecer')}>
        <div className="modal-text">
          <p>{t('restablecerTexto', { nombre: name })}</p>
          {error !== null && <p role="alert">{errorLine(errorText(error))}</p>}
        </div>
        <div className="modal-foot">
          <Button variant="subtle" onClick={close}>
            {t('words:accion.cancelar')}
          </Button>
          <Button variant="filled" loading={busy} onClick={() => void reset()}>
            {t('restablecerBoton', { empresa: company.nombre })}
          </Button>
        </div>
      </Dialog>
    </>
  )
}
