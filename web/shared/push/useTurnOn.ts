import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { push } from '#contract/push.ts'
import { call, RefusalError } from '../calls/call.ts'
import { useErrorText } from '../texts/texts.ts'
import { useRefresh } from '../calls/useCall.ts'
import { noteOffered, turnOn } from './subscribing.ts'

/** The act of turning notices on here, with what stood in the way. */
export function useTurnOn(onDone: () => void) {
  const { t } = useTranslation('push')
  const errorText = useErrorText()
  const refresh = useRefresh()
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState('')
  const start = async () => {
    setBusy(true)
    setWrong('')
    noteOffered()
    try {
      const { clave } = await call(push.mine, {})
      if (await turnOn(clave)) {
        await refresh(push.mine)
        onDone()
      } else setWrong(t(Notification.permission === 'denied' ? 'bloqueado' : 'negado'))
    } catch (reason) {
      setWrong(reason instanceof RefusalError ? errorText(reason) : t('fallo'))
    } finally {
      setBusy(false)
    }
  }
  return { busy, wrong, start: () => void start() }
}
