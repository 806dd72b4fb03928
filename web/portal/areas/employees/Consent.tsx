import { useTranslation } from 'react-i18next'
import { consents } from '#contract/account/consents.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import { instantText } from '#web/shared/texts/texts.ts'
import style from './FileTab.module.css'

/** Somebody's answer about electronic documents, and the company's address or code by which the account was opened. */
export function Consent({ id }: { id: number }) {
  const { t } = useTranslation(['account-access', 'documents', 'employees-file'])
  const { company } = useViewer()
  const { data } = useCall(consents.one, { id })
  if (!data) return null
  const nobody = t('documents:evidencia.nadie')
  return (
    <section className={style.part} aria-label={t('respuesta.titulo')}>
      <h2>{t('respuesta.titulo')}</h2>
      <p className={style.said}>
        {data.decision && data.fecha
          ? t(`respuesta.${data.decision}`, { cuando: instantText(data.fecha, company.zona) })
          : t('employees-file:configuracion.sinRespuesta')}
      </p>
      {data.acceso && (
        <p className={style.said}>
          {t(`documents:evidencia.acceso.${data.acceso.clase}`, {
            quien: data.acceso.por ?? nobody,
            cuando: instantText(data.acceso.fecha, company.zona),
          })}
          .{' '}
          {data.acceso.abierta &&
            `${t(`documents:evidencia.abierta.${data.acceso.abierta}`, { quien: data.acceso.abierta_por ?? nobody })}.`}
        </p>
      )}
    </section>
  )
}
