import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { PublicationSetup, publishing } from '#contract/publishing/publishing.ts'
import { Dialog } from '#web/shared/forms/Dialog.tsx'
import { FormShell } from '#web/shared/forms/FormShell.tsx'
import type { Form } from '#web/shared/forms/useForm.ts'
import { CertificateFields } from '#web/shared/documents/CertificateFields.tsx'
import { useWords } from '#web/shared/texts/useWords.ts'
import style from './PublishForm.module.css'

interface Props {
  form: Form<typeof publishing.single>
  opened: boolean
  certificates: PublicationSetup['certificados']
  /** The recipient's name. */
  to: string
  /** The type and the period. */
  what: string
  /** The effects besides publishing, in whole sentences. */
  effects: string
  /** The file names another period than the chosen one. */
  doubt?: string | undefined
  onClose: () => void
}

/** The last step of publishing with the company's signature: which certificate, and its password. */
export function SignDialog({ form, opened, certificates, to, what, effects, doubt, onClose }: Props) {
  const { t } = useWords(['publishing', 'errors'])
  const submit = async () => {
    const missing = form.values.password ? {} : { password: t('errors:SYSTEM_API_PARAMETER_REQUIRED') }
    if (form.check(missing)) await form.submit()
  }
  return (
    <Dialog opened={opened} onClose={onClose} title={t('firmar.titulo')} locked={form.busy}>
      <FormShell
        binding
        form={{ ...form, submit }}
        loading={false}
        error={null}
        submit={t('publicarYFirmar')}
        onCancel={onClose}
        modal
      >
        <div className={style.signed}>
          <p>
            <b>{to}</b>
          </p>
          <p className="second">{what}</p>
          <p className={style.effects}>
            {t('firmar.queHace', { nombre: to })} {effects}
          </p>
        </div>
        {doubt && (
          <Alert color="warn" icon={<IconAlertTriangle size={18} />}>
            {doubt}
          </Alert>
        )}
        <CertificateFields form={form} certificates={certificates} first />
      </FormShell>
    </Dialog>
  )
}
