import type { UploadPart } from '#contract/call.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { Fault } from './errors.ts'
import type { Services } from './services.ts'
import type { Session } from './identity/session.ts'
import type { Tx } from './tenancy.ts'

/** What a handler is given beside its input. Transactions are short: no file, hash, mail or PDF within one. */
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
   * The transaction of the act itself, whose answer is the call's: with an `Idempotency-Key` the answer is kept
   * in the same transaction, and the same key gets it again without a second act.
   */
  act: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  /**
   * What this request's `Idempotency-Key` was answered meanwhile, waiting for whoever is about to answer it: for
   * the first transaction of an act that has more than one.
   */
  answered<T>(tx: Tx): Promise<{ answer: T } | null>
  /** Refuses with CONFIRMATION_REQUIRED what of `needed` was not confirmed; a new code asks again. */
  confirm: (needed: readonly Fault[]) => void
  /** Refuses with STEP_UP_REQUIRED without a fresh ticket, in a call that asks for it of some callers only. */
  stepUp: () => Promise<void>
  /** Adds a header to the answer. */
  header: (name: string, value: string) => void
  /** Answers with this code in place of '00000', for an answer that is no refusal and not the whole act either. */
  code: (code: ErrorCode) => void
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

/** What is only ever kept, never shown in place. */
type Kept =
  | 'application/zip'
  | 'text/csv; charset=utf-8'
  | 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** What a call that answers a file returns. `download` names it; without it, it is shown in place. */
export interface FileAnswer {
  body: Buffer | NodeJS.ReadableStream
  type: 'application/pdf' | 'image/png' | 'image/jpeg' | 'image/webp' | 'application/xml' | Kept
  download?: string
  /** Public pictures may be cached; everything else is no-store. */
  cacheSeconds?: number
}
