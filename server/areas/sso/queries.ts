import type { Services } from '#server/shared/services.ts'
import { parseBearer } from '#server/shared/identity/session.ts'
import type { Db, Tx } from '#server/shared/tenancy.ts'
import { seal, unseal } from './provider.ts'

/** The provider's subject of a session; undefined for a session that was not opened by single sign-on. */
export function subjectOf(db: Db, sessionId: number) {
  return db
    .selectFrom('sso_sessions')
    .select(['issuer', 'subject', 'hint'])
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
}

/** Keeps whom the session that was just opened is for at the provider, with what a sign-out there has to name. */
export async function keepSubject(
  tx: Tx,
  services: Services,
  bearer: string,
  { issuer, subject, hint }: { issuer: string; subject: string; hint: string | null },
): Promise<void> {
  const { id } = await tx.db
    .selectFrom('sessions')
    .select('id')
    .where('hash', '=', parseBearer(`Bearer ${bearer}`)?.hash ?? '')
    .executeTakeFirstOrThrow()
  await tx.db
    .insertInto('sso_sessions')
    .values({
      company_id: tx.company,
      session_id: id,
      issuer,
      subject,
      hint: hint === null ? null : seal(services, tx.company, `session ${id}`, hint),
    })
    .execute()
}

/** Opens the hint that {@link keepSubject} kept. */
export function hintOf(services: Services, company: number, sessionId: number, hint: Buffer | null) {
  return hint === null ? null : unseal(services, company, `session ${sessionId}`, hint)
}
