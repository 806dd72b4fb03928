import { Button, Skeleton } from '@mantine/core'
import { IconDeviceLaptop, IconDeviceMobile, IconDeviceTablet } from '@tabler/icons-react'
import { useState } from 'react'
import type { AnswerOf } from '#contract/call.ts'
import { ownAccount } from '#contract/account/own.ts'
import { call } from '../calls/call.ts'
import { useAct } from '../calls/useAct.ts'
import { ConfirmDialog } from '../forms/ConfirmDialog.tsx'
import { ErrorState } from '../pages/states.tsx'
import { instantText } from '../texts/texts.ts'
import { useCall } from '../calls/useCall.ts'
import { useViewer } from '../session/viewer.ts'
import { useWords } from '../texts/useWords.ts'
import style from './account.module.css'

type Session = AnswerOf<typeof ownAccount.sessions>[number]

const marks = {
  computadora: IconDeviceLaptop,
  telefono: IconDeviceMobile,
  tableta: IconDeviceTablet,
} as const

/** Where one's account is open, and the way to close it elsewhere. */
export function OwnSessions() {
  const { t } = useWords('account-own')
  const answer = useCall(ownAccount.sessions, {})
  const [done, setDone] = useState('')
  const [asking, setAsking] = useState(false)
  const refresh = [ownAccount.sessions, ownAccount.activity]
  const { run, busy, refusal } = useAct(ownAccount.endSession, {
    refresh,
    onDone: () => setDone(t('sesiones.cerrada')),
    inPlace: true,
  })
  const message = refusal ?? done
  const others = answer.data?.filter(({ actual }) => !actual).length ?? 0
  return (
    <section className={style.section} aria-labelledby="own-sessions">
      <div className={`${style.head} row wrap`}>
        <h2 id="own-sessions">{t('sesiones.titulo')}</h2>
        {others > 0 && (
          <Button color="bad" onClick={() => setAsking(true)}>
            {t('sesiones.cerrarOtras', { count: others })}…
          </Button>
        )}
      </div>
      {answer.error ? (
        <ErrorState error={answer.error} title={t('sesiones.error')} onRetry={() => void answer.refetch()} />
      ) : answer.data ? (
        <ul className={`${style.panel} plain-list panel`}>
          {answer.data.map((one) => (
            <Line key={one.id} session={one} busy={busy} onClose={() => run({ id: one.id })} />
          ))}
        </ul>
      ) : (
        <Skeleton height={120} />
      )}
      <p className={message ? style.notice : 'only-read-aloud'} role="status">
        {message}
      </p>
      {asking && (
        <ConfirmDialog
          title={t('sesiones.cerrarOtrasTitulo')}
          submit={t('sesiones.cerrarOtras', { count: others })}
          act={(options) => call(ownAccount.endOtherSessions, {}, options)}
          proves={ownAccount.endOtherSessions.stepUp}
          refresh={refresh}
          onDone={({ cerradas }) => setDone(t('sesiones.cerradas', { count: cerradas }))}
          dangerous
          onClose={() => setAsking(false)}
        >
          <p>{t('sesiones.cerrarOtrasTexto')}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}

function Line({ session, busy, onClose }: { session: Session; busy: boolean; onClose: () => void }) {
  const { t } = useWords('account-own')
  const { company } = useViewer()
  const Mark = marks[session.tipo ?? 'computadora']
  const name = session.dispositivo ?? t('sesiones.sinNombre')
  const at = (instant: string) => instantText(instant, company.zona)
  const since = session.actual
    ? t('sesiones.desde', { fecha: at(session.desde) })
    : t('sesiones.activa', { fecha: at(session.visto) })
  return (
    <li className={`${style.row} row gap-12`} data-current={session.actual || undefined}>
      <Mark size={20} aria-hidden />
      <div className={`${style.words} grow`}>
        <b>
          {name}
          {session.actual && ` · ${t('sesiones.esta')}`}
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
