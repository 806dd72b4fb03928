import { useState } from 'react'
import type { AnswerOf, InputOf } from '#contract/call.ts'
import { documentExports, type ExportKind, type SearchExport } from '#contract/documents/exports.ts'
import type { documents } from '#contract/documents/documents.ts'
import { call } from '#web/shared/calls/call.ts'
import { download } from '#web/shared/calls/download.ts'
import { useErrorText } from '#web/shared/texts/texts.ts'
import { toastError } from '#web/shared/pages/toasts.tsx'

/** A download that was begun here, to be watched. */
export interface BegunExport {
  id: number
  kind: ExportKind
}

type Prepared = AnswerOf<typeof documentExports.search>

/** Prepares downloads of a search or of chosen documents, and has the browser take them. */
export function useExport(): {
  begun: BegunExport | null
  close: () => void
  search: (kind: SearchExport, input: InputOf<typeof documents.list>) => Promise<void>
  zip: (ids: readonly string[]) => Promise<void>
} {
  const [begun, setBegun] = useState<BegunExport | null>(null)
  const errorText = useErrorText()
  const begin = async (kind: ExportKind, prepare: () => Promise<Prepared>) => {
    try {
      const { id } = await prepare()
      await download(documentExports.file, { id })
      setBegun({ id, kind })
    } catch (error) {
      toastError({ text: errorText(error) })
    }
  }
  return {
    begun,
    close: () => setBegun(null),
    search: (kind, { page: _page, perPage: _perPage, ...asked }) =>
      begin(kind, () => call(documentExports.search, { ...asked, formato: kind })),
    zip: (ids) => begin('zip', () => call(documentExports.zip, { ids: ids.map(Number) })),
  }
}
