import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from './Dialog.tsx'
import style from '../pages/states.module.css'
import { useErrorText } from '../texts/texts.ts'
import { toast } from '../pages/toasts.tsx'

interface Props {
  title: string
  /** What the act's button says. */
  submit: string
  /** What is said once it is done. */
  done: string
  act: () => Promise<unknown>
  onClose: () => void
  /** What is lost by it. */
  children: ReactNode
}

/** Asks before an act that can't be taken back; a refusal is said where it was asked. */
export function ActDialog({ title, submit, done, act, onClose, children }: Props) {
  const { t } = useTranslation('words')
  const errorText = useErrorText()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<unknown>(null)
  const run = async () => {
    setBusy(true)
    try {
      await act()
      toast({ text: done })
      onClose()
    } catch (error) {
      setRefused(error)
      setBusy(false)
    }
  }
  return (
    <Dialog opened onClose={onClose} title={title} locked={busy}>
      <div className="modal-text">
        {children}
        {refused !== null && (
          <p role="alert" className={style.bad}>
            {errorText(refused)}
          </p>
        )}
      </div>
      <div className="modal-foot">
        <Button disabled={busy} onClick={onClose} data-autofocus>
          {t('accion.volver')}
        </Button>
        <Button variant="filled" color="bad" loading={busy} onClick={() => void run()}>
          {submit}
        </Button>
      </div>
    </Dialog>
  )
}
