import { useTranslation } from 'react-i18next'
import { security } from '#contract/security/security.ts'
import { instantText } from '#web/shared/texts/texts.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import style from './SecurityPage.module.css'

/** Who is in at the portal now, from where, and whether with a second factor. */
export function OpenSessions() {
  const { t } = useTranslation('security')
  const { company } = useViewer()
  const { data } = useCall(security.sessions, { perPage: 50 })
  if (!data) return null
  return (
    <section>
      <div className={style.head}>
        <h2>{t('sesiones')}</h2>
      </div>
      <ul className={style.panel}>
        {data.data.map(({ id, nombre, perfil, visto, dispositivo, direccion, factor, propia }) => (
          <li key={id}>
            <div>
              {nombre} <span className="second">{perfil}</span>
              <div className="second">
                {[dispositivo, direccion, t('sesionVista', { fecha: instantText(visto, company.zona) })]
                  .filter((one) => one)
                  .join(' · ')}
              </div>
            </div>
            <span className="second">
              {propia ? t('sesionEsta') : t(factor ? 'sesionConFactor' : 'sesionSinFactor')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
