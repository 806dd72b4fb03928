import { Dialog } from './Dialog.tsx'
import { useTranslation } from 'react-i18next'
import { account } from '#contract/account.ts'
import { CheckField, PasswordField } from '#web/shared/fields.tsx'
import { FormShell } from '#web/shared/FormShell.tsx'
import { toast } from '#web/shared/toasts.tsx'
import { useForm } from '#web/shared/useForm.ts'

interface Props {
  opened: boolean
  onClose: () => void
}

/** Changes one's own password. */
export function ChangePassword({ opened, onClose }: Props) {
  const { t } = useTranslation(['account', 'words'])
  return (
    <Dialog opened={opened} onClose={onClose} title={t('cambiar')}>
      <PasswordForm onClose={onClose} />
    </Dialog>
  )
}

function PasswordForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('account')
  const form = useForm(account.changePassword, {
    initial: { send_mail: false },
    onDone: () => {
      onClose()
      toast({ text: t('cambiada') })
    },
  })
  return (
    <FormShell form={form} loading={false} error={null} submit={t('cambiar')} onCancel={onClose} modal>
      <PasswordField form={form} name="oldpass" label={t('anterior')} first />
      <PasswordField form={form} name="pass" label={t('nueva')} autoComplete="new-password" />
      <PasswordField form={form} name="repass" label={t('repetir')} autoComplete="new-password" />
      <CheckField form={form} name="send_mail" label={t('enviarMail')} />
    </FormShell>
  )
}
