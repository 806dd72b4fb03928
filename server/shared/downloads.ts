import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { satisfies } from '#contract/actions.ts'
import type { Call } from '#contract/call.ts'
import type { Config } from '../config.ts'
import type { Context } from './context.ts'
import { refuse } from './errors.ts'
import { hashOf, newBearer, parseBearer } from './identity/session.ts'

/** Seconds within which the browser must begin a permitted download. */
const life = 60
/** With this prefix a browser takes the cookie over TLS only, and no page without TLS can replace it. */
const cookieOf = (isSecure: boolean) => `${isSecure ? '__Secure-' : ''}descarga`

interface Ticket {
  company: number
  hash: string
  addressHash: string
}

/**
 * Permits the browser itself to GET a file, with its own progress display and without holding it in memory: the answer
 * sets a cookie for that path alone, valid once, for {@link life} seconds, in this session. @param address below the
 * API's base, with its query @throws {Refusal} NOT_FOUND where no such file is served, or none without a step-up
 */
export async function allowDownload(
  ctx: Context,
  calls: readonly Call[],
  address: string,
): Promise<{ vence: string }> {
  const [path = ''] = address.split('?')
  const call = calls.find(
    (one) => one.method === 'GET' && one.answer === 'file' && !one.stepUp && isAddressOf(one, path),
  )
  if (!call) refuse('NOT_FOUND')
  if (!satisfies(call.need, ctx.session)) refuse('SYSTEM_ACTION_NOT_GRANTED')
  const { bearer: ticket } = newBearer(ctx.session.company)
  const { config, clock } = ctx.services
  const expires = new Date(clock().getTime() + life * 1000)
  await ctx.write((tx) =>
    tx.db
      .insertInto('download_tickets')
      .values({
        company_id: tx.company,
        hash: hashOf(ticket),
        session_id: ctx.session.id,
        address_hash: hashed(address),
        expires_at: expires,
      })
      .execute(),
  )
  const isSecure = config.publicUrl.startsWith('https:')
  const name = cookieOf(isSecure)
  const secure = isSecure ? '; Secure' : ''
  ctx.header(
    'set-cookie',
    `${name}=${ticket}; Path=${config.apiBase}${path}; Max-Age=${life}; HttpOnly; SameSite=Strict${secure}`,
  )
  return { vence: expires.toISOString() }
}

/** The ticket that a GET for a file came with instead of a bearer. */
export function ticketOf(
  call: Call,
  request: FastifyRequest,
  { apiBase, publicUrl }: Pick<Config, 'apiBase' | 'publicUrl'>,
): Ticket | null {
  if (request.method !== 'GET' || call.answer !== 'file' || call.stepUp) return null
  const name = cookieOf(publicUrl.startsWith('https:'))
  const value = request.headers.cookie?.split('; ').find((one) => one.startsWith(`${name}=`))
  const ticket = parseBearer(value && `Bearer ${value.slice(name.length + 1)}`)
  if (!ticket) return null
  return { ...ticket, addressHash: hashed(request.url.slice(apiBase.length)) }
}

/** The query that consumes the ticket and returns its session as `sessionQuestion` does. */
export function ticketQuestion({ hash, addressHash }: Ticket, now: Date): string {
  if (![hash, addressHash].every((one) => /^[0-9a-f]{64}$/.test(one))) throw new Error('not a hash')
  return `select * from app.session_of(app.take_download('${hash}', '${addressHash}', '${now.toISOString()}'))`
}

function isAddressOf(call: Call, path: string): boolean {
  const given = path.split('/')
  const wanted = call.path.split('/')
  return (
    given.length === wanted.length &&
    wanted.every((part, at) => (part.startsWith('{') ? given[at] !== '' : given[at] === part))
  )
}

function hashed(address: string): string {
  return createHash('sha256').update(address).digest('hex')
}
