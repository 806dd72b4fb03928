import type { Context } from '#server/shared/context.ts'
import type { Services } from '#server/shared/services.ts'
import { openTenant, type Tx, withTenant } from '#server/shared/tenancy.ts'
import { newBearer, sessionFrom, sessionQuestion } from '#server/shared/session.ts'

/** Somebody at a site, at a moment: what an operation needs to run as it runs for a request. */
export interface Actor {
  company: number
  userId: number
  site: 's' | 'e'
  at: Date
  address: string
  device: string
}

/**
 * The context of a call as this person makes it, on a session of that moment which is over at once. The operations
 * that run in it can't tell it from a request, so the demonstration is made by the product itself.
 */
export async function actingAs(services: Services, actor: Actor): Promise<Context> {
  const { pool } = services.database
  const then: Services = { ...services, clock: () => actor.at }
  const { hash } = newBearer(actor.company)
  const run = <T>(work: (tx: Tx) => Promise<T>) => withTenant(pool, services.jobs, actor.company, work)
  await run((tx) => insertSession(tx, actor, hash))
  const opened = await openTenant(pool, services.jobs, actor.company, sessionQuestion(hash))
  const session = sessionFrom(actor.company, opened.rows[0], actor.at)
  await opened.close()
  if (!session) throw new Error('the demonstration’s session was not found')
  await run((tx) =>
    tx.db.updateTable('sessions').set({ ended_at: actor.at }).where('id', '=', session.id).execute(),
  )
  return {
    services: then,
    session,
    request: {
      id: 'demonstration',
      address: actor.address,
      device: actor.device,
      language: session.language,
      authorization: undefined,
    },
    read: run,
    write: run,
    act: run,
    answered: async () => null,
    confirm(needed) {
      // Who left later is inactive already while the past is being made.
      const doubts = needed.filter(({ code }) => code !== 'PUBLISH_EMPLOYEE_INACTIVE')
      if (doubts.length > 0) throw new Error(`nobody would confirm ${JSON.stringify(doubts)}`)
    },
    evidence: { actorId: actor.userId, detail: { address: actor.address, device: actor.device } },
  }
}

async function insertSession(tx: Tx, actor: Actor, hash: string): Promise<void> {
  const { profile_id } = await tx.db
    .selectFrom('user_profiles')
    .select('profile_id')
    .where('user_id', '=', actor.userId)
    .where('type', '=', actor.site === 's' ? 2 : 1)
    .executeTakeFirstOrThrow()
  await tx.db
    .insertInto('sessions')
    .values({
      company_id: tx.company,
      hash,
      user_id: actor.userId,
      profile_id,
      audience: actor.site,
      address: actor.address,
      device: actor.device,
      created_at: actor.at,
      seen_at: actor.at,
      expires_at: new Date(actor.at.getTime() + 3_600_000),
    })
    .execute()
}
