import { useTranslation } from 'react-i18next'
import { security } from '#contract/security/security.ts'
import { instantText } from '#web/shared/texts/texts.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import style from './SecurityPage.module.css'

/** The open sessions of the portal, with their address and whether a second factor was used. */
export function OpenSessions() {
  const { t } = useTranslation('security')
  const { company } = useViewer()
  const { data } = useCall(security.sessions, { perPage: 50 })
  if (!data) return null
  return (
    <section>
      <div className={`${style.head} row wrap apart`}>
        <h2>{t('sesiones')}</h2>
      </div>
      <ul className={`${style.panel} plain-list`}>
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
