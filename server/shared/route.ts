import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ExpressionBuilder } from 'kysely'
import { satisfies } from '#contract/actions.ts'
import { type Call, envelopeOf, type Pagination, type ParsedOf, pathNames } from '#contract/call.ts'
import { codeOf, type ErrorCode } from '#contract/errors.ts'
import { fromText } from '#contract/from-text.ts'
import { issuesToErrors } from '#contract/issues.ts'
import { blockFrom, refuseBlock } from './identity/blocking.ts'
import { countedAddress } from './identity/counted-address.ts'
import type { Context, FileAnswer, PublicContext, RequestFacts, UploadedFile } from './context.ts'
import { ticketOf, ticketQuestion } from './downloads.ts'
import { type Fault, Refusal, refuse, refuseAll } from './errors.ts'
import { answeredBefore, answeredMeanwhile, keepAnswer } from './idempotency.ts'
import { languageOf } from './text/language.ts'
import { keyedHash } from './identity/secret.ts'
import type { Services } from './services.ts'
import { hashOf, parseBearer, type Session, sessionFrom, sessionQuestion } from './identity/session.ts'
import type { DB } from '../db/schema.ts'
import { type Db, openTenant, type Opened, type Tx } from './tenancy.ts'
import { limit } from './identity/throttle.ts'
import { findUnsound } from './unsound.ts'
import { readMultipart } from './upload.ts'

/** The API while it is being composed: Fastify, the services, and every call bound so far. */
export interface Api {
  server: FastifyInstance
  services: Services
  calls: Call[]
}

type DataOf<C extends Call> = C['answer'] extends z.ZodType ? z.input<C['answer']> : never
/** A handler's result: the data, a page of a list, or a file. */
export type Answered<C extends Call> = C['answer'] extends 'file'
  ? FileAnswer
  : C['paged'] extends true
    ? { data: DataOf<C>; pagination: Pagination }
    : DataOf<C>
type FileOf<C extends Call> = C['upload'] extends { required: true } ? UploadedFile : UploadedFile | undefined

/** Binds a handler to a call that anybody may make. */
export function publicRoute<C extends Call>(
  api: Api,
  call: C,
  handler: (context: PublicContext, input: ParsedOf<C>, file: FileOf<C>) => Promise<Answered<C>>,
): void {
  if (call.need !== 'public') throw new Error(`${call.path} needs a session: bind it with route()`)
  bind(api, call, async (request, reply) => {
    const facts = factsOf(request, null)
    if (call.ratePerMinute)
      await limit(api.services, `${call.path} ${countedAddress(facts.address)}`, call.ratePerMinute)
    const { raw, file } = await readInput(api.services, call, request)
    const input = parse(call, raw)
    return respond(
      api,
      call,
      reply,
      await handler({ services: api.services, request: facts }, input, file as FileOf<C>),
    )
  })
}

/**
 * Binds a handler to a call. Before it runs: the session (of the bearer token or of a download's ticket) is alive,
 * belongs to this site and company, is not restricted, satisfies the call's need and has its step-up, and the input is
 * valid. The handler's first transaction is the one that authenticated, if it uses it at once.
 */
export function route<C extends Call>(
  api: Api,
  call: C,
  handler: (context: Context, input: ParsedOf<C>, file: FileOf<C>) => Promise<Answered<C>>,
): void {
  if (call.need === 'public') throw new Error(`${call.path} is public: bind it with publicRoute()`)
  const { services } = api
  bind(api, call, async (request, reply) => {
    const bearer = parseBearer(request.headers.authorization)
    const ticket = bearer ? null : ticketOf(call, request, services.config)
    const question = bearer
      ? sessionQuestion(bearer.hash)
      : ticket && ticketQuestion(ticket, services.clock())
    const company = bearer?.company ?? ticket?.company
    if (!question || company === undefined) refuse('SESSION_REQUIRED')
    const { pool } = services.database
    const opened = await openTenant(pool, services.jobs, company, question)
    let waiting: Opened | null = opened
    try {
      const session = sessionFrom(company, opened.rows[0], services.clock())
      if (!session) refuse('SESSION_EXPIRED')
      request.session = session
      guard(call, session, request)
      await guardOpen(session, request, opened, services)
      if (call.stepUp) await proveStepUp(session, request, opened.db, services, call.stepUp === 'holds')
      await noteActivity(call, session, request, opened, services)
      // A body that is still arriving may take its time: no transaction waits for it.
      if (request.isMultipart() || call.ratePerMinute) {
        waiting = null
        await opened.close()
      }
      if (call.ratePerMinute)
        await limit(services, `${call.path} ${session.company} ${session.userId}`, call.ratePerMinute)
      const { raw, file } = await readInput(services, call, request)
      const { confirm, ...fields } = raw
      const input = parse(call, fields)
      const key = call.idempotent
        ? idempotencyKey(services.config.appSecret, request, call, fields, file)
        : null
      const transaction = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
        const mine = waiting
        waiting = null
        return mine ? mine.run(work) : services.tenant(session.company).write(work)
      }
      const stepUp = async (tx: Tx, holds: boolean) => {
        await proveStepUp(session, request, tx.db, services, holds)
        await useTicket(tx.db, session, request, services, holds)
      }
      let ticketUsed = call.stepUp === false
      // The ticket is used in the transaction of the act: what is refused leaves it for another try.
      const write = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
        if (ticketUsed) return transaction(work)
        const answer = await transaction(async (tx) => {
          await useTicket(tx.db, session, request, services, call.stepUp === 'holds')
          return work(tx)
        })
        ticketUsed = true
        return answer
      }
      if (key) {
        const known = await transaction((tx) => answeredBefore(tx, session.userId, key))
        if (known) return await respond(api, call, reply, known.answer as Answered<C>)
      }
      const facts = factsOf(request, session)
      const context: Context = {
        services,
        request: facts,
        session,
        read: transaction,
        write,
        answered: (tx) => answeredMeanwhile(tx, session.userId, key),
        act: (work) =>
          write(async (tx) => {
            const known = await answeredMeanwhile<Awaited<ReturnType<typeof work>>>(tx, session.userId, key)
            if (known) return known.answer
            const answer = await work(tx)
            if (key) await keepAnswer(tx, session.userId, key, answer)
            return answer
          }),
        confirm: (needed) => refuseUnconfirmed(needed, confirm),
        stepUp: (tx) => stepUp(tx, false),
        heldStepUp: (tx) => stepUp(tx, true),
        header: (name, value) => void reply.header(name, value),
        code: (name) => (reply.request.answerCode = codeOf(name)),
        evidence: { actorId: session.userId, detail: { address: facts.address, device: facts.device } },
      }
      const working = handler(context, input, file as FileOf<C>).catch(async (error: unknown) => {
        // The conflict may be this same request, made before and answered meanwhile.
        if (!key || !(error instanceof Refusal)) throw error
        const known = await transaction((tx) => answeredBefore(tx, session.userId, key))
        if (!known) throw error
        return known.answer as Answered<C>
      })
      // An unused transaction is closed at once, so that it never waits; a later use opens a new one.
      const unused = waiting
      waiting = null
      const [answer] = await Promise.all([working, unused?.close()])
      if (!ticketUsed) await write(() => Promise.resolve())
      return await respond(api, call, reply, answer)
    } finally {
      const left = waiting
      await left?.close()
    }
  })
}

/**
 * Lets a request in that is answered by another library and not by {@link route}: the same session, guards and
 * renewal as of a call that is bound, and nothing of its body read.
 */
export async function admit(services: Services, call: Call, request: FastifyRequest): Promise<Session> {
  const bearer = parseBearer(request.headers.authorization)
  if (!bearer) refuse('SESSION_REQUIRED')
  const { database, jobs } = services
  const opened = await openTenant(database.pool, jobs, bearer.company, sessionQuestion(bearer.hash))
  try {
    const session = sessionFrom(bearer.company, opened.rows[0], services.clock())
    if (!session) refuse('SESSION_EXPIRED')
    request.session = session
    guard(call, session, request)
    await guardOpen(session, request, opened, services)
    await noteActivity(call, session, request, opened, services)
    return session
  } finally {
    await opened.close()
  }
}

function bind(
  api: Api,
  call: Call,
  handle: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
) {
  api.calls.push(call)
  api.server.route({
    method: call.method,
    url: call.path.replace(/\{(\w+)\}/g, ':$1'),
    config: { call },
    bodyLimit: call.maxBytes,
    handler: handle,
  })
}

function guard(call: Call, session: Session, request: FastifyRequest): void {
  const pinned = request.headers['x-company']
  if (pinned !== undefined && pinned !== String(session.company)) refuse('SESSION_COMPANY_CHANGED')
  if (session.restriction && !opensTo(call, session.restriction)) refuse('SESSION_RESTRICTED')
  if (satisfies(call.need, session)) return
  const site = call.need === 'self' ? 'e' : 's'
  refuse(session.audience === site ? 'SYSTEM_ACTION_NOT_GRANTED' : 'SESSION_OTHER_SITE')
}

/** A closed portal answers every request with the reason only. */
async function guardOpen(
  session: Session,
  request: FastifyRequest,
  opened: Opened,
  { config }: Services,
): Promise<void> {
  const block = session.audience === 's' ? blockFrom(session, request.ip) : null
  if (block) await refuseBlock(opened.db, block, config.mailFrom)
}

function opensTo({ restricted }: Call, restriction: NonNullable<Session['restriction']>): boolean {
  if (restricted === 'every') return true
  return restriction === 'segundo_factor' ? restricted === 'factor' : restricted === true
}

/** Refuses without a ticket that is good for the act: before its body is read, or where the act turns out to need one. */
async function proveStepUp(
  session: Session,
  request: FastifyRequest,
  db: Db,
  services: Services,
  holds: boolean,
): Promise<void> {
  // A restricted session has just proved its person, and may do nothing but go on with that.
  if (session.restriction) return
  const found = await db
    .selectFrom('step_ups')
    .where(isUsable(session, request, holds))
    .where('expires_at', '>', services.clock())
    .select('hash')
    .executeTakeFirst()
  if (!found) refuse('STEP_UP_REQUIRED')
}

/**
 * Marks the ticket of an act as used, in the act's transaction. One that holds opens other acts that hold, for the rest
 * of its five minutes; an act that asks each time takes only a ticket that nothing has used. The ticket may have expired
 * while the act's file arrived.
 */
async function useTicket(
  db: Db,
  session: Session,
  request: FastifyRequest,
  services: Services,
  holds: boolean,
): Promise<void> {
  if (session.restriction) return
  const { numUpdatedRows } = await db
    .updateTable('step_ups')
    .set((set) => ({
      used_at: set.fn.coalesce('used_at', set.val(services.clock())),
      used_for: set.fn.coalesce('used_for', set.val(repeatableAct(request))),
    }))
    .where(isUsable(session, request, holds))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) refuse('STEP_UP_REQUIRED')
}

/**
 * The ticket of a request, while the act may use it. The condition stands on the row itself, so that PostgreSQL looks
 * again when an act that was at it ends: of two at once only one uses it.
 */
function isUsable(session: Session, request: FastifyRequest, holds: boolean) {
  const ticket = request.headers['x-step-up']
  if (typeof ticket !== 'string') refuse('STEP_UP_REQUIRED')
  return (is: ExpressionBuilder<DB, 'step_ups'>) =>
    is.and([
      is('hash', '=', hashOf(ticket)),
      is('session_id', '=', session.id),
      ...(holds ? [] : [is.or([is('used_at', 'is', null), is('used_for', '=', repeatableAct(request))])]),
    ])
}

/** Only what a person caused renews the idle life, and not more than once in half a minute. */
async function noteActivity(
  call: Call,
  session: Session,
  request: FastifyRequest,
  opened: Opened,
  services: Services,
): Promise<void> {
  if (!call.renews || request.headers['x-background'] === '1') return
  const now = services.clock()
  if (now.getTime() - session.seenAt.getTime() < 30_000) return
  await opened.db.updateTable('sessions').set({ seen_at: now }).where('id', '=', session.id).execute()
}

/** Path names from the path, the rest from the query (GET, DELETE) or the body; DELETE takes either. */
async function readInput(
  services: Services,
  call: Call,
  request: FastifyRequest,
): Promise<{ raw: Record<string, unknown>; file: UploadedFile | undefined }> {
  const path = request.params as Record<string, string>
  const query = call.method === 'GET' || call.method === 'DELETE' ? (request.query as object) : {}
  if (call.upload && request.isMultipart()) {
    const { fields, file } = await readMultipart(services, request, call.upload, call.maxBytes)
    return { raw: { ...fields, ...path }, file }
  }
  if (call.upload?.required) refuse('SYSTEM_API_PARAMETER_REQUIRED', call.upload.field)
  if (request.isMultipart()) {
    const { fields } = await readMultipart(services, request, null, call.maxBytes)
    return { raw: { ...fields, ...path }, file: undefined }
  }
  const body = call.method === 'GET' ? {} : request.body
  if (body !== undefined && body !== null && (typeof body !== 'object' || Array.isArray(body))) {
    refuse('SYSTEM_API_BODY_NOT_READABLE')
  }
  return { raw: { ...query, ...body, ...path }, file: undefined }
}

function parse<C extends Call>(call: C, raw: Record<string, unknown>): ParsedOf<C> {
  const input = fromText(call.input, raw)
  const unsound = findUnsound(input)
  if (unsound) refuseInput(call, [unsound])
  const parsed = call.input.safeParse(input, { reportInput: true })
  if (parsed.success) return parsed.data as ParsedOf<C>
  refuseInput(call, issuesToErrors(parsed.error))
  throw parsed.error
}

function refuseInput(call: Call, faults: readonly Fault[]): void {
  // An address that names nothing is not there, whatever its letters.
  if (faults.some(({ field = '' }) => pathNames(call.path).includes(field))) refuse('NOT_FOUND')
  refuseAll(faults)
}

function refuseUnconfirmed(needed: readonly Fault[], confirm: unknown): void {
  const given = Array.isArray(confirm) ? confirm : typeof confirm === 'string' ? confirmedTexts(confirm) : []
  const [first, ...rest] = needed.filter((fault) => !given.includes(fault.code))
  if (first) throw new Refusal([first, ...rest], 'CONFIRMATION_REQUIRED')
}

function confirmedTexts(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : [text]
  } catch {
    return [text]
  }
}

function keyOf(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key']
  return typeof key === 'string' && key.length >= 8 && key.length <= 100 ? key : null
}

/** The call and idempotency key of a request, by which a repeated act finds its ticket again; null: it has none. */
function repeatableAct(request: FastifyRequest): string | null {
  const key = keyOf(request)
  return key && `${request.method} ${request.routeOptions.url} ${key}`
}

function idempotencyKey(
  appSecret: string,
  request: FastifyRequest,
  call: Call,
  fields: Record<string, unknown>,
  file: UploadedFile | undefined,
): { key: string; requestHash: string } | null {
  const key = keyOf(request)
  if (key === null) return null
  const hash = createHash('sha256').update(`${call.method} ${call.path} ${JSON.stringify(fields)}`)
  for (const part of [file, file?.beside])
    if (part) hash.update(createHash('sha256').update(part.bytes).digest())
  // A keyed hash: a password is among the fields, and an unkeyed hash would allow guessing it.
  return { key, requestHash: keyedHash(appSecret, 'request', hash.digest('hex')) }
}

/** The caller's address, device and language. */
export function factsOf(request: FastifyRequest, session: Session | null): RequestFacts {
  return {
    id: request.id,
    address: request.ip,
    device: (request.headers['user-agent'] ?? '').slice(0, 300),
    authorization: request.headers.authorization,
    language: languageOf(request.headers['accept-language'], session?.language),
  }
}

/** Puts an answer into its envelope; the schema drops undeclared properties. */
async function respond<C extends Call>(
  api: Api,
  call: C,
  reply: FastifyReply,
  answer: Answered<C>,
): Promise<unknown> {
  reply.header('cache-control', call.cacheSeconds ? `private, max-age=${call.cacheSeconds}` : 'no-store')
  // A shared machine's next session never reads the answer of the one before.
  if (call.cacheSeconds) reply.header('vary', 'accept-language, authorization')
  if (call.answer === 'file') return sendFile(reply, answer as FileAnswer)
  const paged = call.paged ? (answer as { data: unknown; pagination: Pagination }) : null
  const parsed = call.answer.safeParse(paged ? paged.data : answer)
  if (!parsed.success) {
    api.services.log.error(
      { call: call.path, issues: parsed.error.issues },
      'the answer is not what the contract says',
    )
    throw new Error(`answer of ${call.method} ${call.path}`)
  }
  const data = paged ? { data: parsed.data, pagination: paged.pagination } : { data: parsed.data }
  switch (envelopeOf(call)) {
    case 'bare':
      return parsed.data
    case 'v2':
      return data
    default:
      return { code: reply.request.answerCode ?? '00000', results: data }
  }
}

function sendFile(reply: FastifyReply, file: FileAnswer) {
  const name = file.download
    ? `attachment; filename*=UTF-8''${encodeURIComponent(file.download)}`
    : `inline; filename="archivo.${endingOf(file.type)}"`
  return (
    reply
      .header('content-type', file.type)
      .header('content-disposition', name)
      .header(
        'content-security-policy',
        "sandbox; default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
      )
      .header(
        'cache-control',
        file.cacheSeconds ? `public, max-age=${file.cacheSeconds}` : 'private, no-store',
      )
      // A page of webmail shows the logo of a mail.
      .header('cross-origin-resource-policy', file.cacheSeconds ? 'cross-origin' : 'same-origin')
      .send(file.body)
  )
}

/** The ending of a file's name, by its media type. */
function endingOf(type: FileAnswer['type']): string {
  return (/\/([a-z]{1,9})/.exec(type)?.[1] ?? 'bin').replace('jpeg', 'jpg')
}

declare module 'fastify' {
  interface FastifyRequest {
    session?: Session
    answerCode?: ErrorCode
    /** The code that the request was refused with, for the log. */
    refusalCode?: ErrorCode
  }
  interface FastifyContextConfig {
    call?: Call
  }
}
