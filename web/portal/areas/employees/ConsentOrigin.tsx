import { Alert } from '@mantine/core'
import { IconFileCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { consents } from '#contract/account/consents.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import { instantText } from '#web/shared/texts/texts.ts'

/** An answer about electronic documents that was given by way of the company's address or code, with who put it. */
export function ConsentOrigin({ id }: { id: number }) {
  const { t } = useTranslation(['account-access', 'documents'])
  const { company } = useViewer()
  const { data } = useCall(consents.one, { id })
  if (!data?.decision || !data.fecha || !data.acceso) return null
  const { clase, por, fecha, abierta, abierta_por } = data.acceso
  const nobody = t('documents:evidencia.nadie')
  return (
    <Alert color="gray" icon={<IconFileCheck aria-hidden />} title={t('respuesta.titulo')} mb={16}>
      <div className="column gap-8">
        <span>{t(`respuesta.${data.decision}`, { cuando: instantText(data.fecha, company.zona) })}</span>
        <span>
          {t(`documents:evidencia.acceso.${clase}`, {
            quien: por ?? nobody,
            cuando: instantText(fecha, company.zona),
          })}
          .
        </span>
        {abierta && (
          <span>{t(`documents:evidencia.abierta.${abierta}`, { quien: abierta_por ?? nobody })}.</span>
        )}
      </div>
    </Alert>
  )
}
