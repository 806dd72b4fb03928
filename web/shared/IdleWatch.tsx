import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Dialog } from './Dialog.tsx'
import { useTranslation } from 'react-i18next'
import { session } from '#contract/session.ts'
import { call, RefusalError } from './call.ts'
import { endSession } from './session.ts'
import { serverNow } from './wire.ts'

const minute = 60_000
const warning = 2 * minute

/**
 * Tells the server each minute that the page lives, and whether somebody is there. Two minutes before the idle
 * life ends it counts down and offers to stay.
 */
export function IdleWatch() {
  const { t } = useTranslation(['shell', 'words'])
  const [left, setLeft] = useState(Infinity)
  const touched = useRef(false)
  const ends = useRef(Infinity)

  useEffect(() => {
    const onTouch = () => {
      touched.current = true
    }
    const events = ['keydown', 'pointerdown', 'touchstart'] as const
    for (const name of events) addEventListener(name, onTouch, { passive: true })
    const beats = setInterval(() => void beat(touched.current), minute)
    const clock = setInterval(() => setLeft(ends.current - serverNow()), 1000)
    void beat(false)
    return () => {
      for (const name of events) removeEventListener(name, onTouch)
      clearInterval(beats)
      clearInterval(clock)
    }
  }, [])

  const beat = async (active: boolean) => {
    touched.current = false
    try {
      const answer = await call(session.keepalive, active ? { active } : {}, {
        background: !active,
        keepSession: true,
      })
      ends.current = Math.min(Date.parse(answer.vence_inactividad), Date.parse(answer.vence))
      setLeft(ends.current - serverNow())
    } catch (error) {
      // A network that fails says nothing about the session.
      if (error instanceof RefusalError && error.status === 401) return leave()
    }
  }
  const leave = () => endSession({ expired: true, wanted: location.pathname + location.search })
  useEffect(() => {
    if (left < 0) void beat(false)
  }, [left < 0])

  const seconds = Math.max(0, Math.ceil(left / 1000))
  return (
    <Dialog opened={left < warning} onClose={() => void beat(true)} title={t('inactividad.titulo')}>
      <div className="modal-text figures" role="timer">
        {t('inactividad.texto', {
          tiempo: `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`,
        })}
      </div>
      <div className="modal-foot">
        <Button onClick={() => endSession({ logout: true })}>{t('cuenta.cerrarSesion')}</Button>
        <Button variant="filled" onClick={() => void beat(true)} data-autofocus>
          {t('inactividad.seguir')}
        </Button>
      </div>
    </Dialog>
  )
}
