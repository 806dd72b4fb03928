import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Session } from '#server/shared/identity/session.ts'
import { countRows } from '#server/shared/list.ts'
import type { Db } from '#server/shared/tenancy.ts'
import { today } from '#server/shared/today.ts'
import { fewPeople } from '#server/shared/text/search.ts'
import { withReach } from '#server/shared/visibility.ts'

/**
 * Somebody who looks for what they decide. The people whom steps name are found once, before the queries: inside of them
 * they would be planned anew for each place that asks.
 */
export interface Looking {
  viewer: Session
  now: Date
  /** JSON: the people in whose name the viewer decides, by the name that steps give them: `{"group:7": [12, 15]}`. */
  mine: string
  /** JSON: the members of each group who are at work and may approve, by the group's name in a step. */
  able: string
  /** Few steps name the viewer, and few people are within reach: what they decide is found by these. */
  hasFew: boolean
}

/** Finds whom steps name, as of now. */
export async function look(db: Db, viewer: Session, now: Date): Promise<Looking> {
  const { mine } = await db
    .selectFrom(
      db
        .selectFrom(
          sql<{
            user_id: number
            named: string
          }>`app.names_of(${viewer.userId}, ${today(viewer.zone, now)})`.as('name'),
        )
        .groupBy('name.named')
        .select(['name.named', sql`jsonb_agg(name.user_id)`.as('people')])
        .as('mine'),
    )
    .select(sql<string>`coalesce(jsonb_object_agg(mine.named, mine.people), '{}')::text`.as('mine'))
    .executeTakeFirstOrThrow()
  const looking = { viewer: await withReach(db, viewer), now, mine, able: await ableByGroup(db) }
  const narrow = viewer.audience === 'e' || looking.viewer.reachesFew === true
  return { ...looking, hasFew: narrow && (await countRows(db, namingSteps(mine), fewPeople)) <= fewPeople }
}

/** Approvals whose open step has one of the viewer's names. */
export function namingSteps(mine: string): RawBuilder<{ approval_id: number }> {
  return sql`select named.approval_id from approval_steps named where named.state = 'open'
    and named.named = any (${namesIn(mine)})`
}

/**
 * The names in `Looking.mine`, as a parameter: PostgreSQL then knows how many steps have them, and begins with those
 * where they are few.
 */
export function namesIn(mine: string): RawBuilder<string[]> {
  return sql`${Object.keys(JSON.parse(mine))}::text[]`
}

/** `Looking.able`. */
export async function ableByGroup(db: Db): Promise<string> {
  const { able } = await db
    .selectFrom(
      db
        .selectFrom('workflow_members as member')
        .innerJoin('users', 'users.id', 'member.user_id')
        .where('users.locked_at', 'is', null)
        .where(
          sql<boolean>`not exists (select from employees gone where gone.id = users.id and gone.state = 'inactive')`,
        )
        .where(
          sql<boolean>`exists (select from user_profiles held join profiles p on p.id = held.profile_id
            where held.user_id = users.id and (p.kind = 'leave_approver'
              or exists (select from profile_actions a where a.profile_id = p.id and a.action = 78)))`,
        )
        .groupBy('member.group_id')
        .select([
          sql<string>`'group:' || member.group_id`.as('named'),
          sql`jsonb_agg(member.user_id)`.as('people'),
        ])
        .as('able'),
    )
    .select(sql<string>`coalesce(jsonb_object_agg(able.named, able.people), '{}')::text`.as('able'))
    .executeTakeFirstOrThrow()
  return able
}

/** The aliases by which a query calls a step and its approval. */
export interface Aliases {
  step: string
  asked: string
}

/** The people who don't decide a step any more, or never: who asked, whom it concerns, and who has decided it. */
function taken({ step, asked }: Aliases): RawBuilder<unknown> {
  const [s, a] = [sql.id(step), sql.id(asked)]
  return sql`(jsonb_build_array(${a}.opened_by, ${a}.employee_id) || coalesce((
    select jsonb_agg(coalesce(d.acting_for, d.user_id)) from approval_decisions d
    where d.approval_id = ${s}.approval_id and d.n = ${s}.n and d.at >= ${s}.opened_at), '[]'))`
}

/** In whose name the viewer decides an open step that names them, or somebody whom they stand in for; null where none. */
export function principalOf(looking: Looking, aliases: Aliases): RawBuilder<number | null> {
  return sql`(select one.id::bigint
    from jsonb_array_elements_text(${looking.mine}::jsonb -> ${sql.id(aliases.step)}.named) one(id)
    where not to_jsonb(one.id::bigint) <@ ${taken(aliases)}
    order by one.id::bigint <> ${looking.viewer.userId}, one.id limit 1)`
}

/** Whether a step names the viewer, or somebody whom they stand in for, whatever became of it. */
export function isNamed(looking: Looking, { step }: Aliases): RawBuilder<SqlBool> {
  return sql`(${sql.id(step)}.named is not null and ${looking.mine}::jsonb ? ${sql.id(step)}.named)`
}

/** Whether an open step names the viewer, or somebody whom they stand in for, and their decision is still wanted. */
export function awaits(looking: Looking, aliases: Aliases): RawBuilder<SqlBool> {
  return sql`(case when ${isNamed(looking, aliases)}
    then not (${looking.mine}::jsonb -> ${sql.id(aliases.step)}.named) <@ ${taken(aliases)} else false end)`
}

/** Whether an open step names nobody who can decide it: `app.undecided` for many steps at once. */
export function namesNobody({ able }: Pick<Looking, 'able'>, aliases: Aliases): RawBuilder<SqlBool> {
  const named = sql`${sql.id(aliases.step)}.named`
  const employee = sql`${sql.id(aliases.asked)}.employee_id`
  return sql`(case
    when ${named} is null then true
    when ${named} like 'group:%' then coalesce((${able}::jsonb -> ${named}) <@ ${taken(aliases)}, true)
    else not exists (
      select from users one
      where one.locked_at is null
        and not exists (select from employees gone where gone.id = one.id and gone.state = 'inactive')
        and not to_jsonb(one.id) <@ ${taken(aliases)}
        and one.id = case
          when ${named} like 'person:%' then split_part(${named}, ':', 2)::bigint
          when ${named} like 'manager:%' then (select e.manager_id from employees e where e.id = ${employee})
          when ${named} like 'approver:%' then (select e.approver_id from employees e where e.id = ${employee})
          else (select a.approver_id from employees e join employees a on a.id = e.approver_id
            where e.id = ${employee}) end)
    end)`
}

/** Whether the viewer, who is at work, manages the person concerned by an open step that nobody else could ever decide. */
export function isLastResort(looking: Looking, aliases: Aliases): RawBuilder<SqlBool> {
  const [s, a] = [sql.id(aliases.step), sql.id(aliases.asked)]
  return sql`(${s}.state = 'open' and ${s}.rule ? 'last' and ${a}.employee_id = any (array(
      select team.id from employees team where team.manager_id = ${looking.viewer.userId}))
    and app.is_at_work(${looking.viewer.userId})
    and not app.is_held((${s}.rule ->> 'action')::int, ${a}.opened_by, ${a}.employee_id)
    and ${namesNobody(looking, aliases)})`
}
