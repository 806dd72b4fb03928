import { useTranslation } from 'react-i18next'
import type { PublicationSetup, publishing } from '#contract/publishing/publishing.ts'
import { Dialog } from '#web/shared/forms/Dialog.tsx'
import { FormShell } from '#web/shared/forms/FormShell.tsx'
import type { Form } from '#web/shared/forms/useForm.ts'
import { CertificateFields } from '#web/shared/documents/CertificateFields.tsx'

interface Props {
  form: Form<typeof publishing.single>
  opened: boolean
  certificates: PublicationSetup['certificados']
  /** The person, the type and the period. */
  what: string
  to: string
  onClose: () => void
}

/** The last step of publishing with the company's signature: which certificate, and its password. */
export function SignDialog({ form, opened, certificates, what, to, onClose }: Props) {
  const { t } = useTranslation(['publishing', 'errors'])
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
        foot={t('firmar.queHace', { nombre: to })}
        modal
      >
        <p className="second">
          <b>{what}</b>
        </p>
        <CertificateFields form={form} certificates={certificates} first />
      </FormShell>
    </Dialog>
  )
}
