import { approvalActs, type DecisionAct } from '#contract/approvals.ts'
import type { Decided, KindOfApproval, KindsOfApproval } from '#server/shared/approval-kinds.ts'
import type { Context } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { queueMail } from '#server/shared/mail/mail.ts'
import { languageOfUser } from '#server/shared/reading/people.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { note } from './opening.ts'
import { approvalOf, decidable, decisionsOf, openStep } from './queries.ts'
import { isAsker, lookingOf, reaches } from './showing.ts'
import { holdersOfStep, openNext, skipRest, undecidedOf } from './steps.ts'

type Found = NonNullable<Awaited<ReturnType<typeof approvalOf>>>

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
  const found = await lockedApproval(tx, kinds, id)
  if (!found) refuse('NOT_FOUND')
  if (found.opened_by === ctx.session.userId) refuse('APPROVAL_OWN')
  const open = await decidable(tx.db, await lookingOf(tx, ctx), kinds, id)
  if (!open) {
    const last = await lastDecision(tx, id)
    if ((last || hasEnded(found)) && (await reaches(tx, ctx, kinds, id))) refuseDecided(last)
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
  if (state === 'approved' && (await openNext(tx, id, at))) return tellHolders(tx, ctx, kind, found)
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

function hasEnded({ state }: Found): boolean {
  return !approvalActs.withdraw.some((running) => running === state)
}

async function lastDecision(tx: Tx, id: number): Promise<{ quien: string } | undefined> {
  return (await decisionsOf(tx.db, [id])).at(-1)
}

/** Refuses a late act: somebody was faster, or it was withdrawn or took effect by time. */
function refuseDecided(last: { quien: string } | undefined): never {
  if (last) refuse('APPROVAL_DECIDED', undefined, { nombre: last.quien })
  return refuse('APPROVAL_ENDED')
}

/** An approval, locked after what its kind locks first. */
export async function lockedApproval(tx: Tx, kinds: KindsOfApproval, id: number): Promise<Found | undefined> {
  const found = await approvalOf(tx.db, id)
  if (!found) return undefined
  await kinds[found.kind]?.lock?.(tx, found.subject_id)
  return approvalOf(tx.db, id, { lock: true })
}

/** Lets the kind tell those who could decide the step that has just opened, where that names nobody. */
async function tellHolders(
  tx: Tx,
  ctx: Context,
  kind: KindOfApproval,
  { id, subject_id: subjectId, opened_by, employee_id }: Found,
): Promise<void> {
  if (!kind.stepOpened) return
  const step = await openStep(tx.db, id)
  if (!step || step.named !== null) return
  const excluded = employee_id === null ? [opened_by] : [opened_by, employee_id]
  const { action, kind: profile } = step
  const holders = await holdersOfStep(tx, { action, ...(profile && { kind: profile }) }, excluded)
  await kind.stepOpened(tx, ctx.services, { subjectId, holders })
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
  const found = await lockedApproval(tx, kinds, id)
  if (!found || !isAsker(found, ctx.session)) refuse('NOT_FOUND')
  if (hasEnded(found)) refuseDecided(await lastDecision(tx, id))
  await tx.db
    .updateTable('approvals')
    .set({ state: 'withdrawn', ended_at: ctx.services.clock() })
    .where('id', '=', id)
    .execute()
  await skipRest(tx, id)
  await note(tx, ctx, id, 'withdrawn', {})
  await carryOut(tx, ctx, kinds, found, { outcome: 'withdrawn', reason: null })
}

async function carryOut(
  tx: Tx,
  ctx: Context,
  kinds: KindsOfApproval,
  { kind, subject_id, opened_by }: Pick<Found, 'kind' | 'subject_id' | 'opened_by'>,
  decided: Omit<Decided, 'subjectId' | 'askedBy'>,
): Promise<void> {
  const handler = kinds[kind]
  if (!handler) throw new Error(`nobody carries out decisions on a ${kind}`)
  await handler.decided(tx, ctx, { subjectId: subject_id, askedBy: opened_by, ...decided })
}
