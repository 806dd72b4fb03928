import { useEffect, useState } from 'react'
import { publishing, type ReadDocument } from '#contract/publishing/publishing.ts'
import { call } from '#web/shared/calls/call.ts'

/** Reads a file when it is chosen: whose it is and of which months. Null until then, and where it can't be read. */
export function useReadFile(file: File | null): { read: ReadDocument | null; reading: boolean } {
  const [answer, setAnswer] = useState<{ file: File; read: ReadDocument | null } | null>(null)
  useEffect(() => {
    if (!file) return undefined
    const stop = new AbortController()
    // A file that is refused is refused by its field when the form is sent.
    call(publishing.read, {}, { file, signal: stop.signal })
      .catch(() => null)
      .then((read) => !stop.signal.aborted && setAnswer({ file, read }))
      .catch(() => undefined)
    return () => stop.abort()
  }, [file])
  const own = answer !== null && answer.file === file ? answer : null
  return { read: own?.read ?? null, reading: file !== null && own === null }
}
