import { Button, Skeleton } from '@mantine/core'
import { IconDeviceLaptop, IconDeviceMobile, IconDeviceTablet } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AnswerOf } from '#contract/call.ts'
import { ownAccount } from '#contract/account/own.ts'
import { call } from '../calls/call.ts'
import { ErrorState } from '../pages/states.tsx'
import { instantText, useErrorText } from '../texts/texts.ts'
import { useCall, useRefresh } from '../calls/useCall.ts'
import { useViewer } from '../session/viewer.ts'
import style from './account.module.css'

type Session = AnswerOf<typeof ownAccount.sessions>[number]

const marks = {
  computadora: IconDeviceLaptop,
  telefono: IconDeviceMobile,
  tableta: IconDeviceTablet,
} as const

/** Where one's account is open, and the way to close it elsewhere. */
export function OwnSessions() {
  const { t } = useTranslation('ownAccount')
  const answer = useCall(ownAccount.sessions, {})
  const refresh = useRefresh()
  const errorText = useErrorText()
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState('')
  const act = async (work: () => Promise<string>) => {
    setBusy(true)
    try {
      setSaid(await work())
    } catch (reason) {
      setSaid(errorText(reason))
    } finally {
      await refresh(ownAccount.sessions, ownAccount.activity)
      setBusy(false)
    }
  }
  const others = answer.data?.filter(({ actual }) => !actual).length ?? 0
  return (
    <section className={style.section} aria-labelledby="own-sessions">
      <div className={style.head}>
        <h2 id="own-sessions">{t('sesiones.titulo')}</h2>
        {others > 0 && (
          <Button
            color="bad"
            loading={busy}
            onClick={() =>
              void act(async () => {
                const { cerradas } = await call(ownAccount.endOtherSessions, {})
                return t('sesiones.cerradas', { count: cerradas })
              })
            }
          >
            {t('sesiones.cerrarOtras', { count: others })}
          </Button>
        )}
      </div>
      {answer.error ? (
        <ErrorState error={answer.error} title={t('sesiones.error')} onRetry={() => void answer.refetch()} />
      ) : answer.data ? (
        <ul className={style.panel}>
          {answer.data.map((one) => (
            <Line
              key={one.id}
              session={one}
              busy={busy}
              onClose={() =>
                void act(async () => {
                  await call(ownAccount.endSession, { id: one.id })
                  return t('sesiones.cerrada')
                })
              }
            />
          ))}
        </ul>
      ) : (
        <Skeleton height={120} />
      )}
      <p className={said ? style.notice : 'only-read-aloud'} role="status">
        {said}
      </p>
    </section>
  )
}

function Line({ session, busy, onClose }: { session: Session; busy: boolean; onClose: () => void }) {
  const { t } = useTranslation('ownAccount')
  const { company } = useViewer()
  const Mark = marks[session.tipo ?? 'computadora']
  const name = session.dispositivo ?? t('sesiones.sinNombre')
  const at = (instant: string) => instantText(instant, company.zona)
  const since = session.actual
    ? t('sesiones.desde', { fecha: at(session.desde) })
    : t('sesiones.activa', { fecha: at(session.visto) })
  return (
    <li className={style.row} data-current={session.actual || undefined}>
      <Mark size={20} aria-hidden />
      <div className={style.words}>
        <b>
          {name}
          {session.actual && `, ${t('sesiones.esta')}`}
        </b>
        <span className="second figures">
          {[session.direccion, t(session.sitio === 's' ? 'sesiones.portal' : 'sesiones.sitio'), since]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </div>
      {!session.actual && (
        <Button disabled={busy} onClick={onClose} aria-label={t('sesiones.cerrarDe', { dispositivo: name })}>
          {t('sesiones.cerrar')}
        </Button>
      )}
    </li>
  )
}
