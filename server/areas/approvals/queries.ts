import { type NotNull, sql } from 'kysely'
import type { ApprovalKind } from '#contract/approvals.ts'
import type { KindsOfApproval } from '#server/shared/approval-kinds.ts'
import { farthestRow } from '#server/shared/list.ts'
import type { Session } from '#server/shared/identity/session.ts'
import type { Db } from '#server/shared/tenancy.ts'

function approvals(db: Db) {
  return db
    .selectFrom('approvals')
    .innerJoin('users as asker', 'asker.id', 'approvals.opened_by')
    .select([
      'approvals.id',
      'approvals.kind',
      'approvals.subject_id',
      'approvals.state',
      'approvals.opened_by',
      'approvals.opened_at',
      'approvals.due_at',
      'asker.sort_name as asker',
    ])
    .$narrowType<{ asker: NotNull }>()
}

export function approvalOf(db: Db, id: number, { lock = false }: { lock?: boolean } = {}) {
  return approvals(db)
    .where('approvals.id', '=', id)
    .$if(lock, (query) => query.forUpdate('approvals'))
    .executeTakeFirst()
}

/** The newest approval of a subject. */
export async function newestOf(db: Db, kind: ApprovalKind, subject: number): Promise<number | undefined> {
  const found = await db
    .selectFrom('approvals')
    .where('kind', '=', kind)
    .where('subject_id', '=', subject)
    .orderBy('id', 'desc')
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return found?.id
}

/**
 * Steps that the viewer may decide: the rule names one of their actions and their kind of profile, the subject is within
 * their reach, and it doesn't concern themselves.
 */
function theirs(db: Db, viewer: Session, kinds: KindsOfApproval) {
  const held = viewer.audience === 's' ? viewer.actions : []
  return db
    .selectFrom('approval_steps as step')
    .innerJoin('approvals as asked', 'asked.id', 'step.approval_id')
    .where('asked.opened_by', '<>', viewer.userId)
    .where(sql<boolean>`asked.employee_id is distinct from ${viewer.userId}`)
    .where(sql<boolean>`(step.rule ->> 'action')::int = any(${held}::int[])`)
    .where(sql<boolean>`coalesce(step.rule ->> 'kind', ${viewer.profileKind}) = ${viewer.profileKind}`)
    .where((where) =>
      where.or([
        sql<boolean>`false`,
        ...Object.entries(kinds).map(([kind, handler]) =>
          where.and([
            sql<boolean>`asked.kind = ${kind}`,
            sql<boolean>`${handler.reach(viewer, 'asked.subject_id')}`,
          ]),
        ),
      ]),
    )
}

/** The open step that the viewer may decide; with `any`, whatever became of it. */
export function decidable(
  db: Db,
  viewer: Session,
  kinds: KindsOfApproval,
  id: number,
  { any = false }: { any?: boolean } = {},
) {
  return theirs(db, viewer, kinds)
    .where('step.approval_id', '=', id)
    .$if(!any, (query) => query.where('step.state', '=', 'open'))
    .select('step.n')
    .orderBy('step.n')
    .executeTakeFirst()
}

/** Approvals that wait for the viewer, the longest waiting first. */
export function waitingFor(
  db: Db,
  viewer: Session,
  kinds: KindsOfApproval,
  { limit, offset }: { limit: number; offset: number },
) {
  const open = theirs(db, viewer, kinds)
    .where('step.state', '=', 'open')
    .orderBy('step.opened_at')
    .orderBy('step.approval_id')
    .limit(limit)
    .offset(offset)
    .select('step.approval_id')
  return approvals(db)
    .where('approvals.id', 'in', open)
    .orderBy('approvals.opened_at')
    .orderBy('approvals.id')
    .execute()
}

export async function countWaitingFor(db: Db, viewer: Session, kinds: KindsOfApproval): Promise<number> {
  const { n } = await db
    .selectFrom(
      theirs(db, viewer, kinds)
        .where('step.state', '=', 'open')
        .select('step.approval_id')
        .limit(farthestRow + 1)
        .as('counted'),
    )
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** Decisions in order of time, with the person who took each. */
export function decisionsOf(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('approval_decisions')
    .innerJoin('users', 'users.id', 'approval_decisions.user_id')
    .where('approval_decisions.approval_id', '=', sql<number>`any(${ids})`)
    .orderBy('approval_decisions.id')
    .select([
      'approval_decisions.approval_id',
      'approval_decisions.act',
      'approval_decisions.comment',
      'approval_decisions.at',
      'users.sort_name as quien',
    ])
    .$narrowType<{ quien: NotNull }>()
    .execute()
}

/** A user's requests that a second person rejected since an instant and that aren't asked anew, the latest first. */
export function rejectedOf(db: Db, userId: number, since: Date, limit: number) {
  return db
    .selectFrom('approvals')
    .innerJoin('approval_decisions as decision', 'decision.approval_id', 'approvals.id')
    .innerJoin('users', 'users.id', 'decision.user_id')
    .where('approvals.opened_by', '=', userId)
    .where('approvals.state', '=', 'rejected')
    .where('approvals.ended_at', '>', since)
    .where('decision.act', '=', 'reject')
    .where(
      sql<boolean>`not exists (select from approvals later where later.kind = approvals.kind
        and later.subject_id = approvals.subject_id and later.id > approvals.id)`,
    )
    .orderBy('decision.at', 'desc')
    .limit(limit)
    .select([
      'approvals.kind',
      'approvals.subject_id',
      'users.sort_name as quien',
      'decision.comment',
      'decision.at',
    ])
    .$narrowType<{ quien: NotNull }>()
    .execute()
}
