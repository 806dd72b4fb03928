import { Button } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { account } from '#contract/account/account.ts'
import { call } from '#web/shared/calls/call.ts'
import { Dialog } from '#web/shared/forms/Dialog.tsx'
import { errorLine } from '#web/shared/forms/fields.tsx'
import { useErrorText } from '#web/shared/texts/texts.ts'
import { toast } from '#web/shared/pages/toasts.tsx'

/** Mails an employee who can't get in a link to a new password; nobody sets one for another. */
export function SendLink({ id, name, mail }: { id: number; name: string; mail: string }) {
  const { t } = useTranslation(['access', 'words'])
  const errorText = useErrorText()
  const [opened, setOpened] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const close = () => setOpened(false)
  const send = async () => {
    setBusy(true)
    setError(null)
    try {
      await call(account.changePasswordOf, { id })
      close()
      toast({ text: t('enlace.enviado', { mail }) })
    } catch (reason) {
      setError(reason)
    }
    setBusy(false)
  }
  return (
    <>
      <Button onClick={() => setOpened(true)} leftSection={<IconMail size={18} aria-hidden />}>
        {t('enlace.boton')}
      </Button>
      <Dialog opened={opened} onClose={close} title={t('enlace.boton')}>
        <div className="modal-text">
          <p>{t('enlace.texto', { nombre: name, mail })}</p>
          {error !== null && <p role="alert">{errorLine(errorText(error))}</p>}
        </div>
        <div className="modal-foot">
          <Button variant="subtle" onClick={close}>
            {t('words:accion.cancelar')}
          </Button>
          <Button variant="filled" loading={busy} onClick={() => void send()}>
            {t('enlace.enviar')}
          </Button>
        </div>
      </Dialog>
    </>
  )
}
