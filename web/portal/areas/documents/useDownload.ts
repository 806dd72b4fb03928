import { documents } from '#contract/documents.ts'
import { call } from '#web/shared/call.ts'
import { saveFile } from '#web/shared/files.ts'
import { useErrorText } from '#web/shared/texts.ts'
import { toastError } from '#web/shared/toasts.tsx'

/** Answers a function that saves a document's newest PDF, or its XML. */
export function useDownload(): (id: number, what?: 'pdf' | 'xml') => Promise<void> {
  const errorText = useErrorText()
  return async (id, what = 'pdf') => {
    try {
      const file = await call(what === 'xml' ? documents.xml : documents.download, { a: id, b: 0 })
      saveFile(file, `${id}.${what}`)
    } catch (error) {
      toastError({ text: errorText(error) })
    }
  }
}
