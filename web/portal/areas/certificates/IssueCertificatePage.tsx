import { TextInput } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { account, type PasswordPolicy } from '#contract/account.ts'
import { certificates, type CertificateSetup } from '#contract/certificates.ts'
import { CheckField, PasswordField, SelectField, TextField } from '#web/shared/fields.tsx'
import { FieldGrid } from '#web/shared/FieldGrid.tsx'
import { FileField } from '#web/shared/FileField.tsx'
import { FormShell } from '#web/shared/FormShell.tsx'
import { IdField } from '#web/shared/IdField.tsx'
import { FormPage } from '#web/shared/pages.tsx'
import { paths } from '#web/shared/paths.ts'
import { taxIdText } from '#web/shared/TaxId.tsx'
import { toast } from '#web/shared/toasts.tsx'
import { useCall, useRefresh } from '#web/shared/useCall.ts'
import { useForm } from '#web/shared/useForm.ts'
import { PasswordRules } from './PasswordRules.tsx'
import { SignaturePreview } from './SignaturePreview.tsx'

/** Creates a certificate; beside the form, the signature as documents will show it. */
export function IssueCertificatePage() {
  const setup = useCall(certificates.setup, {})
  const policy = useCall(account.policy, {})
  return (
    <IssueForm
      // What the form begins with comes from the server.
      key={String(setup.isPending)}
      setup={setup.data}
      policy={policy.data}
      error={setup.error ?? policy.error}
      onRetry={() => void Promise.all([setup.refetch(), policy.refetch()])}
    />
  )
}

interface Props {
  setup: CertificateSetup | undefined
  policy: PasswordPolicy | undefined
  error: unknown
  onRetry: () => void
}

function IssueForm({ setup, policy, error, onRetry }: Props) {
  const { t } = useTranslation(['certificates', 'country', 'errors'])
  const navigate = useNavigate()
  const refresh = useRefresh()
  const [first, ...others] = setup?.empleadores ?? []
  const form = useForm(certificates.create, {
    initial: first && others.length === 0 ? { id_empleador: first.id } : {},
    onDone: async ({ nombre }) => {
      await refresh(certificates.list, certificates.setup)
      toast({ text: t('alta.hecho', { nombre }) })
      await navigate(paths.certificates())
    },
  })
  const { nombre, cargo, pass, repass, id_empleador } = form.values
  const submit = async () => {
    if (form.check(pass === repass ? {} : { repass: t('errors:00019') })) await form.submit()
  }
  const employer = setup?.empleadores.find(({ id }) => String(id) === String(id_empleador))
  return (
    <FormPage
      title={t('alta.titulo')}
      back={{ to: paths.certificates(), label: t('titulo') }}
      desk={<SignaturePreview name={nombre} position={cargo} picture={form.file} />}
    >
      <FormShell
        form={{ ...form, submit }}
        loading={!setup || !policy}
        error={error}
        onRetry={onRetry}
        submit={t('crear')}
        shut={setup?.crear ? t(`errors:${setup.crear}`) : undefined}
        foot={
          setup && (
            <>
              <b>{t('alta.quedaran', { count: setup.activos + 1, maximo: setup.maximo })}</b>{' '}
              {t('alta.noSeGuarda')}
            </>
          )
        }
        onCancel={() => void navigate(paths.certificates())}
      >
        <FieldGrid title={t('alta.quien')}>
          <TextField form={form} name="nombre" label={t('alta.nombre')} />
          <TextField form={form} name="cargo" label={t('alta.cargo')} />
          <TextField form={form} name="mail" label={t('alta.correo')} inputMode="email" />
          <IdField form={form} name="cuil" label={t('country:cuil')} />
        </FieldGrid>
        <FileField form={form} label={t('alta.imagen')} help={t('alta.imagenAyuda')} />
        <FieldGrid title={t('alta.empresa')}>
          {others.length > 0 ? (
            <SelectField
              form={form}
              name="id_empleador"
              label={t('alta.razonSocial')}
              data={[first, ...others].flatMap((one) =>
                one ? [{ value: String(one.id), label: one.razon_social }] : [],
              )}
            />
          ) : (
            <Given label={t('alta.razonSocial')} value={employer?.razon_social} />
          )}
          <Given label={t('country:cuit')} value={employer && taxIdText(employer.cuit)} />
        </FieldGrid>
        <FieldGrid title={t('alta.contrasenaTitulo')}>
          <PasswordField form={form} name="pass" label={t('alta.contrasena')} autoComplete="new-password" />
          <PasswordField form={form} name="repass" label={t('alta.repetir')} autoComplete="new-password" />
        </FieldGrid>
        {policy && <PasswordRules policy={policy} pass={pass} repass={repass} />}
        <CheckField form={form} name="responsabilidad" label={t('alta.responsabilidad')} />
      </FormShell>
    </FormPage>
  )
}

/** What the company's record says, and this form doesn't change. */
function Given({ label, value }: { label: string; value: string | undefined }) {
  return (
    <TextInput
      label={label}
      value={value ?? ''}
      readOnly
      rightSection={<IconLock size={16} stroke={1.6} aria-hidden />}
    />
  )
}
