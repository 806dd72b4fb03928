import { Alert, TextInput } from '@mantine/core'
import { IconLock, IconReplace } from '@tabler/icons-react'
import type { PasswordPolicy } from '#contract/account/account.ts'
import type { Certificate, certificates, CertificateSetup } from '#contract/certificates.ts'
import { PasswordField, SelectField } from '#web/shared/forms/fields.tsx'
import { FieldGrid } from '#web/shared/forms/FieldGrid.tsx'
import { taxIdText } from '#web/shared/texts/TaxId.tsx'
import type { Form } from '#web/shared/forms/useForm.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { PasswordRules } from './PasswordRules.tsx'
import type { NewCertificate } from './useNewCertificate.ts'

type Making = typeof certificates.create | typeof certificates.import

interface CompanyProps<C extends Making> {
  form: Form<C>
  setup: CertificateSetup | undefined
}

/** For which of the company's employers it signs. */
export function CompanyFields<C extends Making>({ form, setup }: CompanyProps<C>) {
  const { t } = useWords(['certificates', 'country'])
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
  label: string
}

/** The password that opens its key from now on. */
export function NewPasswordFields<C extends Making>({ form, policy, label }: PasswordProps<C>) {
  const { t } = useWords('certificates')
  const { pass, repass } = form.values
  return (
    <>
      <FieldGrid title={t('alta.contrasenaTitulo')}>
        <PasswordField form={form} name="pass" label={label} autoComplete="new-password" />
        <PasswordField form={form} name="repass" label={t('alta.repetir')} autoComplete="new-password" />
      </FieldGrid>
      {policy && <PasswordRules policy={policy} pass={pass} repass={repass} />}
    </>
  )
}

/** Which certificate ends when this one is made. */
export function ReplacedNotice({ replaced }: { replaced: Certificate | undefined }) {
  const { t } = useWords('certificates')
  if (!replaced) return null
  return (
    <Alert color="info" icon={<IconReplace size={18} />}>
      <b>{t('reemplazo.a', { nombre: replaced.nombre })}</b> {t('reemplazo.vence')}{' '}
      {replaced.esperan > 0 && t('reemplazo.esperan', { count: replaced.esperan })}
    </Alert>
  )
}

/** The effect of making it: the certificate that it replaces ends for good, or how many there will be. */
export function MakingEffect({ begin: { setup, replaced, active } }: { begin: NewCertificate }) {
  const { t } = useWords('certificates')
  return (
    <b>
      {replaced?.estado === 'active'
        ? t('reemplazo.destruye', { nombre: replaced.nombre })
        : setup && t('alta.quedaran', { count: active, maximo: setup.maximo })}
    </b>
  )
}

/** A value from the company's record, which this form doesn't change. */
function Given({ label, value }: { label: string; value: string | undefined }) {
  return (
    <TextInput label={label} value={value ?? ''} readOnly rightSection={<IconLock size={16} aria-hidden />} />
  )
}
