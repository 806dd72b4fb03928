import type { AnswerOf } from '#contract/call.ts'
import { shell } from '#contract/shell/shell.ts'
import { useCall } from '#web/shared/calls/useCall.ts'

/** The pages outside that this installation leads to; undefined until they are known. */
export function usePages(): AnswerOf<typeof shell.pages> | undefined {
  return useCall(shell.pages, {}).data
}
