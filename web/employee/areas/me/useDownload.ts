import { me, type MyDocument } from '#contract/me/me.ts'
import { call } from '#web/shared/calls/call.ts'
import { saveFile } from '#web/shared/calls/files.ts'
import { useAct } from '#web/shared/calls/useAct.ts'
import { useDocumentName } from '#web/shared/mine/naming.ts'

/** A copy is downloaded by a separate call, which the evidence distinguishes from reading. */
export function useDownload(document: Pick<MyDocument, 'id' | 'tipo' | 'periodo' | 'etiqueta'>): {
  busy: boolean
  error: unknown
  download: () => void
} {
  const name = useDocumentName()
  const { run, busy, error } = useAct(
    async () => saveFile(await call(me.pdf, { id: document.id, descarga: true }), `${name(document)}.pdf`),
    { inPlace: true },
  )
  return { busy, error, download: run }
}
