import { sql } from 'kysely'
import type { KindsOfApproval } from '#server/shared/approval-kinds.ts'
import { Refusal } from '#server/shared/errors.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import type { Services } from '#server/shared/services.ts'
import { type Db, everyCompany, type Tx } from '#server/shared/tenancy.ts'
import { ableByGroup, namesNobody } from './deciders.ts'
import { lockedApproval } from './deciding.ts'
import { openNext } from './steps.ts'

/** Hours after which takes effect what nobody but the person concerned could decide. */
const hours = 72
/** As many at once; the rest an hour later. */
const atOnce = 200

/**
 * Approves what has waited for three days and what nobody can decide: the only holder of the action is whom it concerns,
 * and they have no manager. It stands in the evidence, and in the security centre, as decided by nobody. One that is
 * refused goes on waiting.
 */
export async function approveByTime(services: Services, kinds: KindsOfApproval): Promise<void> {
  const before = new Date(services.clock().getTime() - hours * 3_600_000)
  await everyCompany(services, async ({ company, read, write }) => {
    for (const { id } of await read((db) => undecidable(db, before))) {
      try {
        await write((tx) => approve(tx, services, kinds, { id, before }))
      } catch (error) {
        // A change that was sound may be refused by now; the others must not wait for it.
        if (!(error instanceof Refusal)) throw error
        services.log.warn({ err: error, company, approval: id }, 'an approval by time was refused')
      }
    }
  })
}

/** Open steps that nobody can decide, the oldest first, of all approvals or of one. */
async function undecidable(db: Db, before: Date, only?: number) {
  const able = await ableByGroup(db)
  return db
    .selectFrom('approval_steps as step')
    .innerJoin('approvals as asked', 'asked.id', 'step.approval_id')
    .$if(only !== undefined, (steps) => steps.where('asked.id', '=', Number(only)))
    .where('step.state', '=', 'open')
    .where('step.opened_at', '<', before)
    .where('asked.state', '=', 'pending')
    .where(sql<boolean>`step.rule ? 'last'`)
    .where(sql<boolean>`not app.is_held((step.rule ->> 'action')::int, asked.opened_by, asked.employee_id)`)
    .where(sql<boolean>`${namesNobody({ able }, { step: 'step', asked: 'asked' })}`)
    .where(
      sql<boolean>`not exists (select from employees e where e.id = asked.employee_id
        and e.manager_id <> asked.opened_by and app.is_at_work(e.manager_id))`,
    )
    .select(['asked.id', 'step.n'])
    .orderBy('step.opened_at')
    .limit(atOnce)
    .execute()
}

/** Approves one that still waits once it is locked, as a decision locks it. */
async function approve(
  tx: Tx,
  services: Services,
  kinds: KindsOfApproval,
  { id, before }: { id: number; before: Date },
): Promise<void> {
  const found = await lockedApproval(tx, kinds, id)
  const kind = found && kinds[found.kind]
  const [step] = await undecidable(tx.db, before, id)
  if (!found || !step || !kind?.approvedByTime) return
  const at = services.clock()
  await tx.db
    .updateTable('approval_steps')
    .set({ state: 'approved' })
    .where('approval_id', '=', id)
    .where('n', '=', step.n)
    .execute()
  await recordEvent(tx, {
    subject: { kind: 'approval', id },
    act: 'approved_by_time',
    actorId: null,
    at,
    data: { step: step.n },
    detail: { address: '', device: '' },
  })
  if (await openNext(tx, id, at)) return
  await tx.db.updateTable('approvals').set({ state: 'approved', ended_at: at }).where('id', '=', id).execute()
  await kind.approvedByTime(tx, services, found.subject_id)
}
