import { useState } from 'react'
import { me, type MyDocument } from '#contract/me/me.ts'
import { call } from '#web/shared/calls/call.ts'
import { saveFile } from '#web/shared/calls/files.ts'
import { useDocumentName } from '#web/shared/mine/naming.ts'

/** A copy is downloaded by a separate call, which the evidence distinguishes from reading. */
export function useDownload(document: Pick<MyDocument, 'id' | 'tipo' | 'periodo' | 'etiqueta'>): {
  busy: boolean
  error: unknown
  download: () => Promise<void>
} {
  const name = useDocumentName()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const download = async () => {
    setBusy(true)
    setError(null)
    try {
      saveFile(await call(me.pdf, { id: document.id, descarga: true }), `${name(document)}.pdf`)
    } catch (reason) {
      setError(reason)
    } finally {
      setBusy(false)
    }
  }
  return { busy, error, download }
}
