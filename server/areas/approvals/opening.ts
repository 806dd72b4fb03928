import { sql } from 'kysely'
import type { ActionId } from '#contract/actions.ts'
import { type ApprovalKind, approvalActs } from '#contract/approvals.ts'
import type { Acting } from '#server/shared/approval-kinds.ts'
import { refuse } from '#server/shared/errors.ts'
import { type ActOf, type Author, recordEvent, recordEvents } from '#server/shared/evidence/events.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { type Decider, holdersOfStep, keyOf, openNext, skipRest, type Step, undecidedOf } from './steps.ts'

/** A request for approval: its subject, the requester, and the steps in order. */
interface Asked {
  kind: ApprovalKind
  subjectId: number
  /** The person whom it concerns, who never decides it. */
  employeeId?: number
  steps: readonly Step[]
  /** The workflow whose groups the steps are. */
  workflowId?: number
  dueAt?: Date
  /**
   * The refusal where nobody could decide a step that names nobody; APPROVAL_NOBODY by default. null: it waits until
   * somebody gets the right, as what an employee sends does.
   */
  nobody?: 'APPROVAL_NOBODY' | 'SECOND_PERSON_NOBODY' | 'SELF_SERVICE_NOBODY' | null
}

/**
 * Opens an approval with its first step. Who opened it never decides it.
 *
 * Returns its id and the people who could decide the first step.
 *
 * @throws {Refusal} APPROVAL_NOBODY, or `nobody`: nobody else could decide a step that names nobody
 */
export async function openApproval(
  tx: Tx,
  { evidence, services }: Acting,
  { kind, subjectId, employeeId, steps, workflowId, dueAt, nobody = 'APPROVAL_NOBODY' }: Asked,
): Promise<{ id: number; holders: Decider[] }> {
  const [first] = steps
  const excluded = employeeId === undefined ? [evidence.actorId] : [evidence.actorId, employeeId]
  if (!first) throw new Error('an approval without a step')
  const holders = await holdersOfStep(tx, first, excluded)
  if (nobody)
    for (const step of steps.filter(({ named }) => !named))
      if ((await holdersOfStep(tx, step, excluded)).length === 0) refuse(nobody)
  const at = services.clock()
  const { id } = await tx.db
    .insertInto('approvals')
    .values({
      company_id: tx.company,
      kind,
      subject_id: subjectId,
      employee_id: employeeId ?? null,
      workflow_id: workflowId ?? null,
      opened_by: evidence.actorId,
      opened_at: at,
      due_at: dueAt ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.db
    .insertInto('approval_steps')
    .values(
      steps.map(({ action, kind: profile, named, need = 'one' }, index) => ({
        company_id: tx.company,
        approval_id: id,
        n: index + 1,
        rule: JSON.stringify({ action, ...(profile && { kind: profile }), ...(!nobody && { last: true }) }),
        named: named ? keyOf(named, employeeId) : null,
        need,
        state: 'waiting' as const,
        opened_at: null,
      })),
    )
    .execute()
  await note(tx, { evidence, services }, id, 'requested', { kind, subject: subjectId })
  await openNext(tx, id, at)
  const named = await undecidedOf(tx, id, 1)
  return { id, holders: named.length > 0 ? named : holders }
}

/**
 * Brings a returned subject back to the very step that returned it. The decisions so far stay. Returns whether it was
 * returned.
 */
export async function reopenApproval(
  tx: Tx,
  { evidence, services }: Acting,
  kind: ApprovalKind,
  subjectId: number,
): Promise<boolean> {
  const reopened = await tx.db
    .updateTable('approvals')
    .set({ state: 'pending' })
    .where('kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .where('state', '=', 'returned')
    .returning('id')
    .executeTakeFirst()
  if (!reopened) return false
  await tx.db
    .updateTable('approval_steps')
    .set({
      state: 'open',
      opened_at: services.clock(),
      told_at: null,
      reminded_at: null,
      escalated_at: null,
    })
    .where('approval_id', '=', reopened.id)
    .where('state', '=', 'returned')
    .execute()
  await note(tx, { evidence, services }, reopened.id, 'sent_again', {})
  return true
}

/**
 * Withdraws a subject's open approval, because the subject itself was cancelled or taken back. Returns whether there was
 * one.
 */
export async function dropApproval(
  tx: Tx,
  ctx: { evidence: Author; services: Acting['services'] },
  kind: ApprovalKind,
  subjectId: number,
): Promise<boolean> {
  const dropped = await tx.db
    .updateTable('approvals')
    .set({ state: 'withdrawn', ended_at: ctx.services.clock() })
    .where('kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .where('state', 'in', approvalActs.withdraw)
    .returning('id')
    .executeTakeFirst()
  if (!dropped) return false
  await skipRest(tx, dropped.id)
  await note(tx, ctx, dropped.id, 'withdrawn', {})
  return true
}

/**
 * Takes the approvals of a workflow out of it: of its steps that are left, one remains, decided by whoever holds `action`.
 * A second person's step stays as it is, and returned ones stay with their senders. Returns how many there were.
 */
export async function redirectApprovals(
  tx: Tx,
  { evidence, services }: Acting,
  workflowId: number,
  action: ActionId,
): Promise<number> {
  const running = await tx.db
    .selectFrom('approvals')
    .where('workflow_id', '=', workflowId)
    .where('state', 'in', approvalActs.withdraw)
    .where((is) =>
      is.exists(
        is
          .selectFrom('approval_steps as step')
          .whereRef('step.approval_id', '=', 'approvals.id')
          .where('step.named', 'is not', null)
          .where('step.state', 'in', ['waiting', 'open', 'returned']),
      ),
    )
    .select('id')
    .orderBy('id')
    .forUpdate()
    .execute()
  if (running.length === 0) return 0
  const ids = running.map(({ id }) => id)
  const at = services.clock()
  await tx.db
    .insertInto('approval_steps')
    .columns(['company_id', 'approval_id', 'n', 'rule', 'state', 'opened_at'])
    .expression((where) =>
      where
        .selectFrom('approval_steps as step')
        .innerJoin('approvals as asked', 'asked.id', 'step.approval_id')
        .where('step.approval_id', '=', sql<number>`any(${ids})`)
        .groupBy(['step.company_id', 'step.approval_id', 'asked.state'])
        .select([
          'step.company_id',
          'step.approval_id',
          sql<number>`max(step.n) + 1`.as('n'),
          sql<string>`jsonb_build_object('action', ${action}::int, 'last', true)`.as('rule'),
          sql<'open'>`case asked.state when 'returned' then 'returned' else 'open' end`.as('state'),
          sql<Date>`${at}::timestamptz`.as('opened_at'),
        ]),
    )
    .execute()
  await tx.db
    .updateTable('approval_steps as step')
    .set({ state: 'skipped' })
    .where('approval_id', '=', sql<number>`any(${ids})`)
    .where('state', 'in', ['waiting', 'open', 'returned'])
    .where('named', 'is not', null)
    .execute()
  await recordEvents(
    tx,
    ids.map((id) => ({
      subject: { kind: 'approval' as const, id },
      act: 'redirected' as const,
      at,
      data: { workflow: workflowId },
      ...evidence,
    })),
  )
  return ids.length
}

/** Writes down an act on an approval as evidence. */
export function note(
  tx: Tx,
  { evidence, services }: { evidence: Author; services: Acting['services'] },
  id: number,
  act: ActOf<'approval'>,
  data: Record<string, string | number | boolean>,
): Promise<number> {
  return recordEvent(tx, {
    subject: { kind: 'approval', id },
    act,
    at: services.clock(),
    data,
    ...evidence,
  })
}
