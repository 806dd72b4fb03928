import { Button, Skeleton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react'
import type { Call } from '#contract/call.ts'
import type { CallOptions } from '../calls/call.ts'
import { isRefusedWith } from '../calls/refused.ts'
import { type ActOptions, useAct } from '../calls/useAct.ts'
import { lazily } from '../pages/lazily.ts'
import { site } from '../session/session.ts'
import { useProof } from '../session/useProof.ts'
import { useWords } from '../texts/useWords.ts'
import { Dialog } from './Dialog.tsx'
import { firstFieldIn, focusFirst } from './focus-first.ts'

const ProofFields = lazy(() =>
  lazily(() => import('../session/ProofFields.tsx')).then((it) => ({ default: it.ProofFields })),
)

interface Props<Answer> extends Pick<ActOptions<string | null, Answer>, 'refresh' | 'done' | 'onDone'> {
  title: string
  /** The text of the act's button. */
  submit: string
  /** Makes the act's calls, with these options where one needs a step-up. */
  act: (options: Pick<CallOptions, 'ticket'>) => Promise<Answer>
  /** The step-up of the act's call, which the dialog asks for. */
  proves?: Call['stepUp']
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
  proves = false,
  dangerous = false,
  shut = false,
  leave,
  onClose,
  onDone,
  children,
  ...options
}: Props<Answer>) {
  const { t } = useWords('words')
  const proof = useProof(proves, true)
  const [proving, setProving] = useState(false)
  const [asksFromStart] = useState(proof.asked)
  const { run, busy, refusal, error, forget } = useAct<string | null, Answer>((ticket) => act({ ticket }), {
    ...options,
    inPlace: true,
    onDone: async (answer, ticket) => {
      await onDone?.(answer, ticket)
      onClose()
    },
  })
  const asks = isRefusedWith(error, 'STEP_UP_REQUIRED')
  const askAgain = useEffectEvent(() => {
    forget()
    proof.ask()
  })
  useEffect(() => {
    if (asks) askAgain()
  }, [asks])
  const prove = async () => {
    setProving(true)
    const ticket = await proof.take()
    setProving(false)
    if (ticket !== undefined) run(ticket)
  }
  const size = site === 'e' ? 'md' : 'sm'
  return (
    <Dialog
      opened
      onClose={onClose}
      title={title}
      locked={busy || proving}
      foot={
        <>
          <Button
            size={size}
            disabled={busy || proving}
            onClick={onClose}
            ref={begin}
            data-autofocus={!asksFromStart || undefined}
          >
            {leave ?? t('accion.cancelar')}
          </Button>
          <Button
            size={size}
            variant="filled"
            loading={busy || proving}
            disabled={shut}
            onClick={() => void prove()}
            {...(dangerous && { color: 'bad' })}
          >
            {submit}
          </Button>
        </>
      }
    >
      {children}
      {proof.asked && (
        <Suspense fallback={<Skeleton height={62} aria-hidden />}>
          <ProofFields
            key={proof.round}
            proof={proof}
            fromStart={asksFromStart}
            onEnter={() => shut || void prove()}
          />
        </Suspense>
      )}
      {refusal !== null && !asks && (
        <p role="alert" className="bad">
          {refusal}
        </p>
      )}
    </Dialog>
  )
}

/** Gives the focus to the dialog's first field, once both are there; without one the button has it. */
function begin(button: HTMLButtonElement | null): void {
  focusFirst(firstFieldIn(button?.closest('[role=dialog]')))
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
        {label}…
      </Button>
      {open && <ConfirmDialog title={label} onClose={close} {...question} />}
    </>
  )
}
