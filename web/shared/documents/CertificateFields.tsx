import { useEffect } from 'react'
import type { PublicationSetup, publishing } from '#contract/publishing/publishing.ts'
import { PasswordField, SelectField } from '../forms/fields.tsx'
import { dateText } from '../texts/texts.ts'
import type { Form } from '../forms/useForm.ts'
import { useViewer } from '../session/viewer.ts'
import { useWords } from '../texts/useWords.ts'

type Signs =
  | typeof publishing.single
  | typeof publishing.sign
  | typeof publishing.replace
  | typeof publishing.move

interface Props<C extends Signs> {
  form: Form<C>
  certificates: PublicationSetup['certificados']
  /** The password takes the focus when its dialog opens. */
  first?: boolean
}

/**
 * Whether the company's signature is asked for. Without it what opens a certificate is cleared, because the server
 * refuses a certificate or a password that signs nothing.
 */
export function useSigns<
  C extends typeof publishing.single | typeof publishing.replace | typeof publishing.move,
>({ values, set }: Form<C>): boolean {
  const signs = values.firma_empresa === true
  useEffect(() => {
    if (!signs && values.certificado) set('certificado', '')
    if (!signs && values.password) set('password', '')
  })
  return signs
}

/** Which certificate signs, and the password that opens it for this once. */
export function CertificateFields<C extends Signs>({ form, certificates, first = false }: Props<C>) {
  const { t } = useWords('publishing')
  const { company } = useViewer()
  const [offered] = certificates
  const { values, set } = form
  const chosen = values.certificado
  useEffect(() => {
    if (!chosen && offered) set('certificado', String(offered.id))
  })
  const shown = { ...form, required: () => true }
  const signer = certificates.find(({ id }) => String(id) === chosen)
  const nameOf = ({ nombre, cargo }: PublicationSetup['certificados'][number]) => `${nombre}, ${cargo}`
  const dayOf = ({ vigente_hasta }: PublicationSetup['certificados'][number]) =>
    dateText(vigente_hasta, company.zona)
  return (
    <>
      <SelectField
        form={shown}
        name="certificado"
        label={t('firmar.certificado')}
        help={signer && t('firmar.vale', { dia: dayOf(signer) })}
        data={certificates.map((one) => ({
          value: String(one.id),
          // Two of one name, as while one takes another's place, are told apart by their day.
          label: certificates.some((other) => other !== one && nameOf(other) === nameOf(one))
            ? `${dayOf(one)} · ${nameOf(one)}`
            : nameOf(one),
        }))}
      />
      <PasswordField
        form={shown}
        name="password"
        label={t('firmar.contrasena')}
        help={t('firmar.contrasenaQue')}
        autoComplete="off"
        first={first}
      />
    </>
  )
}
