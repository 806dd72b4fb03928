import type { RefusalBody } from '#contract/call.ts'
import { apiBase } from './api-base.ts'

/**
 * A call that the server refused or that never reached it (`status` 0, `code` 'UNREACHABLE'). `message` and those of
 * `errors` are in the person's language, unless the server was unreachable.
 */
export class RefusalError extends Error {
  readonly status: number
  readonly code: string
  readonly errors: RefusalBody['errors']
  readonly requestId: string | null

  constructor(
    status: number,
    body: Pick<RefusalBody, 'code' | 'message' | 'errors'>,
    requestId: string | null,
  ) {
    super(body.message)
    this.name = 'RefusalError'
    this.status = status
    this.code = body.code
    this.errors = body.errors
    this.requestId = requestId
  }
}

export interface Sent {
  method: string
  /** Below the API's base, with its query. */
  path: string
  body?: URLSearchParams | FormData | undefined
  headers: Record<string, string>
  signal?: AbortSignal | undefined
  /** Progress of an upload, 0 to 1. */
  onProgress?: ((part: number) => void) | undefined
}

let skew = 0

/** The server's time, in milliseconds: a person's clock may be minutes off, the session's end is not. */
export function serverNow(): number {
  return Date.now() + skew
}

let reached: (status: number) => void = () => undefined

/** Registers a watcher of every response's status; 0: no response. */
export function watchReach(watcher: (status: number) => void): void {
  reached = watcher
}

/** Sends a request; resolves to the response, or throws a RefusalError. */
export async function send(sent: Sent): Promise<Response> {
  const headers = { 'accept-language': document.documentElement.lang, ...sent.headers }
  let response: Response
  try {
    response = sent.onProgress
      ? // Few calls upload: the first screen does without.
        await import('./upload.ts').then(({ sendWithProgress }) => sendWithProgress({ ...sent, headers }))
      : await fetch(apiBase + sent.path, {
          method: sent.method,
          headers,
          body: sent.body ?? null,
          signal: sent.signal ?? null,
        })
  } catch (error) {
    if (sent.signal?.aborted) throw error
    reached(0)
    throw new RefusalError(0, { code: 'UNREACHABLE', message: '', errors: [] }, null)
  }
  reached(response.status)
  const date = response.headers.get('date')
  if (date) skew = Date.parse(date) - Date.now()
  if (response.ok) return response
  throw await refusalOf(response)
}

async function refusalOf(response: Response): Promise<RefusalError> {
  const body: Partial<RefusalBody> = await response.json().catch(() => ({}))
  return new RefusalError(
    response.status,
    { code: body.code ?? 'INTERNAL_ERROR', message: body.message ?? '', errors: body.errors ?? [] },
    body.requestId ?? response.headers.get('x-request-id'),
  )
}
