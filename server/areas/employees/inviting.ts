import { sql } from 'kysely'
import { z } from 'zod'
import type { Context } from '#server/shared/context.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import { defineJob } from '#server/shared/jobs.ts'
import { addItems, noteItemsDone, pendingItems } from '#server/shared/processes/items.ts'
import { beginProcess, endProcess } from '#server/shared/processes/lifecycle.ts'
import type { LostWork } from '#server/shared/processes/lost.ts'
import { endInterrupted } from '#server/shared/processes/lost.ts'
import type { Services } from '#server/shared/services.ts'
import type { Db, Tx } from '#server/shared/tenancy.ts'
import { inviteUser } from '#server/areas/account/operations.ts'
import { endInvitations } from './invitations.ts'

/** Invitations that one transaction writes. */
const batch = 50

/** Mailing the invitations of one process, a few in each transaction. */
export const inviteJob = defineJob({
  name: 'employees.invite',
  input: z.object({
    process: z.number(),
    evidence: z.object({
      actorId: z.number(),
      detail: z.object({ address: z.string(), device: z.string() }),
    }),
  }),
  concurrency: 1,
})

export const lostInvitations: LostWork = {
  jobs: [inviteJob.name],
  steps: ['running'],
  free: endInterrupted,
}

/** Begins to invite people in the background. `from` is the import that made them. Returns the process. */
export async function beginInvitations(
  tx: Tx,
  { services, session, evidence }: Context,
  people: readonly number[],
  from?: number,
): Promise<number> {
  const now = services.clock()
  const process = await beginProcess(tx, {
    kind: 'invitations',
    step: 'running',
    by: session.userId,
    at: now,
    started: true,
    total: people.length,
    options: from === undefined ? {} : { import: from },
  })
  await addItems(
    tx,
    process,
    people.map((employee) => ({ data: { employee } })),
  )
  await recordEvent(tx, {
    subject: { kind: 'process', id: process },
    act: 'invitations_asked',
    at: now,
    data: { count: people.length },
    ...evidence,
  })
  tx.enqueue(inviteJob, { process, evidence })
  return process
}

/** The invitations of an import's people that are being mailed now. */
export function runningInvitations(db: Db, from: number) {
  return db
    .selectFrom('processes')
    .where('kind', '=', 'invitations')
    .where('status', '=', 'in_progress')
    .where(sql<number>`(options ->> 'import')::bigint`, '=', from)
    .select(['done as hechos', 'total'])
    .executeTakeFirst()
}

/** Mails the invitations of a process, batch by batch; after a kill it continues with the rest. */
export async function inviteAll(
  services: Services,
  company: number,
  { process, evidence }: z.infer<typeof inviteJob.input>,
  signal: AbortSignal,
): Promise<void> {
  const { write } = services.tenant(company)
  for (let left = true; left && !signal.aborted;)
    left = await write((tx) => inviteSome(tx, services, process, evidence))
  signal.throwIfAborted()
}

async function inviteSome(
  tx: Tx,
  services: Services,
  process: number,
  evidence: Context['evidence'],
): Promise<boolean> {
  const { status } = await tx.db
    .selectFrom('processes')
    .select('status')
    .where('id', '=', process)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (status !== 'in_progress') return false
  const items = await pendingItems(tx, process, batch)
  if (items.length === 0) {
    await endProcess(tx, process, { status: 'successful', at: services.clock() })
    return false
  }
  const ids = items.map(({ data }) => z.object({ employee: z.number() }).parse(data).employee)
  // People who have set a password meanwhile need no invitation.
  const waiting = await tx.db
    .selectFrom('users')
    .select('id')
    .where('id', 'in', ids)
    .where('password_hash', 'is', null)
    .where('mail_key', 'is not', null)
    .execute()
  for (const { id } of waiting) {
    await endInvitations(tx, id, services.clock())
    await inviteUser(tx, services, id, evidence, process)
  }
  await noteItemsDone(tx, process, items)
  return true
}
