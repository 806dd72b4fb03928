import { Alert } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { massive } from '#contract/massive.ts'
import type { MassivePublication } from '#contract/massive-publication.ts'
import { publishing } from '#contract/publishing.ts'
import { PasswordField, SelectField } from '#web/shared/fields.tsx'
import { FormShell } from '#web/shared/FormShell.tsx'
import { numberText } from '#web/shared/texts.ts'
import { useCall, useRefresh } from '#web/shared/useCall.ts'
import { useForm } from '#web/shared/useForm.ts'
import style from './Massive.module.css'

/** Signing stopped, for a reason that is said: with the certificate's password it goes on. */
export function GivePassword({ publication }: { publication: MassivePublication }) {
  const { t } = useTranslation('massive')
  const refresh = useRefresh()
  const setup = useCall(publishing.setup, {})
  const form = useForm(massive.continue, {
    initial: { id: publication.id },
    onDone: () => refresh(massive.one),
  })
  const certificates = setup.data?.certificados ?? []
  const fill = useEffectEvent(() => {
    const [first] = certificates
    if (first && !form.values.certificado) form.set('certificado', String(first.id))
  })
  useEffect(() => fill(), [setup.data])
  const { hechos, fallidos, total } = publication.progreso
  const left = total - hechos - fallidos
  return (
    <>
      <Alert color="warn" icon={<IconKey size={18} stroke={1.6} />} title={t('clave.titulo')}>
        {publication.avisos.map(({ message }) => message).join(' ')}{' '}
        {left > 0 && t('clave.falta', { count: left, cuantos: numberText(left) })}
      </Alert>
      <div className={style.passwordForm}>
        <FormShell
          form={form}
          inSection
          loading={setup.isPending}
          error={setup.error}
          onRetry={() => void setup.refetch()}
          submit={t('clave.seguir')}
          shut={setup.data && certificates.length === 0 ? t('publicar.sinCertificado') : undefined}
        >
          <SelectField
            form={form}
            name="certificado"
            label={t('publicar.certificado')}
            data={certificates.map((one) => ({
              value: String(one.id),
              label: `${one.nombre}, ${one.cargo}`,
            }))}
          />
          <PasswordField
            form={form}
            name="password"
            label={t('publicar.contrasena')}
            help={t('publicar.contrasenaQue')}
            autoComplete="off"
          />
        </FormShell>
      </div>
    </>
  )
}
