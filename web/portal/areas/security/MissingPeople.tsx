import { Button } from '@mantine/core'
import { useState } from 'react'
import { security } from '#contract/security/security.ts'
import { call } from '#web/shared/calls/call.ts'
import { ConfirmDialog } from '#web/shared/forms/ConfirmDialog.tsx'
import { dateText } from '#web/shared/texts/texts.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import { ShortPager } from '#web/shared/lists/ShortPager.tsx'
import { useWords } from '#web/shared/texts/useWords.ts'
import { Section } from './Section.tsx'
import style from './SecurityPage.module.css'

const shown = 20

/** The people who lack a factor that their profile requires, and a mail to all of them. */
export function MissingPeople() {
  const { t } = useWords('security')
  const { company } = useViewer()
  const [page, setPage] = useState(1)
  const answer = useCall(security.missing, { page, perPage: shown })
  const { data } = answer
  const profiles = useCall(security.profiles, {})
  const [asking, setAsking] = useState(false)
  const [now] = useState(() => Date.now())
  return (
    <>
      <Section
        title={t('faltan')}
        about={t('faltanDe')}
        answer={answer}
        acts={
          data &&
          data.data.length > 0 && (
            <Button size="compact-sm" onClick={() => setAsking(true)}>
              {t('recordarAbrir')}
            </Button>
          )
        }
      >
        {(found) => (
          <>
            <ul className={`${style.panel} plain-list`}>
              {found.data.map(({ id, nombre, perfil, desde, ingreso }) => (
                <li key={id}>
                  <div>
                    {nombre}
                    <div className="second">
                      {perfil} ·{' '}
                      {ingreso
                        ? t('ultimoIngreso', { fecha: dateText(ingreso, company.zona) })
                        : t('nuncaIngreso')}
                    </div>
                  </div>
                  <span className={style.lack}>
                    {desde && Date.parse(desde) > now
                      ? t('desdeDia', { fecha: dateText(desde, company.zona) })
                      : t('yaExigido')}
                  </span>
                </li>
              ))}
              {found.data.length === 0 && profiles.data && (
                <li className="second">
                  {t(profiles.data.some(({ exigido }) => exigido) ? 'nadieFalta' : 'nadieExige')}
                </li>
              )}
            </ul>
            <ShortPager pagination={found.pagination} onPage={setPage} />
          </>
        )}
      </Section>
      {asking && data && (
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
    </>
  )
}
