import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type ActOptions, useAct } from '../calls/useAct.ts'
import { site } from '../session/session.ts'
import { Dialog } from './Dialog.tsx'

interface Props<Answer> extends Pick<ActOptions<void, Answer>, 'refresh' | 'done' | 'onDone'> {
  title: string
  /** The text of the act's button. */
  submit: string
  act: () => Promise<Answer>
  /** The act can't be taken back: its button is red. */
  dangerous?: boolean
  /** Something that the act needs is missing. */
  shut?: boolean
  /** The text of the button that leaves without acting. */
  leave?: string
  onClose: () => void
  /** The consequences, and a field at most. */
  children: ReactNode
}

/** Asks before an act; closes once it is done, and displays a refusal in place. */
export function ConfirmDialog<Answer>({
  title,
  submit,
  act,
  dangerous = false,
  shut = false,
  leave,
  onClose,
  onDone,
  children,
  ...options
}: Props<Answer>) {
  const { t } = useTranslation('words')
  const { run, busy, refusal } = useAct<void, Answer>(act, {
    ...options,
    inPlace: true,
    onDone: async (answer) => {
      await onDone?.(answer)
      onClose()
    },
  })
  const size = site === 'e' ? 'md' : 'sm'
  return (
    <Dialog
      opened
      onClose={onClose}
      title={title}
      locked={busy}
      foot={
        <>
          <Button size={size} disabled={busy} onClick={onClose} data-autofocus>
            {leave ?? t('accion.cancelar')}
          </Button>
          <Button
            size={size}
            variant="filled"
            loading={busy}
            disabled={shut}
            onClick={() => run()}
            {...(dangerous && { color: 'bad' })}
          >
            {submit}
          </Button>
        </>
      }
    >
      {children}
      {refusal !== null && (
        <p role="alert" className="bad">
          {refusal}
        </p>
      )}
    </Dialog>
  )
}

interface ButtonProps<Answer> extends Omit<Props<Answer>, 'title' | 'onClose'> {
  /** The text of the button, which is also the title of the question. */
  label: string
  icon: ReactNode
}

/** A button that opens the question before its act. */
export function ConfirmButton<Answer>({ label, icon, ...question }: ButtonProps<Answer>) {
  const [open, { open: ask, close }] = useDisclosure()
  return (
    <>
      <Button leftSection={icon} onClick={ask} {...(question.dangerous && { color: 'bad' })}>
        {label}
      </Button>
      {open && <ConfirmDialog title={label} onClose={close} {...question} />}
    </>
  )
}
