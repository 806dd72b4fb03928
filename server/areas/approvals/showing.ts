import {
  type Approval,
  type ApprovalKind,
  approvalActs,
  type ShownApproval,
  type Turn,
} from '#contract/approvals.ts'
import type { KindOfApproval, KindsOfApproval } from '#server/shared/approval-kinds.ts'
import type { Context } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import type { Session } from '#server/shared/identity/session.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { look, type Looking } from './deciders.ts'
import { approvalOf, countWaitingFor, decidable, decisionsOf, turnOf, waitingFor } from './queries.ts'

/**
 * Whether a session may act as the one that asked: what was asked for at the portal belongs there, where sessions end with
 * the right to it. At the employees' site people have what concerns themselves.
 */
export function isAsker(
  { opened_by, employee_id }: Pick<Row, 'opened_by' | 'employee_id'>,
  { userId, audience }: Session,
): boolean {
  return opened_by === userId && (audience === 's' || employee_id === userId)
}

/** An approval as the viewer may see it: who may decide it, or asked for it; to anybody else it isn't there. */
export async function shownApproval(
  tx: Tx,
  ctx: Context,
  kinds: KindsOfApproval,
  id: number,
): Promise<ShownApproval> {
  const found = await approvalOf(tx.db, id)
  if (!found || (!isAsker(found, ctx.session) && !(await reaches(tx, ctx, kinds, id))))
    return refuse('NOT_FOUND')
  const [shown] = await shownApprovals(tx, ctx, kinds, [found])
  if (!shown) return refuse('NOT_FOUND')
  return { ...shown, turno: await shownTurn(tx, ctx, kinds, id), actos: [...(kinds[found.kind]?.acts ?? [])] }
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
  const titles = await titlesOf(tx, ctx, kinds, found.map(subjectOf))
  const change = await changesAmong(tx, ctx, kinds, found.map(subjectOf))
  return {
    steps: found.map((row) => ({
      id: row.id,
      clase: row.kind,
      asunto: row.subject_id,
      titulo: titles(subjectOf(row)),
      colaborador: row.colaborador,
      pedido_por: row.asker,
      desde: row.open_since.toISOString(),
      seccion: change(subjectOf(row))?.section ?? null,
      alerta: change(subjectOf(row))?.alert ?? false,
    })),
    total: await countWaitingFor(tx.db, looking, kinds),
  }
}

/** How many open steps the viewer may decide. */
export async function countOpenSteps(tx: Tx, ctx: Context, kinds: KindsOfApproval): Promise<number> {
  return countWaitingFor(tx.db, await lookingOf(tx, ctx), kinds)
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
  const titles = await titlesOf(tx, ctx, kinds, rows.map(subjectOf))
  const ids = rows.map(({ id }) => id)
  const decisions = await decisionsOf(tx.db, ids)
  return Promise.all(
    rows.map(async (row) => {
      const own = row.opened_by === ctx.session.userId
      return {
        id: row.id,
        clase: row.kind,
        asunto: row.subject_id,
        titulo: titles(subjectOf(row)),
        colaborador: row.colaborador,
        estado: row.state,
        pedido_por: row.asker,
        pedido: row.opened_at.toISOString(),
        vence: row.due_at?.toISOString() ?? null,
        decisiones: decisions.filter((one) => one.approval_id === row.id).map(onTheWire),
        decide: !own && (await decidable(tx.db, looking, kinds, row.id)) !== undefined,
        retira: isAsker(row, ctx.session) && approvalActs.withdraw.some((state) => state === row.state),
      }
    }),
  )
}

function subjectOf({ kind, subject_id }: Pick<Row, 'kind' | 'subject_id'>): Subject {
  return { clase: kind, id: subject_id }
}

/** A kind and the id of a subject of it. */
interface Subject {
  clase: ApprovalKind
  id: number
}

/** The names that the kinds give to their subjects, asked once a kind. */
export async function titlesOf(
  tx: Tx,
  ctx: Context,
  kinds: KindsOfApproval,
  rows: readonly Subject[],
): Promise<(row: Subject) => string> {
  const title = await askedOfKinds(kinds, rows, (kind, subjects) =>
    kind.titles(tx, subjects, ctx.request.language),
  )
  return (row) => title(row) ?? ''
}

/** The changes of people's own data among subjects, asked once a kind. */
function changesAmong(tx: Tx, ctx: Context, kinds: KindsOfApproval, rows: readonly Subject[]) {
  return askedOfKinds(kinds, rows, async (kind, subjects) => kind.changes?.(tx, ctx, subjects))
}

/** The answers of kinds about subjects of theirs, each kind asked once. */
async function askedOfKinds<T>(
  kinds: KindsOfApproval,
  rows: readonly Subject[],
  ask: (kind: KindOfApproval, subjects: readonly number[]) => Promise<Map<number, T> | undefined>,
): Promise<(row: Subject) => T | undefined> {
  const answers = new Map<string, Map<number, T> | undefined>()
  for (const [name, kind] of Object.entries(kinds)) {
    const subjects = rows.filter(({ clase }) => clase === name).map(({ id }) => id)
    if (subjects.length > 0) answers.set(name, await ask(kind, subjects))
  }
  return ({ clase, id }) => answers.get(clase)?.get(id)
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

/** The subject of an approval that the viewer asked for at the portal, or can decide now; undefined for any other. */
export async function subjectToDecide(
  tx: Tx,
  ctx: Context,
  kinds: KindsOfApproval,
  id: number,
): Promise<{ kind: ApprovalKind; id: number } | undefined> {
  const found = await approvalOf(tx.db, id)
  if (!found) return undefined
  const { userId, audience } = ctx.session
  const own = found.opened_by === userId && audience === 's'
  if (!own && !(await decidable(tx.db, await lookingOf(tx, ctx), kinds, id))) return undefined
  return { kind: found.kind, id: found.subject_id }
}

/** Whether the viewer decided some step of it, or could have; a late one is shown who decided. */
export async function reaches(tx: Tx, ctx: Context, kinds: KindsOfApproval, id: number): Promise<boolean> {
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
