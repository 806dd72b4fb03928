import { sql } from 'kysely'
import type { Context } from '#server/shared/context.ts'
import type { Services } from '#server/shared/services.ts'
import { newBearer, sessionFrom } from '#server/shared/identity/session.ts'
import type { Tx } from '#server/shared/tenancy.ts'

/** Somebody at a site: what an operation needs to run as it runs for a request. */
export interface Actor {
  company: number
  userId: number
  site: 's' | 'e'
  /** When their session begins; what they do may be later. */
  since: Date
  address: string
  device: string
}

/** Somebody whose acts can be made at any moment. */
export type Acting = (at: Date) => Context

/**
 * A session of a person. Operations run in its contexts as in those of requests, so the product itself makes the
 * demonstration. The session has expired before anybody could use it.
 */
export async function acting(services: Services, actor: Actor): Promise<Acting> {
  const run = services.tenant(actor.company).write
  const { hash } = newBearer(actor.company)
  const rows = await run(async (tx) => {
    await insertSession(tx, actor, hash)
    const found = await sql<Record<string, unknown>>`select * from app.session_of(${hash})`.execute(tx.db)
    await tx.db.updateTable('sessions').set({ expires_at: actor.since }).where('hash', '=', hash).execute()
    return found.rows
  })
  const session = sessionFrom(actor.company, rows[0], actor.since)
  if (!session) throw new Error('the demonstration’s session was not found')
  const { address, device } = actor
  return (at) => ({
    services: { ...services, clock: () => at },
    session,
    request: { id: 'demonstration', address, device, language: session.language, authorization: undefined },
    read: run,
    write: run,
    act: run,
    answered: async () => null,
    stepUp: async () => {},
    heldStepUp: async () => {},
    code: () => {},
    header: () => {},
    confirm(needed) {
      // An employee who left later is already inactive while their past is generated.
      const doubts = needed.filter(({ code }) => code !== 'PUBLISH_EMPLOYEE_INACTIVE')
      if (doubts.length > 0) throw new Error(`nobody would confirm ${JSON.stringify(doubts)}`)
    },
    evidence: { actorId: actor.userId, detail: { address, device } },
  })
}

async function insertSession(
  tx: Tx,
  { userId, site, since, address, device }: Actor,
  hash: string,
): Promise<void> {
  const { profile_id } = await tx.db
    .selectFrom('user_profiles')
    .select('profile_id')
    .where('user_id', '=', userId)
    .where('type', '=', site === 's' ? 2 : 1)
    .executeTakeFirstOrThrow()
  await tx.db
    .insertInto('sessions')
    .values({
      company_id: tx.company,
      hash,
      user_id: userId,
      profile_id,
      audience: site,
      address,
      device,
      created_at: since,
      seen_at: since,
      expires_at: new Date(since.getTime() + 3_600_000),
    })
    .execute()
}
