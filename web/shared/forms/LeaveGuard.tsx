import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { useWords } from '../texts/useWords.ts'
import { Dialog } from './Dialog.tsx'
import { useBlocker } from 'react-router'
import { hasUnsaved, markUnsaved } from './unsaved.ts'

/** Identifies a screen, a tab of a record or one of several mails, whose form is lost by leaving it. */
function placeOf({ pathname, search }: { pathname: string; search: string }): string {
  const named = new URLSearchParams(search)
  return [pathname, named.get('tab') ?? '', named.get('event') ?? ''].join(' ')
}

/** Asks before unsaved input is lost: inside the application with our dialog, else with the browser's. */
export function LeaveGuard({ when, onDiscard }: { when: boolean; onDiscard?: () => void }) {
  const { t } = useWords()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => when && placeOf(currentLocation) !== placeOf(nextLocation),
  )
  useEffect(() => {
    if (!when) return
    const saved = markUnsaved()
    const ask = (event: BeforeUnloadEvent) => {
      if (hasUnsaved()) event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => {
      saved()
      removeEventListener('beforeunload', ask)
    }
  }, [when])
  return (
    <Dialog
      opened={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      title={t('formulario.salir')}
      foot={
        <>
          <Button
            onClick={() => {
              onDiscard?.()
              blocker.proceed?.()
            }}
          >
            {t('formulario.descartar')}
          </Button>
          <Button variant="filled" onClick={() => blocker.reset?.()} data-autofocus>
            {t('formulario.seguir')}
          </Button>
        </>
      }
    >
      {t('formulario.salirTexto')}
    </Dialog>
  )
}
