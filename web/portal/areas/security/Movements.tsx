import { useTranslation } from 'react-i18next'
import { security } from '#contract/security.ts'
import { instantText } from '#web/shared/texts.ts'
import { useCall } from '#web/shared/useCall.ts'
import { useViewer } from '#web/shared/viewer.ts'
import style from './SecurityPage.module.css'

/** The latest sign-ins, acts on second factors and exports. */
export function Movements() {
  const { t } = useTranslation('security')
  const { company } = useViewer()
  const { data } = useCall(security.movements, {})
  if (!data) return null
  return (
    <section>
      <div className={style.head}>
        <h2>{t('movimientos')}</h2>
      </div>
      <ul className={style.panel}>
        {data.map(({ fecha, hecho, quien, a, cantidad, dispositivo }, place) => (
          // Two things may happen in one instant: their place tells them apart.
          <li key={`${fecha} ${place}`}>
            <div>
              {t(`hecho.${hecho}`, { count: cantidad ?? 0 })}
              {a && <> {t('a', { quien: a })}</>}
              <div className="second">
                {quien ?? t('sistema')}, {instantText(fecha, company.zona)}
                {dispositivo && <>, {t('en', { dispositivo })}</>}
              </div>
            </div>
          </li>
        ))}
        {data.length === 0 && <li className="second">{t('sinMovimientos')}</li>}
      </ul>
    </section>
  )
}
