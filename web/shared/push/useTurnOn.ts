import { push } from '#contract/push.ts'
import { call, RefusalError } from '../calls/call.ts'
import { useAct } from '../calls/useAct.ts'
import { useWords } from '../texts/useWords.ts'
import { noteOffered, turnOn } from './subscribing.ts'

/** The person or the browser refused the permission. */
class PermissionRefused extends Error {}

/** Turns push notifications on for this device. `wrong` is the text of the reason why that failed, or null. */
export function useTurnOn(onDone: () => void) {
  const { t } = useWords('push')
  const { run, busy, error, refusal } = useAct(
    async () => {
      noteOffered()
      const { clave } = await call(push.mine, {})
      if (!(await turnOn(clave))) throw new PermissionRefused()
    },
    { refresh: [push.mine], onDone, inPlace: true },
  )
  const wrong =
    error instanceof PermissionRefused
      ? t(Notification.permission === 'denied' ? 'bloqueado' : 'negado')
      : error instanceof RefusalError
        ? refusal
        : t('fallo')
  return { busy, wrong: error === null ? null : wrong, start: () => run() }
}
