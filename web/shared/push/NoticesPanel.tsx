import { Button, Skeleton } from '@mantine/core'
import { IconBell, IconBellOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { push, type PushDevice } from '#contract/push.ts'
import { useAct } from '../calls/useAct.ts'
import { ErrorState } from '../pages/states.tsx'
import { instantText } from '../texts/texts.ts'
import { useCall } from '../calls/useCall.ts'
import { useViewer } from '../session/viewer.ts'
import { useWords } from '../texts/useWords.ts'
import { canBeTold, ownPrint, turnOff } from './subscribing.ts'
import { useTurnOn } from './useTurnOn.ts'
import panel from '../account/panel.module.css'
import style from './push.module.css'

/** Push notifications: whether they are on for this device, the switch, and the person's other devices. */
export function NoticesPanel() {
  const { t } = useWords('push')
  const answer = useCall(push.mine, {})
  const devices = answer.data?.dispositivos
  const prints = devices?.map(({ huella }) => huella)
  const own = useQuery({ queryKey: ['own-print', prints], queryFn: ownPrint, enabled: devices !== undefined })
  const here = own.data ? devices?.find(({ huella }) => huella === own.data) : undefined
  const others = devices?.filter((device) => device !== here) ?? []
  return (
    <section className={`${panel.panel} panel column gap-12`} aria-labelledby="notices">
      <h2 id="notices">{t('avisos')}</h2>
      <p className="second">{t('texto')}</p>
      {answer.error ? (
        <ErrorState error={answer.error} title={t('error')} onRetry={() => void answer.refetch()} />
      ) : !devices || own.isPending ? (
        <Skeleton height={44} />
      ) : (
        <>
          {canBeTold() ? <ThisDevice on={here !== undefined} /> : <p>{t('noSePuede')}</p>}
          {others.length > 0 && <Others devices={others} />}
        </>
      )}
    </section>
  )
}

function ThisDevice({ on }: { on: boolean }) {
  const { t } = useWords('push')
  const turning = useTurnOn(() => undefined)
  const off = useAct(turnOff, { refresh: [push.mine], inPlace: true })
  const blocked = Notification.permission === 'denied'
  const wrong = turning.wrong || off.refusal
  return (
    <>
      <div className={`${panel.stand} row gap-8`} role="status">
        {on ? <IconBell size={20} aria-hidden className="ok" /> : <IconBellOff size={20} aria-hidden />}
        <b>{t(on ? 'activo' : 'apagado')}</b>
      </div>
      {wrong ? (
        <p className="bad" role="alert">
          {wrong}
        </p>
      ) : (
        blocked && !on && <p>{t('bloqueado')}</p>
      )}
      {on ? (
        <Button size="lg" loading={off.busy} onClick={() => off.run()}>
          {t('apagar')}
        </Button>
      ) : (
        !blocked && (
          <Button size="lg" loading={turning.busy} onClick={turning.start}>
            {t('activar')}
          </Button>
        )
      )}
    </>
  )
}

function Others({ devices }: { devices: readonly PushDevice[] }) {
  const { t } = useWords('push')
  const { company } = useViewer()
  const [done, setDone] = useState('')
  const { run, running, refusal } = useAct(push.remove, {
    refresh: [push.mine],
    onDone: () => setDone(t('quitado')),
    inPlace: true,
  })
  const message = refusal ?? done
  return (
    <>
      <h3>{t('otros')}</h3>
      <ul className={`${style.devices} plain-list`}>
        {devices.map(({ id, dispositivo, creado, ultimo }) => {
          const name = dispositivo ?? t('sinNombre')
          return (
            <li key={id}>
              <div className={`${style.words} grow`}>
                <b>{name}</b>
                <span className="second figures">
                  {ultimo
                    ? t('ultimo', { fecha: instantText(ultimo, company.zona) })
                    : t('desde', { fecha: instantText(creado, company.zona) })}
                </span>
              </div>
              <Button
                size="md"
                loading={running?.id === id}
                aria-label={t('quitarDe', { dispositivo: name })}
                onClick={() => run({ id })}
              >
                {t('quitar')}
              </Button>
            </li>
          )
        })}
      </ul>
      <p className={message ? 'second' : 'only-read-aloud'} role="status">
        {message}
      </p>
    </>
  )
}
