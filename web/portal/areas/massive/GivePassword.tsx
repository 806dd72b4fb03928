import { Alert, Button } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { Link } from 'react-router'
import { massive } from '#contract/massive/massive.ts'
import type { MassivePublication } from '#contract/massive/publication.ts'
import { type PublicationSetup, publishing } from '#contract/publishing/publishing.ts'
import { PasswordField, SelectField } from '#web/shared/forms/fields.tsx'
import { FormShell } from '#web/shared/forms/FormShell.tsx'
import { paths } from '#web/shared/pages/paths.ts'
import { ErrorState } from '#web/shared/pages/states.tsx'
import { numberText } from '#web/shared/texts/texts.ts'
import { useCall, useRefresh } from '#web/shared/calls/useCall.ts'
import { useForm } from '#web/shared/forms/useForm.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import style from './Massive.module.css'

/** Signing stopped for the displayed reason; the certificate's password continues it. */
export function GivePassword({ publication }: { publication: MassivePublication }) {
  const { t } = useWords(['massive', 'words'])
  const setup = useCall(publishing.setup, {})
  const { hechos, fallidos, total } = publication.progreso
  const left = total - hechos - fallidos
  const none = setup.data?.certificados.length === 0
  return (
    <>
      <Alert
        color="warn"
        flex="none"
        icon={<IconKey size={18} />}
        title={t(none ? 'publicar.sinCertificado' : 'clave.titulo')}
      >
        {publication.avisos.map(({ message }) => message).join(' ')}{' '}
        {left > 0 && t('clave.falta', { count: left, cuantos: numberText(left) })}
      </Alert>
      {setup.error ? (
        <ErrorState error={setup.error} title={t('words:error.carga')} onRetry={() => void setup.refetch()} />
      ) : none ? (
        setup.data?.mayConfigure ? (
          <Button component={Link} to={paths.certificateCreate()} style={{ alignSelf: 'flex-start' }}>
            {t('publicar.crearCertificado')}
          </Button>
        ) : (
          <p>{t('publicar.pedirCertificado')}</p>
        )
      ) : (
        setup.data && <GoOn id={publication.id} certificates={setup.data.certificados} />
      )}
    </>
  )
}

interface GoOnProps {
  id: number
  certificates: PublicationSetup['certificados']
}

function GoOn({ id, certificates }: GoOnProps) {
  const { t } = useWords('massive')
  const refresh = useRefresh()
  const form = useForm(massive.continue, {
    initial: { id, ...(certificates[0] && { certificado: certificates[0].id }) },
    onDone: () => refresh(massive.one),
  })
  return (
    <div className={style.passwordForm}>
      <FormShell form={form} inSection loading={false} error={null} submit={t('clave.seguir')}>
        <SelectField
          form={form}
          name="certificado"
          label={t('publicar.certificado')}
          data={certificates.map((one) => ({ value: String(one.id), label: `${one.nombre}, ${one.cargo}` }))}
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
  )
}
