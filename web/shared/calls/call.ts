import { isRefusedWith } from './refused.ts'
import { envelopeOf, pathNames, type AnswerOf, type Call, type InputOf } from '#contract/call.ts'
import { toText } from '#contract/from-text.ts'
import { endSession, finishSignIn, storedToken, storedUser } from '../session/session.ts'
import { wasReplaced } from '../session/switching.ts'
import { RefusalError, send } from './wire.ts'

export { RefusalError } from './wire.ts'

export interface CallOptions {
  file?: File | Blob | undefined
  /** The second file of a call that takes one. */
  beside?: File | Blob | undefined
  signal?: AbortSignal | undefined
  /** Codes that the person has confirmed, of a CONFIRMATION_REQUIRED before. */
  confirm?: readonly string[] | undefined
  /** Nobody caused this call: it doesn't renew the session's idle life. */
  background?: boolean
  /** The same key for the same act, however often it is sent; made here when absent. */
  idempotencyKey?: string
  /** Progress of the upload, 0 to 1. */
  onProgress?: ((part: number) => void) | undefined
  /** A refusal for a missing session is the caller's own matter (keep-alive, public pages). */
  keepSession?: boolean
  /** The step-up ticket that the act's own dialog made, or null: the dialog asks by itself where one is required. */
  ticket?: string | null | undefined
  /** The act in the words of its button, for the dialog that asks for the password. */
  act?: string | undefined
}

/** The company that this tab was loaded with: the server refuses it once the session is another's. */
const company = storedUser()?.empresa.id

interface Asked {
  /** Asks for the password; resolves to a step-up ticket, or null if the person gave up. */
  stepUp: (act: string | undefined) => Promise<string | null>
  companyChanged: () => void
  portalClosed: (error: RefusalError) => void
}
const asked: Asked = {
  stepUp: () => Promise.resolve(null),
  companyChanged: () => location.reload(),
  portalClosed: () => undefined,
}
/** The last ticket and until when it is sent, in milliseconds: for acts that hold, which take one that was used. */
let held: { ticket: string; until: number } | null = null
const heldFor = 5 * 60_000

/** An act that was refused to be confirmed after its password was given, by its key. No act has used its ticket. */
let toConfirm: { key: string; ticket: string } | null = null

/** Keeps a ticket that was just made for the acts that hold. */
export function holdTicket(ticket: string): void {
  held = { ticket, until: Date.now() + heldFor }
}

/** Whether an act that holds needs no password now. */
export function hasHeldTicket(): boolean {
  return held !== null && Date.now() < held.until
}

/** Registers an application's dialogs for the password and for a changed company. */
export function answerCalls(answers: Partial<Asked>): void {
  Object.assign(asked, answers)
}

const listeners = new Set<(path: string) => void>()

/** Calls the listener with the path of each successful write. Returns a function that removes it. */
export function afterActs(listener: (path: string) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * Makes a call of the contract: `call(billboard.create, { titulo })`. Resolves to its data (with pagination for a
 * list), or to a File for bytes; throws a RefusalError. When a step-up is required, it asks for the password and sends
 * again; a lost session ends for the whole page.
 */
export async function call<C extends Call>(
  c: C,
  input: InputOf<C>,
  options: CallOptions = {},
): Promise<AnswerOf<C>> {
  const idempotencyKey = options.idempotencyKey ?? crypto.randomUUID()
  const token = storedToken()
  const once = (ticket: string | null) => request(c, { ...input }, { ...options, ticket }, idempotencyKey)
  const kept = toConfirm?.key === idempotencyKey ? toConfirm.ticket : null
  // Other calls may come between, such as those that follow what goes on.
  if (kept) toConfirm = null
  try {
    return await once(
      options.ticket ?? kept ?? (c.stepUp === true || !hasHeldTicket() ? null : (held?.ticket ?? null)),
    )
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error
    if (isRefusedWith(error, 'STEP_UP_REQUIRED') && options.ticket === undefined) {
      const ticket = await asked.stepUp(options.act)
      if (ticket) {
        holdTicket(ticket)
        try {
          return await once(ticket)
        } catch (refused) {
          if (isRefusedWith(refused, 'CONFIRMATION_REQUIRED')) toConfirm = { key: idempotencyKey, ticket }
          throw refused
        }
      }
    }
    if (isRefusedWith(error, 'SESSION_COMPANY_CHANGED')) asked.companyChanged()
    if (isPortalClosed(error) && c.need !== 'public') asked.portalClosed(error)
    if (error.status === 401 && !options.keepSession && c.need !== 'public') {
      if (await wasReplaced(token)) asked.companyChanged()
      else endSession({ expired: true, wanted: location.pathname + location.search })
    }
    if (isRefusedWith(error, 'SESSION_RESTRICTED')) finishSignIn()
    // Older servers answer an empty list with 404.
    if (c.paged && error.status === 404)
      return { data: [], pagination: { total: 0, page: 1, perPage: 25 } } as unknown as AnswerOf<C>
    throw error
  }
}

/** The company has its portal closed: it was not paid for, or this is none of its networks. */
export function isPortalClosed(error: unknown): error is RefusalError {
  return isRefusedWith(error, 'PORTAL_BLOCKED', 'COMPANY_ADDRESS_NOT_ALLOWED')
}

async function request<C extends Call>(
  c: C,
  input: Record<string, unknown>,
  options: CallOptions,
  idempotencyKey: string,
): Promise<AnswerOf<C>> {
  const { path, fields } = addressOf(c, { ...input, confirm: options.confirm })
  const inQuery = c.method === 'GET' || c.method === 'DELETE'
  const token = storedToken()
  const response = await send({
    method: c.method,
    path,
    body: inQuery ? undefined : bodyOf(c, fields, options),
    signal: options.signal,
    onProgress: options.onProgress,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(company && { 'x-company': String(company) }),
      ...(options.background && { 'x-background': '1' }),
      ...(c.idempotent && { 'idempotency-key': idempotencyKey }),
      ...(options.ticket && { 'x-step-up': options.ticket }),
    },
  })
  if (c.method !== 'GET' && !options.background) for (const tell of listeners) tell(c.path)
  return (c.answer === 'file' ? await fileOf(response) : await dataOf(c, response)) as AnswerOf<C>
}

/** A call's address, below the API's base and with its query, and the remaining fields as texts. */
export function addressOf(
  c: Call,
  input: Record<string, unknown>,
): { path: string; fields: [string, string][] } {
  const inPath = pathNames(c.path)
  const path = inPath.reduce(
    (made, name) => made.replace(`{${name}}`, encodeURIComponent(toText(input[name]))),
    c.path,
  )
  const fields = Object.entries(input)
    .filter(([name, value]) => value !== undefined && !inPath.includes(name))
    .map(([name, value]): [string, string] => [name, toText(value)])
  const inQuery = c.method === 'GET' || c.method === 'DELETE'
  const query = inQuery && fields.length ? `?${new URLSearchParams(fields)}` : ''
  return { path: path + query, fields }
}

function bodyOf(
  c: Call,
  fields: [string, string][],
  { file, beside }: CallOptions,
): FormData | URLSearchParams {
  if (!c.upload) return new URLSearchParams(fields)
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  // Text fields precede the file, so that the server can stream it.
  if (file) form.append(c.upload.field, file)
  if (beside && c.upload.beside) form.append(c.upload.beside.field, beside)
  return form
}

async function fileOf(response: Response): Promise<File> {
  const disposition = response.headers.get('content-disposition') ?? ''
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  const name = encoded ? decodeURIComponent(encoded) : (/filename="([^"]+)"/.exec(disposition)?.[1] ?? '')
  return new File([await response.blob()], name, { type: response.headers.get('content-type') ?? '' })
}

async function dataOf(c: Call, response: Response): Promise<unknown> {
  if (response.status === 204) return null
  const body = await response.json()
  const envelope = envelopeOf(c)
  if (envelope === 'bare') return body
  const inside = envelope === 'v2' ? body : body.results
  return c.paged ? { data: inside.data, pagination: inside.pagination } : inside.data
}
