import { useState } from 'react'
import { security } from '#contract/security/security.ts'
import { instantText } from '#web/shared/texts/texts.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import { ShortPager } from '#web/shared/lists/ShortPager.tsx'
import { useWords } from '#web/shared/texts/useWords.ts'
import { Section } from './Section.tsx'
import style from './SecurityPage.module.css'

const shown = 20

/** The open sessions of the portal, with their address and whether a second factor was used. */
export function OpenSessions() {
  const { t } = useWords('security')
  const { company } = useViewer()
  const [page, setPage] = useState(1)
  const answer = useCall(security.sessions, { page, perPage: shown })
  return (
    <Section title={t('sesiones')} answer={answer}>
      {({ data, pagination }) => (
        <>
          <ul className={`${style.panel} plain-list`}>
            {data.map(({ id, nombre, perfil, visto, dispositivo, direccion, factor, propia }) => (
              <li key={id}>
                <div>
                  {nombre}&nbsp;· <span className="second">{perfil}</span>
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
          <ShortPager pagination={pagination} onPage={setPage} />
        </>
      )}
    </Section>
  )
}
