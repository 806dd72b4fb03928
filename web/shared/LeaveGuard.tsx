import { Button, Modal } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useBlocker } from 'react-router'

/** Asks before what was typed is lost: inside the application in words of ours, else by the browser. */
export function LeaveGuard({ when }: { when: boolean }) {
  const { t } = useTranslation()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => when && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (!when) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [when])
  return (
    <Modal
      opened={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      title={t('formulario.salir')}
      closeButtonProps={{ 'aria-label': t('accion.cerrar') }}
    >
      <div className="modal-text">{t('formulario.salirTexto')}</div>
      <div className="modal-foot">
        <Button onClick={() => blocker.proceed?.()}>{t('formulario.descartar')}</Button>
        <Button variant="filled" onClick={() => blocker.reset?.()} data-autofocus>
          {t('formulario.seguir')}
        </Button>
      </div>
    </Modal>
  )
}
