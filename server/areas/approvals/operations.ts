import { sql } from 'kysely'
import type { ActionId } from '#contract/actions.ts'
import {
  type Approval,
  type ApprovalKind,
  approvalActs,
  type DecisionAct,
  type Turn,
} from '#contract/approvals.ts'
import type { Acting, Decided, KindsOfApproval } from '#server/shared/approval-kinds.ts'
import type { Context } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { type ActOf, type Author, recordEvent, recordEvents } from '#server/shared/evidence/events.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { queueMail } from '#server/shared/mail/mail.ts'
import { languageOfUser } from '#server/shared/reading/people.ts'
export { awaits, isLastResort, look, type Looking, namesNobody } from './deciders.ts'
export { newestOf } from './queries.ts'
export type { Step } from './steps.ts'
import { look, type Looking } from './deciders.ts'
import { approvalOf, countWaitingFor, decidable, decisionsOf, turnOf, waitingFor } from './queries.ts'
import { type Decider, holdersOfStep, keyOf, openNext, skipRest, type Step, undecidedOf } from './steps.ts'

/** A request for approval: its subject, the requester, and the steps in order. */
export interface Asked {
  kind: ApprovalKind
  subjectId: number
  /** The person whom it concerns, who never decides it. */
  employeeId?: number
  steps: readonly Step[]
  /** The workflow whose groups the steps are. */
  workflowId?: number
  dueAt?: Date
  /**
   * The refusal where nobody could decide the first step; APPROVAL_NOBODY by default. null: it waits until somebody gets
   * the right, as what an employee sends does.
   */
  nobody?: 'APPROVAL_NOBODY' | 'SECOND_PERSON_NOBODY' | null
}

/**
 * Opens an approval with its first step. Who opened it never decides it.
 *
 * Returns its id and the people who could decide the first step.
 *
 * @throws {Refusal} APPROVAL_NOBODY, or `nobody`: nobody else could decide the first step
 */
export async function openApproval(
  tx: Tx,
  { evidence, services }: Acting,
  { kind, subjectId, employeeId, steps, workflowId, dueAt, nobody = 'APPROVAL_NOBODY' }: Asked,
): Promise<{ id: number; holders: Decider[] }> {
  const [first] = steps
  const excluded = employeeId === undefined ? [evidence.actorId] : [evidence.actorId, employeeId]
  const holders = first ? await holdersOfStep(tx, first, excluded) : []
  if (holders.length === 0 && nobody) refuse(nobody)
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
  await openNext(tx, id, 0, at)
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
 * Takes the approvals of a workflow out of it: of the steps that are left, one remains, decided by whoever holds `action`.
 * What was returned stays with who sent it. Returns how many there were.
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

/** One person's decision on an approval. */
interface Decision {
  id: number
  acto: DecisionAct
  /** Needed where it isn't approved. */
  motivo?: string | undefined
  /** Whether the subject was opened before. */
  visto: boolean
  /** The step as it was seen: since when it is open, in ISO. */
  desde?: string | undefined
}

/** Decides the open step of an approval within reach, carrying the outcome out in the same transaction. */
export async function decide(
  tx: Tx,
  ctx: Context,
  kinds: KindsOfApproval,
  { id, acto, motivo, visto, desde }: Decision,
): Promise<void> {
  if (acto !== 'aprobar' && !motivo) refuse('SYSTEM_API_PARAMETER_REQUIRED', 'motivo')
  const found = await approvalOf(tx.db, id, { lock: true })
  if (!found) refuse('NOT_FOUND')
  if (found.opened_by === ctx.session.userId) refuse('APPROVAL_OWN')
  const open = await decidable(tx.db, await lookingOf(tx, ctx), kinds, id)
  if (!open) {
    const [last] = (await decisionsOf(tx.db, [id])).toReversed()
    if (last && (await reaches(tx, ctx, kinds, id)))
      refuse('APPROVAL_DECIDED', undefined, { nombre: last.quien })
    refuse('NOT_FOUND')
  }
  if (desde !== undefined && open.opened_at?.toISOString() !== new Date(desde).toISOString())
    refuse('APPROVAL_CAME_BACK')
  const kind = kinds[found.kind]
  if (!kind?.acts.includes(acto)) refuse('APPROVAL_ACT_NOT_OFFERED', 'acto')
  if (kind.stepUp) await ctx.stepUp(tx)
  const at = ctx.services.clock()
  const state = ({ aprobar: 'approved', rechazar: 'rejected', devolver: 'returned' } as const)[acto]
  const act = ({ aprobar: 'approve', rechazar: 'reject', devolver: 'return' } as const)[acto]
  await tx.db
    .insertInto('approval_decisions')
    .values({
      company_id: tx.company,
      approval_id: id,
      n: open.n,
      user_id: ctx.session.userId,
      acting_for: open.principal === ctx.session.userId ? null : open.principal,
      act,
      comment: motivo ?? null,
      seen: visto,
      at,
    })
    .execute()
  await note(tx, ctx, id, state, { step: open.n, seen: visto })
  const oneOfSeveral = acto === 'aprobar' && open.need === 'all' && open.principal !== null
  if (oneOfSeveral && (await undecidedOf(tx, id, open.n)).length > 0) return
  await tx.db
    .updateTable('approval_steps')
    .set({ state })
    .where('approval_id', '=', id)
    .where('n', '=', open.n)
    .execute()
  if (state === 'approved' && (await openNext(tx, id, open.n, at))) return
  if (state === 'rejected') {
    await skipRest(tx, id)
    if (!kind.tells) await tellRejected(tx, ctx, id, found.opened_by)
  }
  await tx.db
    .updateTable('approvals')
    .set({ state, ended_at: state === 'returned' ? null : at })
    .where('id', '=', id)
    .execute()
  await carryOut(tx, ctx, kinds, found, { outcome: state, reason: motivo ?? null })
}

/** Mails to who asked that it was rejected. The reason is in the bell: mails are read by others. */
async function tellRejected(tx: Tx, ctx: Context, id: number, asker: number): Promise<void> {
  const { first_name, mail, language } = await tx.db
    .selectFrom('users')
    .select(['first_name', 'mail', languageOfUser().as('language')])
    .where('id', '=', asker)
    .executeTakeFirstOrThrow()
  if (!mail) return
  await queueMail(tx, ctx.services, {
    event: 'request_rejected',
    userId: asker,
    to: mail,
    language,
    name: `approval ${id} rejected`,
    variables: { nombre: first_name, quien: `${ctx.session.firstName} ${ctx.session.lastName}` },
  })
}

/** Takes back what the caller asked for. */
export async function withdraw(tx: Tx, ctx: Context, kinds: KindsOfApproval, id: number): Promise<void> {
  const found = await approvalOf(tx.db, id, { lock: true })
  if (!found || found.opened_by !== ctx.session.userId) refuse('NOT_FOUND')
  if (!approvalActs.withdraw.some((state) => state === found.state)) refuse('APPROVAL_DECIDED')
  await tx.db
    .updateTable('approvals')
    .set({ state: 'withdrawn', ended_at: ctx.services.clock() })
    .where('id', '=', id)
    .execute()
  await skipRest(tx, id)
  await note(tx, ctx, id, 'withdrawn', {})
  await carryOut(tx, ctx, kinds, found, { outcome: 'withdrawn', reason: null })
}

/** An approval as the viewer may see it: who may decide it, or asked for it; to anybody else it isn't there. */
export async function shownApproval(
  tx: Tx,
  ctx: Context,
  kinds: KindsOfApproval,
  id: number,
): Promise<Approval> {
  const found = await approvalOf(tx.db, id)
  const own = found?.opened_by === ctx.session.userId
  if (!found || (!own && !(await reaches(tx, ctx, kinds, id)))) return refuse('NOT_FOUND')
  const [shown] = await shownApprovals(tx, ctx, kinds, [found])
  return shown ?? refuse('NOT_FOUND')
}

/** Open steps of every kind that the viewer may decide, the longest waiting first, and how many there are. */
export async function openSteps(
  tx: Tx,
  ctx: Context,
  kinds: KindsOfApproval,
  rows: { limit: number; offset: number },
) {
  const looking = await lookingOf(tx, ctx)
  const found = await waitingFor(tx.db, looking, kinds, rows)
  const titles = await titlesOf(tx, ctx, kinds, found)
  return {
    steps: found.map((row) => ({
      id: row.id,
      clase: row.kind,
      asunto: row.subject_id,
      titulo: titles(row),
      pedido_por: row.asker,
      desde: row.opened_at.toISOString(),
    })),
    total: await countWaitingFor(tx.db, looking, kinds),
  }
}

/** The open step of an approval, as the viewer sees it; null once it has ended. */
export async function shownTurn(
  tx: Tx,
  ctx: Context,
  kinds: KindsOfApproval,
  id: number,
): Promise<Turn | null> {
  const looking = await lookingOf(tx, ctx)
  const step = await turnOf(tx.db, looking, id)
  if (!step) return null
  const { n: paso, principal, opened_at, ...shown } = step
  return {
    paso,
    ...shown,
    desde: opened_at.toISOString(),
    decide: (await decidable(tx.db, looking, kinds, id)) !== undefined,
    por: principal,
  }
}

/** The decisions on an approval so far, in order of time. */
export async function shownDecisions(tx: Tx, id: number): Promise<Approval['decisiones']> {
  return (await decisionsOf(tx.db, [id])).map(onTheWire)
}

/** The person who rejected the newest approval of a subject, and the reason; null where nobody did. */
export async function rejectionOf(
  tx: Tx,
  kind: ApprovalKind,
  subjectId: number,
): Promise<{ quien: string; motivo: string | null } | null> {
  const newest = await tx.db
    .selectFrom('approvals')
    .select(['id', 'state'])
    .where('kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (newest?.state !== 'rejected') return null
  const said = (await decisionsOf(tx.db, [newest.id])).findLast(({ act }) => act === 'reject')
  return said ? { quien: said.quien, motivo: said.comment } : null
}

type Row = NonNullable<Awaited<ReturnType<typeof approvalOf>>>

/** Many at once. */
export async function shownApprovals(
  tx: Tx,
  ctx: Context,
  kinds: KindsOfApproval,
  rows: readonly Row[],
): Promise<Approval[]> {
  const looking = await lookingOf(tx, ctx)
  const titles = await titlesOf(tx, ctx, kinds, rows)
  const ids = rows.map(({ id }) => id)
  const decisions = await decisionsOf(tx.db, ids)
  return Promise.all(
    rows.map(async (row) => {
      const own = row.opened_by === ctx.session.userId
      return {
        id: row.id,
        clase: row.kind,
        asunto: row.subject_id,
        titulo: titles(row),
        estado: row.state,
        pedido_por: row.asker,
        pedido: row.opened_at.toISOString(),
        vence: row.due_at?.toISOString() ?? null,
        decisiones: decisions.filter((one) => one.approval_id === row.id).map(onTheWire),
        decide: !own && (await decidable(tx.db, looking, kinds, row.id)) !== undefined,
        retira: own && approvalActs.withdraw.some((state) => state === row.state),
      }
    }),
  )
}

/** The names that the kinds give to their subjects, asked once a kind. */
async function titlesOf(
  tx: Tx,
  ctx: Context,
  kinds: KindsOfApproval,
  rows: readonly Pick<Row, 'kind' | 'subject_id'>[],
): Promise<(row: Pick<Row, 'kind' | 'subject_id'>) => string> {
  const titles = new Map<string, string>()
  for (const [kind, handler] of Object.entries(kinds)) {
    const subjects = rows.filter((row) => row.kind === kind).map((row) => row.subject_id)
    if (subjects.length === 0) continue
    const said = await handler.titles(tx, subjects, ctx.request.language)
    for (const [subject, title] of said) titles.set(`${kind} ${subject}`, title)
  }
  return ({ kind, subject_id }) => titles.get(`${kind} ${subject_id}`) ?? ''
}

const actsOnTheWire = { approve: 'aprobar', reject: 'rechazar', return: 'devolver' } as const

function onTheWire({ act, quien, por, at, comment }: Awaited<ReturnType<typeof decisionsOf>>[number]) {
  return { acto: actsOnTheWire[act], quien, por, cuando: at.toISOString(), motivo: comment }
}

/** A session that looks now: {@link look}. */
export function lookingOf(
  tx: Tx,
  { session, services }: Pick<Context, 'session' | 'services'>,
): Promise<Looking> {
  return look(tx.db, session, services.clock())
}

/** Whether the viewer decided some step of it, or could have; a late one is shown who decided. */
async function reaches(tx: Tx, ctx: Context, kinds: KindsOfApproval, id: number): Promise<boolean> {
  const decided = await tx.db
    .selectFrom('approval_decisions')
    .where('approval_id', '=', id)
    .where('user_id', '=', ctx.session.userId)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return (
    decided !== undefined ||
    (await decidable(tx.db, await lookingOf(tx, ctx), kinds, id, { any: true })) !== undefined
  )
}

async function carryOut(
  tx: Tx,
  ctx: Context,
  kinds: KindsOfApproval,
  { kind, subject_id }: { kind: ApprovalKind; subject_id: number },
  decided: Omit<Decided, 'subjectId'>,
): Promise<void> {
  const handler = kinds[kind]
  if (!handler) throw new Error(`nobody carries out decisions on a ${kind}`)
  await handler.decided(tx, ctx, { subjectId: subject_id, ...decided })
}

function note(
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
