import { type NotNull, sql } from 'kysely'
import type { Db } from '../tenancy.ts'

/** People offered at once. */
const mostOffered = 20

/**
 * People at work who may decide what names them: with the task inbox or an approver's profile. By name, a part of which
 * may be asked for.
 */
export function approversFound(db: Db, search: string, except: number | null) {
  const part = search.replaceAll(/[%_\\]/g, '')
  return db
    .selectFrom('users')
    .leftJoin('employees', 'employees.id', 'users.id')
    .leftJoin('positions', 'positions.id', 'employees.position_id')
    .where(
      sql<boolean>`users.id in (select held.user_id from user_profiles held
        join profiles p on p.id = held.profile_id
        where p.kind = 'leave_approver'
          or exists (select from profile_actions a where a.profile_id = p.id and a.action = 78))`,
    )
    .where(sql<boolean>`app.is_at_work(users.id)`)
    .$if(except !== null, (query) => query.where('users.id', '<>', except))
    .$if(part !== '', (query) =>
      query.where(sql<boolean>`app.fold(users.sort_name) like '%' || app.fold(${part}) || '%'`),
    )
    .orderBy('users.sort_name')
    .limit(mostOffered)
    .select(['users.id', 'users.sort_name as nombre', 'positions.name as puesto'])
    .$narrowType<{ nombre: NotNull }>()
    .execute()
}
