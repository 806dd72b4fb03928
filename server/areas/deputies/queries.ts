import { type NotNull, sql } from 'kysely'
import type { Db } from '#server/shared/tenancy.ts'

const columns = [
  'users.id',
  'users.sort_name as nombre',
  'deputies.from_day as desde',
  'deputies.to_day as hasta',
] as const

/** Deputies that weren't ended and whose last day isn't past. */
function standing(db: Db, day: string) {
  return db.selectFrom('deputies').where('ended_at', 'is', null).where('to_day', '>=', day)
}

/** The person who stands in for somebody, today or later. */
export function deputyOf(db: Db, user: number, day: string) {
  return standing(db, day)
    .innerJoin('users', 'users.id', 'deputies.deputy_id')
    .where('deputies.user_id', '=', user)
    .select(columns)
    .$narrowType<{ nombre: NotNull }>()
    .executeTakeFirst()
}

/** People for whom somebody stands in at most, as they are shown. */
const mostShown = 50

/** People for whom somebody stands in, today or later. */
export function deputizedBy(db: Db, user: number, day: string) {
  return standing(db, day)
    .innerJoin('users', 'users.id', 'deputies.user_id')
    .where('deputies.deputy_id', '=', user)
    .select(columns)
    .$narrowType<{ nombre: NotNull }>()
    .orderBy('deputies.from_day')
    .limit(mostShown)
    .execute()
}

/** Whether the two would form a chain: on one of these days the deputy is away, or the person stands in for another. */
export async function isChain(
  db: Db,
  { user, deputy, from, to }: { user: number; deputy: number; from: string; to: string },
): Promise<boolean> {
  const found = await db
    .selectFrom('deputies')
    .where('ended_at', 'is', null)
    .where('from_day', '<=', to)
    .where('to_day', '>=', from)
    .where((where) => where.or([where('user_id', '=', deputy), where('deputy_id', '=', user)]))
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Whether somebody may decide what names them: at work, with the task inbox or an approver's profile. */
export async function mayStandIn(db: Db, user: number): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .where('users.id', '=', user)
    .where(sql<boolean>`app.is_at_work(users.id) and app.may_approve(users.id)`)
    .select('users.id')
    .executeTakeFirst()
  return found !== undefined
}

/** Whether steps may name somebody: by the right to approve, or as somebody's manager or approver. */
export async function canBeNamed(db: Db, user: number): Promise<boolean> {
  const { named } = await db
    .selectFrom('users')
    .where('users.id', '=', user)
    .select(
      sql<boolean>`(app.may_approve(users.id) or exists (select from employees e where e.manager_id = users.id)
        or exists (select from employees e where e.approver_id = users.id))`.as('named'),
    )
    .executeTakeFirstOrThrow()
  return named
}
