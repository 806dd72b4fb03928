import type { Call, InputOf } from '#contract/call.ts'
import { call } from '#web/shared/call.ts'
import { saveFile } from '#web/shared/files.ts'
import { useErrorText } from '#web/shared/texts.ts'
import { toastError } from '#web/shared/toasts.tsx'

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
