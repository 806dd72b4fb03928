import type { ReactNode } from 'react'
import { consents } from '#contract/account/consents.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { Facts } from '#web/shared/pages/pages.tsx'
import { useViewer } from '#web/shared/session/viewer.ts'
import { spokenName } from '#web/shared/session/names.ts'
import { instantText } from '#web/shared/texts/texts.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import style from './FileTab.module.css'

/** Somebody's answer about electronic documents, and the company's address or code by which the account was opened. */
export function Consent({ id }: { id: number }) {
  const { t } = useWords(['account-access', 'documents', 'employees-file'])
  const { company } = useViewer()
  const { data } = useCall(consents.one, { id })
  if (!data) return null
  const { decision, fecha, acceso } = data
  const at = (instant: string) => <span className="figures">{instantText(instant, company.zona)}</span>
  const named = (name: string | null) => spokenName(name ?? t('documents:evidencia.nadie'))
  const facts: (readonly [string, ReactNode])[] = []
  if (decision && fecha) facts.push([t(`respuesta.${decision}`), at(fecha)])
  if (acceso)
    facts.push([
      t('respuesta.acceso'),
      <>
        {t(`respuesta.por.${acceso.clase}`, { quien: named(acceso.por) })}, {at(acceso.fecha)}
      </>,
    ])
  if (acceso?.abierta)
    facts.push([
      t('respuesta.identidad'),
      acceso.abierta === 'second_person'
        ? t('respuesta.enPersona', { quien: named(acceso.abierta_por) })
        : t(`documents:evidencia.abierta.${acceso.abierta}`),
    ])
  return (
    <section className={style.part} aria-label={t('respuesta.titulo')}>
      <h2>{t('respuesta.titulo')}</h2>
      {!decision && <p className={style.said}>{t('employees-file:configuracion.sinRespuesta')}</p>}
      {facts.length > 0 && <Facts of={facts} />}
    </section>
  )
}
