import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { security } from '#contract/security/security.ts'
import { call } from '#web/shared/calls/call.ts'
import { dateText, useErrorText } from '#web/shared/texts/texts.ts'
import { toast, toastError } from '#web/shared/pages/toasts.tsx'
import { useCall } from '#web/shared/calls/useCall.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import style from './SecurityPage.module.css'

/** Who lacks what their profile asks for, and a mail to all of them. */
export function MissingPeople() {
  const { t } = useTranslation('security')
  const { company } = useViewer()
  const errorText = useErrorText()
  const { data } = useCall(security.missing, { perPage: 50 })
  const [busy, setBusy] = useState(false)
  const [now] = useState(() => Date.now())
  if (!data) return null
  const remind = async () => {
    setBusy(true)
    try {
      const { enviados, sin_correo } = await call(security.remind, {})
      const told = t('recordado', { count: enviados })
      toast({ text: sin_correo > 0 ? `${told} ${t('sinCorreo', { count: sin_correo })}` : told })
    } catch (reason) {
      toastError({ text: errorText(reason) })
    }
    setBusy(false)
  }
  return (
    <section>
      <div className={style.head}>
        <h2>
          {t('faltan')} <span className="second">{t('faltanDe')}</span>
        </h2>
        {data.data.length > 0 && (
          <Button size="compact-sm" loading={busy} onClick={() => void remind()}>
            {t('recordar')}
          </Button>
        )}
      </div>
      <ul className={style.panel}>
        {data.data.map(({ id, nombre, perfil, desde, ingreso }) => (
          <li key={id}>
            <div>
              {nombre}
              <div className="second">
                {perfil} ·{' '}
                {ingreso ? t('ultimoIngreso', { fecha: dateText(ingreso, company.zona) }) : t('nuncaIngreso')}
              </div>
            </div>
            <span className={style.lack}>
              {desde && Date.parse(desde) > now
                ? t('desdeDia', { fecha: dateText(desde, company.zona) })
                : t('yaExigido')}
            </span>
          </li>
        ))}
        {data.data.length === 0 && <li className="second">{t('nadieFalta')}</li>}
      </ul>
    </section>
  )
}
