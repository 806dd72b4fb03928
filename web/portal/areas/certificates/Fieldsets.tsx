import { Alert, Button, TextInput } from '@mantine/core'
import { IconAlertCircle, IconLock, IconReplace } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { PasswordPolicy } from '#contract/account/account.ts'
import type { Certificate, certificates, CertificateSetup } from '#contract/certificates.ts'
import { PasswordField, SelectField } from '#web/shared/forms/fields.tsx'
import { FieldGrid } from '#web/shared/forms/FieldGrid.tsx'
import { paths } from '#web/shared/pages/paths.ts'
import { taxIdText } from '#web/shared/texts/TaxId.tsx'
import type { Form } from '#web/shared/forms/useForm.ts'
import { PasswordRules } from './PasswordRules.tsx'

type Making = typeof certificates.create | typeof certificates.import

interface CompanyProps<C extends Making> {
  form: Form<C>
  setup: CertificateSetup | undefined
}

/** For which of the company's employers it signs. */
export function CompanyFields<C extends Making>({ form, setup }: CompanyProps<C>) {
  const { t } = useTranslation(['certificates', 'country'])
  const employers = setup?.empleadores ?? []
  const chosen = employers.find(({ id }) => String(id) === String(form.values.id_empleador))
  return (
    <FieldGrid title={t('alta.empresa')}>
      {employers.length > 1 ? (
        <SelectField
          form={form}
          name="id_empleador"
          label={t('alta.razonSocial')}
          data={employers.map(({ id, razon_social }) => ({ value: String(id), label: razon_social }))}
        />
      ) : (
        <Given label={t('alta.razonSocial')} value={chosen?.razon_social} />
      )}
      <Given label={t('country:cuit')} value={chosen && taxIdText(chosen.cuit)} />
    </FieldGrid>
  )
}

interface PasswordProps<C extends Making> {
  form: Form<C>
  policy: PasswordPolicy | undefined
}

/** The password that opens its key from now on. */
export function NewPasswordFields<C extends Making>({ form, policy }: PasswordProps<C>) {
  const { t } = useTranslation('certificates')
  const { pass, repass } = form.values
  return (
    <>
      <FieldGrid title={t('alta.contrasenaTitulo')}>
        <PasswordField form={form} name="pass" label={t('alta.contrasena')} autoComplete="new-password" />
        <PasswordField form={form} name="repass" label={t('alta.repetir')} autoComplete="new-password" />
      </FieldGrid>
      {policy && <PasswordRules policy={policy} pass={pass} repass={repass} />}
    </>
  )
}

/** Above the fields, why no certificate can be made now, and where to go instead. */
export function RefusedNotice({ why }: { why: string }) {
  const { t } = useTranslation('certificates')
  return (
    <Alert color="warn" icon={<IconAlertCircle size={18} />}>
      <div>{why}</div>
      <Button mt={8} component={Link} to={paths.certificates()} size="compact-sm">
        {t('alta.verLosQueHay')}
      </Button>
    </Alert>
  )
}

/** Which certificate ends when this one is made. */
export function ReplacedNotice({ replaced }: { replaced: Certificate | undefined }) {
  const { t } = useTranslation('certificates')
  if (!replaced) return null
  return (
    <Alert color="info" icon={<IconReplace size={18} />}>
      <b>{t('reemplazo.a', { nombre: replaced.nombre })}</b> {t('reemplazo.vence')}{' '}
      {replaced.esperan > 0 && t('reemplazo.esperan', { count: replaced.esperan })}
    </Alert>
  )
}

/** A value from the company's record, which this form doesn't change. */
function Given({ label, value }: { label: string; value: string | undefined }) {
  return (
    <TextInput label={label} value={value ?? ''} readOnly rightSection={<IconLock size={16} aria-hidden />} />
  )
}
