import { useMutation } from '@tanstack/react-query'
import { useContext, useRef } from 'react'
import type { AnswerOf, Call, InputOf } from '#contract/call.ts'
import { ToastsContext } from '../pages/toasts-context.ts'
import { useErrorText } from '../texts/texts.ts'
import { call } from './call.ts'
import { useRefresh } from './useCall.ts'
import { RefusalError } from './wire.ts'

type Work<Input, Answer> = (input: Input) => Promise<Answer>

export interface ActOptions<Input, Answer> {
  /** The calls whose answers the act changes; they are made again. */
  refresh?: readonly Pick<Call, 'path'>[]
  /** The toast that confirms the act. */
  done?: string | ((answer: Answer, input: Input) => string)
  /** Runs after the refresh. The act is busy until it ends. */
  onDone?: (answer: Answer, input: Input) => unknown
  /** The screen displays `refusal` itself. By default a refusal is a toast. */
  inPlace?: boolean
}

export interface Act<Input> {
  /** Starts the act. Does nothing while it is under way, and returns false then. Never throws. */
  run: (input: Input) => boolean
  busy: boolean
  /** The input of the act that is under way. */
  running: Input | undefined
  /** The error that the last act ended with, or null. */
  error: unknown
  /** The same in words. */
  refusal: string | null
  /** Clears `error` and `refusal`. */
  forget: () => void
}

/**
 * An act that a button starts: `const invite = useAct(employees.invite, { refresh: [employees.one], done: t('…') })`,
 * then `invite.run({ id })` and `loading={invite.busy}`. Takes a call of the contract, or a function that makes
 * several. Forms use useForm, questions before an act ConfirmDialog.
 */
export function useAct<C extends Call>(act: C, options?: ActOptions<InputOf<C>, AnswerOf<C>>): Act<InputOf<C>>
export function useAct<Input = void, Answer = unknown>(
  act: Work<Input, Answer>,
  options?: ActOptions<Input, Answer>,
): Act<Input>
export function useAct(
  act: Call | Work<Record<string, unknown>, unknown>,
  { refresh = [], done, onDone, inPlace = false }: ActOptions<Record<string, unknown>, unknown> = {},
): Act<Record<string, unknown>> {
  const errorText = useErrorText()
  const toasts = useContext(ToastsContext)
  const refreshCalls = useRefresh()
  const started = useRef(false)
  const { mutateAsync, isPending, variables, error, reset } = useMutation({
    // Offline it is refused like any call, rather than kept until there is a connection.
    networkMode: 'always',
    // Inputs may be passwords: nothing is cached once the screen is left.
    gcTime: 0,
    mutationFn: async (input: Record<string, unknown>) => {
      const answer = await (typeof act === 'function' ? act(input) : call(act, input))
      await refreshCalls(...refresh)
      if (done !== undefined) toasts?.toast({ text: typeof done === 'string' ? done : done(answer, input) })
      await onDone?.(answer, input)
    },
    onError: async (reason) => {
      if (!inPlace) toasts?.toastError({ text: errorText(reason) })
      // The server's refusal often means that the screen is out of date.
      if (reason instanceof RefusalError && reason.status >= 400 && reason.status < 500)
        await refreshCalls(...refresh)
    },
  })
  return {
    run: (input) => {
      // Two presses come before the first one is rendered.
      if (started.current) return false
      started.current = true
      void mutateAsync(input)
        .catch(() => undefined)
        .finally(() => (started.current = false))
      return true
    },
    busy: isPending,
    running: isPending ? variables : undefined,
    error,
    refusal: error === null ? null : errorText(error),
    forget: reset,
  }
}
