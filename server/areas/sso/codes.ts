import { createHash } from 'node:crypto'
import type { ErrorCode } from '#contract/errors.ts'
import type { Services } from '#server/shared/services.ts'
import { hashOf, newBearer } from '#server/shared/identity/session.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import type { Flow } from './flows.ts'
import { seal, unseal } from './provider.ts'

/** The result of a provider's answer, stored under a code. */
export interface Worth {
  issuer: string
  subject: string
  userId: number | null
  binding: null | 'mail' | 'password'
  refusal: ErrorCode | null
  hint: string | null
}

export interface Code extends Worth {
  hash: string
  /** When the answer came. */
  madeAt: Date
  site: 's' | 'e'
  sessionId: number | null
}

const seconds = 60
/** More time for people who have to type their password. */
const secondsWithPassword = 300

/** Keeps what an answer was worth under a code that works once, for a minute, with the verifier of its flow. */
export async function insertCode(tx: Tx, services: Services, flow: Flow, worth: Worth): Promise<string> {
  const { bearer: code, hash } = newBearer(tx.company)
  const life = secondsOf(worth.binding)
  await tx.db
    .insertInto('sso_codes')
    .values({
      company_id: tx.company,
      hash,
      state: flow.state,
      site: flow.site,
      session_id: flow.sessionId,
      user_id: worth.userId,
      issuer: worth.issuer,
      subject: worth.subject,
      binding: worth.binding,
      refusal: worth.refusal,
      hint: worth.hint === null ? null : seal(services, tx.company, `hint ${hash}`, worth.hint),
      expires_at: new Date(services.clock().getTime() + life * 1000),
    })
    .execute()
  return code
}

function secondsOf(binding: Worth['binding']): number {
  return binding === 'password' ? secondsWithPassword : seconds
}

/** The company that a code names; null where it is no code of ours. */
export function companyOfCode(code: string): number | null {
  const company = /^([1-9]\d{0,14})\.[A-Za-z0-9_-]{43}$/.exec(code)?.[1]
  return company ? Number(company) : null
}

/** A code that its verifier belongs to and that still works; null for any other. */
export async function findCode(
  tx: Tx,
  services: Services,
  { code, verifier }: { code: string; verifier: string },
): Promise<Code | null> {
  const hash = hashOf(code)
  const row = await tx.db
    .selectFrom('sso_codes')
    .selectAll()
    .where('hash', '=', hash)
    .where('state', '=', createHash('sha256').update(verifier).digest('base64url'))
    .where('taken_at', 'is', null)
    .where('expires_at', '>', services.clock())
    .executeTakeFirst()
  if (!row) return null
  return {
    hash,
    madeAt: new Date(row.expires_at.getTime() - secondsOf(row.binding) * 1000),
    site: row.site,
    sessionId: row.session_id,
    userId: row.user_id,
    issuer: row.issuer,
    subject: row.subject,
    binding: row.binding,
    // Only codes of the catalogue are written.
    refusal: row.refusal as ErrorCode | null,
    hint: row.hint ? unseal(services, tx.company, `hint ${hash}`, row.hint) : null,
  }
}

/** Uses a code up; false where somebody was faster. */
export async function takeCode(tx: Tx, services: Services, hash: string): Promise<boolean> {
  const { numUpdatedRows } = await tx.db
    .updateTable('sso_codes')
    .set({ taken_at: services.clock() })
    .where('hash', '=', hash)
    .where('taken_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
