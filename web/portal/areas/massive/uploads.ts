import { useSyncExternalStore } from 'react'
import type { HttpRequest, Upload } from 'tus-js-client'
import { storedToken, storedUser } from '#web/shared/session/session.ts'
import { markUnsaved } from '#web/shared/forms/unsaved.ts'

/** An upload of this tab. It continues while its person opens other screens. */
export interface Sending {
  /** The publication's. */
  id: number
  name: string
  size: number
  sent: number
  /** Bytes a second lately; null before it is known. */
  speed: number | null
  /** `cut`: the connection is lost; the upload continues when it is back. */
  state: 'sending' | 'cut' | 'failed' | 'done'
  /** The reason of the failure, in the server's words; empty where there are none. */
  failure: string
}

interface Entry {
  shown: Sending
  upload: Upload | null
  release: () => void
}

const entries = new Map<number, Entry>()
const watchers = new Set<() => void>()
/** Bytes of one request: the most that a lost connection costs, and below the limits of proxies. */
const pieceBytes = 16 * 1_048_576
const retries = [0, 1000, 2000, 4000, 8000, 15_000, 15_000, 30_000, 30_000, 60_000]

function tell(id: number, change: Partial<Sending>): void {
  const entry = entries.get(id)
  if (!entry) return
  entry.shown = { ...entry.shown, ...change }
  for (const watch of watchers) watch()
}

/** The upload of a publication in this tab, or null. */
export function useSending(id: number): Sending | null {
  return useSyncExternalStore(
    (watch) => {
      watchers.add(watch)
      return () => void watchers.delete(watch)
    },
    () => entries.get(id)?.shown ?? null,
  )
}

/** Sends a file, or what of it the server doesn't have yet, to the address that the publication was given. */
export async function sendFile(id: number, file: File, address: string): Promise<void> {
  entries.get(id)?.release()
  const shown: Sending = {
    id,
    name: file.name,
    size: file.size,
    sent: 0,
    speed: null,
    state: 'sending',
    failure: '',
  }
  const entry: Entry = { shown, upload: null, release: markUnsaved() }
  entries.set(id, entry)
  tell(id, {})
  // Loaded on demand: most users never upload a payroll.
  const { Upload: TusUpload, DetailedError } = await import('tus-js-client')
  if (entries.get(id) !== entry) return
  const speed = speedometer()
  entry.upload = new TusUpload(file, {
    uploadUrl: address,
    chunkSize: pieceBytes,
    retryDelays: retries,
    // The address is the publication's own: nothing has to be remembered in the browser.
    storeFingerprintForResuming: false,
    onBeforeRequest: (request: HttpRequest) => {
      request.setHeader('authorization', `Bearer ${storedToken() ?? ''}`)
      request.setHeader('accept-language', document.documentElement.lang)
      const company = storedUser()?.empresa.id
      if (company) request.setHeader('x-company', String(company))
    },
    onShouldRetry: (error) => {
      const status = error.originalResponse?.getStatus() ?? 0
      const again = status === 0 || status === 409 || status === 423 || status >= 500
      if (again) tell(id, { state: 'cut', speed: null })
      return again
    },
    onProgress: (sent) => tell(id, { sent, speed: speed(sent), state: 'sending' }),
    onSuccess: () => {
      entry.release()
      tell(id, { sent: file.size, state: 'done' })
    },
    onError: (error) => {
      entry.release()
      const body = error instanceof DetailedError ? error.originalResponse?.getBody() : undefined
      tell(id, { state: 'failed', failure: messageIn(body) })
    },
  })
  entry.upload.start()
}

/** Stops this tab's upload of a publication. The server keeps the bytes until the publication is cancelled. */
export function stopSending(id: number): void {
  const entry = entries.get(id)
  if (!entry) return
  entry.release()
  entries.delete(id)
  void entry.upload?.abort()
  for (const watch of watchers) watch()
}

function messageIn(body: string | undefined): string {
  try {
    const { message } = JSON.parse(body ?? '') as { message?: unknown }
    return typeof message === 'string' ? message : ''
  } catch {
    return ''
  }
}

/** Bytes a second over the last ten seconds. */
function speedometer(): (sent: number) => number | null {
  const seen: { at: number; sent: number }[] = []
  return (sent) => {
    const now = performance.now()
    seen.push({ at: now, sent })
    while (seen.length > 2 && now - (seen[0]?.at ?? now) > 10_000) seen.shift()
    const [first] = seen
    if (!first || now - first.at < 500) return null
    return ((sent - first.sent) / (now - first.at)) * 1000
  }
}
