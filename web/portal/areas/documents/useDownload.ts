import { documents } from '#contract/documents/documents.ts'
import { call } from '#web/shared/calls/call.ts'
import { saveFile } from '#web/shared/calls/files.ts'
import { useErrorText } from '#web/shared/texts/texts.ts'
import { toastError } from '#web/shared/pages/toasts.tsx'

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
