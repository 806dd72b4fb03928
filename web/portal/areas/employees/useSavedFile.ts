import type { Call, InputOf } from '#contract/call.ts'
import { call } from '#web/shared/calls/call.ts'
import { saveFile } from '#web/shared/calls/files.ts'
import { useErrorText } from '#web/shared/texts/texts.ts'
import { toastError } from '#web/shared/pages/toasts.tsx'

/** Answers a function that makes a call whose answer is a file, and saves it. */
export function useSavedFile() {
  const errorText = useErrorText()
  return async <C extends Call & { answer: 'file' }>(c: C, input: InputOf<C>): Promise<void> => {
    try {
      const file: unknown = await call(c, input)
      if (file instanceof Blob) saveFile(file, 'colaboradores.csv')
    } catch (error) {
      toastError({ text: errorText(error) })
    }
  }
}
