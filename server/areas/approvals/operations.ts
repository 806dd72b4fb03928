import type { ActionId } from '#contract/actions.ts'
import type { ProfileKind } from '#contract/permissions/profiles.ts'
import { type Approval, type ApprovalKind, approvalActs, type DecisionAct } from '#contract/approvals.ts'
import type { Acting, Decided, KindsOfApproval } from '#server/shared/approval-kinds.ts'
import type { Context } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { type ActOf, type Author, recordEvent } from '#server/shared/evidence/events.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { queueMail } from '#server/shared/mail/mail.ts'
import { holdersOf, languageOfUser } from '#server/shared/reading/people.ts'
export { newestOf } from './queries.ts'
import { approvalOf, countWaitingFor, decidable, decisionsOf, waitingFor } from './queries.ts'

/** A request for approval: its subject, the requester, and the steps in order. */
export interface Asked {
  kind: ApprovalKind
  subjectId: number
  /** The person whom it concerns, who never decides it. */
  employeeId?: number
  steps: readonly Step[]
  dueAt?: Date
  /**
   * The refusal where nobody could decide the first step; APPROVAL_NOBODY by default. null: it waits until somebody gets
   * the right, as what an employee sends does.
   */
  nobody?: 'APPROVAL_NOBODY' | 'SECOND_PERSON_NOBODY' | null
}

/** The people who may decide a step: those who hold the action, where `kind` is given by a profile of this kind. */
interface Step {
  action: ActionId
  kind?: Extract<ProfileKind, 'hr'>
}

/** The first of the people who could decide a step: neither the one who opens the approval nor the one it concerns. */
function decidersOf(tx: Tx, { action, kind }: Step, excluded: readonly number[]) {
  return holdersOf(tx.db, { actions: [action], ...(kind && { kind }) })
    .where('users.id', 'not in', excluded)
    .limit(decidersTold)
    .execute()
}
type Decider = Awaited<ReturnType<typeof decidersOf>>[number]

/** As many are told that something waits for them, so that an approval doesn't mail a whole department. */
const decidersTold = 20

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
  { kind, subjectId, employeeId, steps, dueAt, nobody = 'APPROVAL_NOBODY' }: Asked,
): Promise<{ id: number; holders: Decider[] }> {
  const [first] = steps
  const excluded = employeeId === undefined ? [evidence.actorId] : [evidence.actorId, employeeId]
  const holders = first ? await decidersOf(tx, first, excluded) : []
  if (holders.length === 0 && nobody) refuse(nobody)
  const at = services.clock()
  const { id } = await tx.db
    .insertInto('approvals')
    .values({
      company_id: tx.company,
      kind,
      subject_id: subjectId,
      employee_id: employeeId ?? null,
      opened_by: evidence.actorId,
      opened_at: at,
      due_at: dueAt ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.db
    .insertInto('approval_steps')
    .values(
      steps.map((step, index) => ({
        company_id: tx.company,
        approval_id: id,
        n: index + 1,
        rule: JSON.stringify(step),
        state: index === 0 ? ('open' as const) : ('waiting' as const),
        opened_at: index === 0 ? at : null,
      })),
    )
    .execute()
  await note(tx, { evidence, services }, id, 'requested', { kind, subject: subjectId })
  return { id, holders }
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
    .set({ state: 'open', opened_at: services.clock() })
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

/** Decides the open step of an approval within reach, carrying the outcome out in the same transaction. */
export async function decide(
  tx: Tx,
  ctx: Context,
  kinds: KindsOfApproval,
  { id, acto, motivo, visto }: { id: number; acto: DecisionAct; motivo?: string | undefined; visto: boolean },
): Promise<void> {
  if (acto !== 'aprobar' && !motivo) refuse('SYSTEM_API_PARAMETER_REQUIRED', 'motivo')
  const found = await approvalOf(tx.db, id, { lock: true })
  if (!found) refuse('NOT_FOUND')
  if (found.opened_by === ctx.session.userId) refuse('APPROVAL_OWN')
  const open = await decidable(tx.db, ctx.session, kinds, id)
  if (!open) {
    const [last] = (await decisionsOf(tx.db, [id])).toReversed()
    if (last && (await reaches(tx, ctx, kinds, id)))
      refuse('APPROVAL_DECIDED', undefined, { nombre: last.quien })
    refuse('NOT_FOUND')
  }
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
      act,
      comment: motivo ?? null,
      seen: visto,
      at,
    })
    .execute()
  await tx.db
    .updateTable('approval_steps')
    .set({ state })
    .where('approval_id', '=', id)
    .where('n', '=', open.n)
    .execute()
  await note(tx, ctx, id, state, { step: open.n, seen: visto })
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
  const found = await waitingFor(tx.db, ctx.session, kinds, rows)
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
    total: await countWaitingFor(tx.db, ctx.session, kinds),
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
        decide: !own && (await decidable(tx.db, ctx.session, kinds, row.id)) !== undefined,
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

function onTheWire({ act, quien, at, comment }: Awaited<ReturnType<typeof decisionsOf>>[number]) {
  return { acto: actsOnTheWire[act], quien, cuando: at.toISOString(), motivo: comment }
}

/** Whether the viewer could have decided some step of it; a late one is shown who decided. */
async function reaches(tx: Tx, ctx: Context, kinds: KindsOfApproval, id: number): Promise<boolean> {
  return (await decidable(tx.db, ctx.session, kinds, id, { any: true })) !== undefined
}

async function openNext(tx: Tx, id: number, n: number, at: Date): Promise<boolean> {
  const next = await tx.db
    .updateTable('approval_steps')
    .set({ state: 'open', opened_at: at })
    .where('approval_id', '=', id)
    .where('n', '=', n + 1)
    .returning('n')
    .executeTakeFirst()
  return next !== undefined
}

async function skipRest(tx: Tx, id: number): Promise<void> {
  await tx.db
    .updateTable('approval_steps')
    .set({ state: 'skipped' })
    .where('approval_id', '=', id)
    .where('state', 'in', ['waiting', 'open'])
    .execute()
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
