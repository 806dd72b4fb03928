import { type NotNull, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { ActionId } from '#contract/actions.ts'
import { type ApprovalKind, mostCounted } from '#contract/approvals.ts'
import type { KindsOfApproval } from '#server/shared/approval-kinds.ts'
import { countRows } from '#server/shared/list.ts'
import type { Db } from '#server/shared/tenancy.ts'
import { today } from '#server/shared/today.ts'
import { reachOf } from '#server/shared/visibility.ts'
import {
  type Aliases,
  awaits,
  isLastResort,
  isNamed,
  type Looking,
  namesNobody,
  namingSteps,
  principalOf,
} from './deciders.ts'

function approvals(db: Db) {
  return db
    .selectFrom('approvals')
    .innerJoin('users as asker', 'asker.id', 'approvals.opened_by')
    .leftJoin('users as person', 'person.id', 'approvals.employee_id')
    .select([
      'approvals.id',
      'approvals.kind',
      'approvals.subject_id',
      'approvals.state',
      'approvals.opened_by',
      'approvals.opened_at',
      'approvals.due_at',
      'approvals.employee_id',
      'asker.sort_name as asker',
      'person.sort_name as colaborador',
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

/** The step of an approval that is open. */
export function openStep(db: Db, approval: number) {
  return db
    .selectFrom('approval_steps')
    .where('approval_id', '=', approval)
    .where('state', '=', 'open')
    .select([
      'named',
      sql<ActionId>`(rule ->> 'action')::int`.as('action'),
      sql<'hr' | null>`rule ->> 'kind'`.as('kind'),
    ])
    .executeTakeFirst()
}

const inTheirs: Aliases = { step: 'step', asked: 'asked' }

/**
 * Whether the viewer holds a step's action by the right kind of profile. Actions are held at the portal alone.
 */
function holdsAction({ viewer }: Looking): RawBuilder<SqlBool> {
  const held = viewer.audience === 's' ? viewer.actions : []
  return sql`((step.rule ->> 'action')::int = any(${held}::int[])
    and coalesce(step.rule ->> 'kind', ${viewer.profileKind}) = ${viewer.profileKind})`
}

/**
 * Steps that the viewer may decide. A step that names people is theirs; where none of these can, and where it names
 * nobody, it belongs to whoever holds its action and reaches the subject. Nobody decides what they asked for, or what
 * concerns themselves. With `any`, steps in every state count.
 */
function theirs(db: Db, looking: Looking, kinds: KindsOfApproval, { any = false }: { any?: boolean } = {}) {
  const { viewer } = looking
  return db
    .selectFrom('approval_steps as step')
    .innerJoin('approvals as asked', 'asked.id', 'step.approval_id')
    .where('asked.opened_by', '<>', viewer.userId)
    .where(sql<boolean>`asked.employee_id is distinct from ${viewer.userId}`)
    .$if(!any, (query) => query.where('step.state', '=', 'open'))
    .where((where) =>
      where.or([
        sql<boolean>`false`,
        ...Object.entries(kinds).map(([kind, handler]) =>
          where.and([
            sql<boolean>`asked.kind = ${kind}`,
            where.or([
              sql<boolean>`${any ? isNamed(looking, inTheirs) : awaits(looking, inTheirs)}`,
              where.and([
                sql<boolean>`${holdsAction(looking)}`,
                ...(any ? [] : [sql<boolean>`${namesNobody(looking, inTheirs)}`]),
                sql<boolean>`${handler.reach(viewer, 'asked.subject_id')}`,
              ]),
              sql<boolean>`${isLastResort(looking, inTheirs)}`,
            ]),
          ]),
        ),
      ]),
    )
}

/** {@link theirs}, for a list of them. */
function listed(db: Db, looking: Looking, kinds: KindsOfApproval) {
  return theirs(db, looking, kinds).$if(looking.hasFew, (query) =>
    query.where(sql<boolean>`step.approval_id = any (array(${ledTo(looking)}))`),
  )
}

/**
 * Approvals to which a reach of few people, the viewer's team or their name leads; without them a few would be looked for
 * among all that waits. An approval of a person is reached with that person, one without a person by its kind alone. At
 * the employees' site there is no reach, only the team and the name.
 */
function ledTo({ viewer, mine }: Looking): RawBuilder<unknown> {
  const team = sql`select team.id from employees team where team.manager_id = ${viewer.userId}`
  const people = viewer.audience === 's' ? sql`${team} union all (${reachOf(viewer)})` : team
  return sql`select one.id from approvals one
      where one.state = 'pending' and one.employee_id = any (array(${people}))
    union all
    select one.id from approvals one where one.state = 'pending' and one.employee_id is null
    union all
    ${namingSteps(mine)}`
}

/**
 * The open step that the viewer may decide, and in whose name: null where the action gives it. With `any`, whatever
 * became of the step.
 */
export function decidable(
  db: Db,
  looking: Looking,
  kinds: KindsOfApproval,
  id: number,
  options: { any?: boolean } = {},
) {
  return theirs(db, looking, kinds, options)
    .where('step.approval_id', '=', id)
    .select(['step.n', 'step.need', 'step.opened_at', principalOf(looking, inTheirs).as('principal')])
    .orderBy('step.n')
    .executeTakeFirst()
}

/**
 * The step of an approval that is open or returned: its group, the people whom it waits for, and in whose name the viewer
 * decides it.
 */
export function turnOf(db: Db, looking: Looking, id: number) {
  const day = today(looking.viewer.zone, looking.now)
  return db
    .selectFrom('approval_steps as step')
    .innerJoin('approvals as asked', 'asked.id', 'step.approval_id')
    .leftJoin('workflow_groups as group', (on) => on.on(sql<boolean>`step.named = 'group:' || "group".id`))
    .where('step.approval_id', '=', id)
    .where('step.state', 'in', ['open', 'returned'])
    .select([
      'step.n',
      'step.opened_at',
      sql<number>`(select max(last.n) from approval_steps last where last.approval_id = step.approval_id)`.as(
        'pasos',
      ),
      'group.name as grupo',
      sql<boolean>`step.need = 'all'`.as('todos'),
      sql<{ nombre: string; suplente: string | null }[]>`coalesce((
        select json_agg(json_build_object('nombre', u.sort_name, 'suplente', s.sort_name) order by u.sort_name)
        from app.undecided(step.approval_id, step.n) wanted join users u on u.id = wanted.user_id
          left join app.deputies_on(${day}) d on d.user_id = u.id
          left join users s on s.id = d.deputy_id), '[]')`.as('espera_a'),
      sql<string | null>`(select u.sort_name from users u where u.id = ${principalOf(looking, inTheirs)}
        and u.id <> ${looking.viewer.userId})`.as('principal'),
    ])
    .$narrowType<{ opened_at: NotNull }>()
    .executeTakeFirst()
}

/** Approvals that wait for the viewer, the longest waiting first. */
export function waitingFor(
  db: Db,
  looking: Looking,
  kinds: KindsOfApproval,
  { limit, offset }: { limit: number; offset: number },
) {
  const open = listed(db, looking, kinds)
    .orderBy('step.opened_at')
    .orderBy('step.approval_id')
    .limit(limit)
    .offset(offset)
    .select('step.approval_id')
  return approvals(db)
    .innerJoin('approval_steps as open', (on) =>
      on.onRef('open.approval_id', '=', 'approvals.id').on('open.state', '=', 'open'),
    )
    .where('approvals.id', 'in', open)
    .orderBy('open.opened_at')
    .orderBy('approvals.id')
    .select(['open.opened_at as open_since', sql<boolean>`open.named is not null`.as('names')])
    .$narrowType<{ open_since: NotNull }>()
    .execute()
}

/** How many approvals wait for the viewer, and since when the newest of them: counted to one beyond `mostCounted`. */
export async function waitingFigures(db: Db, looking: Looking, kinds: KindsOfApproval) {
  const waiting = listed(db, looking, kinds)
    .select('step.opened_at')
    .limit(mostCounted + 1)
    .as('waiting')
  return db
    .selectFrom(waiting)
    .select(({ fn }) => [fn.countAll<number>().as('total'), fn.max('waiting.opened_at').as('desde')])
    .executeTakeFirstOrThrow()
}

export async function countWaitingFor(db: Db, looking: Looking, kinds: KindsOfApproval): Promise<number> {
  return countRows(db, listed(db, looking, kinds).select('step.approval_id'), mostCounted)
}

/** Decisions in order of time, with the person who took each. */
export function decisionsOf(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('approval_decisions')
    .innerJoin('users', 'users.id', 'approval_decisions.user_id')
    .leftJoin('users as principal', 'principal.id', 'approval_decisions.acting_for')
    .where('approval_decisions.approval_id', '=', sql<number>`any(${ids})`)
    .orderBy('approval_decisions.id')
    .select([
      'approval_decisions.approval_id',
      'approval_decisions.act',
      'approval_decisions.comment',
      'approval_decisions.at',
      'users.sort_name as quien',
      'principal.sort_name as por',
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
