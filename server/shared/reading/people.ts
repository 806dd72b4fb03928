import { type NotNull, type RawBuilder, sql } from 'kysely'
import type { ConsentsTable, ProfilesTable } from '../../db/schema.ts'
import type { Db } from '../tenancy.ts'
import { type Language, languageByCountry } from '../text/language.ts'
import { visibleEmployees } from '../visibility.ts'

/** The language in which a person is written to: the one they chose, otherwise their country's. */
export function languageOfUser(users = 'users'): RawBuilder<Language> {
  const byCountry = Object.entries(languageByCountry).map(
    ([country, language]) => sql`when ${sql.lit(country)} then ${sql.lit(language)}`,
  )
  return sql<Language>`coalesce(${sql.ref(`${users}.language`)},
    case ${sql.ref(`${users}.country`)} ${sql.join(byCountry, sql` `)} else 'es' end)`
}

/** A column of somebody's consent in force, their latest; null where they were never asked. `user` is a column. */
export function latestConsent(user: string): RawBuilder<ConsentsTable['decision'] | null>
export function latestConsent(user: string, column: 'id'): RawBuilder<number | null>
export function latestConsent(user: string, column: 'id' | 'decision' = 'decision'): RawBuilder<unknown> {
  return sql`(select consent.${sql.id(column)} from consents consent where consent.user_id = ${sql.ref(user)}
    order by consent.id desc limit 1)`
}

export interface Held {
  /** Actions that one of their profiles must hold, all of them. */
  actions: readonly number[]
  /** Only profiles of this kind count. */
  kind?: ProfilesTable['kind']
  /** Profiles of this kind count whatever their actions. */
  orKind?: ProfilesTable['kind']
}

/**
 * People who hold actions and can use them: not locked, and not inactive as employees. Somebody who signs in without
 * being an employee counts. In the order of their ids, each once, with or without a mail.
 */
export function holdersOf(db: Db, { actions, kind, orKind }: Held) {
  const holdsAll = sql<boolean>`(select count(*) from profile_actions held where held.profile_id = profiles.id
    and held.action = any(${actions}::int[])) = ${new Set(actions).size}`
  return db
    .selectFrom('users')
    .where('users.locked_at', 'is', null)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('employees as gone')
            .whereRef('gone.id', '=', 'users.id')
            .where('gone.state', '=', 'inactive'),
        ),
      ),
    )
    .where((where) =>
      where.exists(
        where
          .selectFrom('user_profiles')
          .innerJoin('profiles', 'profiles.id', 'user_profiles.profile_id')
          .whereRef('user_profiles.user_id', '=', 'users.id')
          .where((profile) =>
            profile.or([
              profile.and([holdsAll, ...(kind ? [profile('profiles.kind', '=', kind)] : [])]),
              ...(orKind ? [profile('profiles.kind', '=', orKind)] : []),
            ]),
          ),
      ),
    )
    .select(['users.id', 'users.first_name', 'users.mail', languageOfUser().as('language')])
    .orderBy('users.id')
}

/** {@link holdersOf}, but only those with a mail. */
export function mailableHoldersOf(db: Db, held: Held) {
  return holdersOf(db, held).where('users.mail', 'is not', null).$narrowType<{ mail: NotNull }>()
}

/**
 * Up to `most` people who hold actions under a management profile, have a mail and reach somebody, who is named to them.
 * A person without an employee's record is within full reach only.
 */
export async function mailableHoldersReaching(db: Db, held: Held, person: number, most: number) {
  const holders = await mailableHoldersOf(db, held)
    .innerJoin('user_profiles as managing', 'managing.user_id', 'users.id')
    .innerJoin('profiles as under', 'under.id', 'managing.profile_id')
    .where('managing.type', '=', 2)
    .select(['under.kind', 'under.sees_confidential'])
    .execute()
  const found = []
  for (const { kind, sees_confidential, ...holder } of holders) {
    if (found.length === most) break
    const viewer = { userId: holder.id, profileKind: kind, seesConfidential: sees_confidential }
    const reached = await db
      .selectFrom('users')
      .leftJoin('employees', 'employees.id', 'users.id')
      .where('users.id', '=', person)
      .where((where) =>
        where.or([
          where.and([where('employees.id', 'is not', null), visibleEmployees(viewer, 'employees.id')]),
          where.and([where('employees.id', 'is', null), where.val(kind === 'hr')]),
        ]),
      )
      .select('users.id')
      .executeTakeFirst()
    if (reached) found.push(holder)
  }
  return found
}
