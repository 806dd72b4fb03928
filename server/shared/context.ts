import type { UploadPart } from '#contract/call.ts'
import type { ErrorName } from '#contract/errors.ts'
import type { Fault } from './errors.ts'
import type { Services } from './services.ts'
import type { Session } from './identity/session.ts'
import type { Tx } from './tenancy.ts'

/** The context of a handler, beside its input. Transactions are short: no file, hash, mail or PDF work inside one. */
export interface PublicContext {
  services: Services
  request: RequestFacts
}

export interface Context extends PublicContext {
  session: Session
  /** A transaction of the session's company for reading. */
  read: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  /** A transaction of the session's company for changing; commits when the work is done. */
  write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  /**
   * Runs the transaction of the act itself, whose result is the call's answer. With an `Idempotency-Key` the answer is
   * stored in the same transaction, and a repeated key returns it without a second act.
   */
  act: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  /**
   * The answer stored meanwhile for this request's `Idempotency-Key`, after waiting for a concurrent request with the
   * same key. For the first transaction of an act that has more than one.
   */
  answered<T>(tx: Tx): Promise<{ answer: T } | null>
  /** Refuses with CONFIRMATION_REQUIRED unless all of `needed` was confirmed; a new code asks again. */
  confirm: (needed: readonly Fault[]) => void
  /**
   * Refuses with STEP_UP_REQUIRED without a fresh ticket that nothing has used, for calls that require one in some cases
   * only. The ticket is used in `tx`.
   */
  stepUp: (tx: Tx) => Promise<void>
  /** The same for an act that holds: a ticket of the last five minutes will do, whatever used it. */
  heldStepUp: (tx: Tx) => Promise<void>
  /** Adds a header to the response. */
  header: (name: string, value: string) => void
  /** Sends this error's code instead of '00000', for an answer that is no refusal but not the completed act either. */
  code: (name: ErrorName) => void
  /** Evidence of who and from where, for recordEvent. */
  evidence: { actorId: number; detail: { address: string; device: string } }
}

export interface RequestFacts {
  id: string
  address: string
  device: string
  language: 'es' | 'pt'
  authorization: string | undefined
}

/** The file of a multipart call: its bytes, capped and of an accepted type, or a refusal. */
export interface UploadedFile {
  /** As the client named it, without any path. */
  name: string
  type: UploadPart['types'][number]
  bytes: Buffer
  /** The second file of the call, where it came. */
  beside?: UploadedFile
}

/** Types that are only downloaded, never displayed inline. */
type Kept =
  | 'application/zip'
  | 'text/csv; charset=utf-8'
  | 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The answer of a call that returns a file. `download` is its name; without it the file is displayed inline. */
export interface FileAnswer {
  body: Buffer | NodeJS.ReadableStream
  type:
    | 'application/pdf'
    | 'image/png'
    | 'image/jpeg'
    | 'image/webp'
    | 'application/xml; charset=utf-8'
    | Kept
  download?: string
  /** Public pictures may be cached; everything else is no-store. */
  cacheSeconds?: number
}
