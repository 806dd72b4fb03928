import { createHash, randomBytes } from 'node:crypto'
import type { Restriction } from '#contract/session/session.ts'
import { refuse } from '../errors.ts'
import type { Blockable } from './blocking.ts'
import type { Db } from '../tenancy.ts'
import type { Viewer } from '../visibility.ts'

/** A session as route() uses it: one user under one profile, at one site. */
export interface Session extends Viewer, Blockable {
  id: number
  company: number
  profileId: number
  audience: 's' | 'e'
  restriction: Restriction | null
  actions: readonly number[]
  language: 'es' | 'pt'
  country: string
  zone: string
  firstName: string
  lastName: string
  seenAt: Date
  expiresAt: Date
  idleMinutes: number
}

/** A new bearer: `<company>.<32 random bytes>`. Only its hash is kept. */
export function newBearer(company: number): { bearer: string; hash: string } {
  const bearer = `${company}.${randomBytes(32).toString('base64url')}`
  return { bearer, hash: hashOf(bearer) }
}

/** SHA-256 of a secret that is random enough to need no slow hash, in hexadecimal. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** The company and the hash that a bearer names, or null for what is no bearer of ours. */
export function parseBearer(header: string | undefined): { company: number; hash: string } | null {
  const match = /^Bearer (([1-9]\d{0,14})\.[A-Za-z0-9_-]{43})$/.exec(header ?? '')
  return match?.[1] && match[2] ? { company: Number(match[2]), hash: hashOf(match[1]) } : null
}

/** The question that the opening message of a transaction ends with. The hash is ours: 64 hexadecimal digits. */
export function sessionQuestion(hash: string): string {
  if (!/^[0-9a-f]{64}$/.test(hash)) throw new Error('not a hash')
  return `select * from app.session_of('${hash}')`
}

/** {@link sessionQuestion} of a session that is known by its id: whether it still lives, and with which rights. */
export function sessionAgain(id: number): string {
  if (!Number.isSafeInteger(id)) throw new Error('not an id')
  return `select * from app.session_of((select s.hash from sessions s where s.id = ${id}))`
}

/** The row of `app.session_of` as a session; null where there was none, or it is over. */
export function sessionFrom(
  company: number,
  row: Record<string, unknown> | undefined,
  now: Date,
): Session | null {
  if (!row) return null
  const found = row as {
    id: number
    user_id: number
    profile_id: number
    profile_kind: Viewer['profileKind']
    sees_confidential: boolean
    audience: 's' | 'e'
    restriction: Restriction | null
    seen_at: Date
    expires_at: Date
    actions: number[]
    language: 'es' | 'pt'
    country: string
    zone: string
    first_name: string
    last_name: string
    idle_minutes: number
    blocked_for_payment: boolean
    allowed_addresses: string[]
  }
  if (found.expires_at <= now || now.getTime() - found.seen_at.getTime() > found.idle_minutes * 60_000)
    return null
  return {
    id: found.id,
    company,
    userId: found.user_id,
    profileId: found.profile_id,
    profileKind: found.profile_kind,
    seesConfidential: found.sees_confidential,
    audience: found.audience,
    restriction: found.restriction,
    actions: found.actions,
    language: found.language,
    country: found.country,
    zone: found.zone,
    firstName: found.first_name,
    lastName: found.last_name,
    seenAt: found.seen_at,
    expiresAt: found.expires_at,
    idleMinutes: found.idle_minutes,
    blockedForPayment: found.blocked_for_payment,
    allowedAddresses: found.allowed_addresses,
  }
}

/**
 * Refuses an act of a session that was ended since its request was let in. Acts of the past, which are brought along, are in
 * no session.
 *
 * @throws {Refusal} SESSION_EXPIRED
 */
export async function refuseEnded(db: Db, sessionId: number): Promise<void> {
  const ended = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('ended_at', 'is not', null)
    .executeTakeFirst()
  if (ended) refuse('SESSION_EXPIRED')
}

/** Whether a session was opened by single sign-on. */
export async function isSsoSession(db: Db, sessionId: number): Promise<boolean> {
  const session = await db
    .selectFrom('sessions')
    .select('method')
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return session?.method === 'sso'
}
