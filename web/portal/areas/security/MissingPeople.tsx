import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { security } from '#contract/security/security.ts'
import { call } from '#web/shared/calls/call.ts'
import { ConfirmDialog } from '#web/shared/forms/ConfirmDialog.tsx'
import { dateText } from '#web/shared/texts/texts.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import style from './SecurityPage.module.css'

/** The people who lack a factor that their profile requires, and a mail to all of them. */
export function MissingPeople() {
  const { t } = useTranslation('security')
  const { company } = useViewer()
  const { data } = useCall(security.missing, { perPage: 50 })
  const profiles = useCall(security.profiles, {})
  const [asking, setAsking] = useState(false)
  const [now] = useState(() => Date.now())
  if (!data) return null
  return (
    <section>
      <div className={`${style.head} row wrap apart`}>
        <h2>
          {t('faltan')} <span className="second">{t('faltanDe')}</span>
        </h2>
        {data.data.length > 0 && (
          <Button size="compact-sm" onClick={() => setAsking(true)}>
            {t('recordarAbrir')}
          </Button>
        )}
      </div>
      <ul className={`${style.panel} plain-list`}>
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
        {data.data.length === 0 && profiles.data && (
          <li className="second">
            {t(profiles.data.some(({ exigido }) => exigido) ? 'nadieFalta' : 'nadieExige')}
          </li>
        )}
      </ul>
      {asking && (
        <ConfirmDialog
          title={t('recordar')}
          submit={t('recordar')}
          act={() => call(security.remind, {})}
          done={({ enviados, sin_correo }) => {
            const sent = t('recordado', { count: enviados })
            return sin_correo > 0 ? `${sent} ${t('sinCorreo', { count: sin_correo })}` : sent
          }}
          onClose={() => setAsking(false)}
        >
          <p>{t('recordarTexto', { count: data.pagination.total })}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}
