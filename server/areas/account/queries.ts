import { sql } from 'kysely'
import type { Db } from '../../shared/tenancy.ts'

/** What opens a user's account, and the words that must not. */
export async function credentialsOf(db: Db, userId: number) {
  const user = await db
    .selectFrom('users')
    .innerJoin('companies', 'companies.id', 'users.company_id')
    .leftJoin('employees', (on) =>
      on.onRef('employees.company_id', '=', 'users.company_id').onRef('employees.id', '=', 'users.id'),
    )
    .select([
      'users.id',
      'users.username',
      'users.first_name',
      'users.last_name',
      'users.mail',
      'users.mail_key',
      'users.password_hash',
      'users.password_origin',
      'users.password_changed_at',
      'users.credential_version',
      'users.first_sign_in_done_at',
      'users.may_sign_since',
      'companies.name as company',
      'companies.slug',
      'employees.dni',
      'employees.cuil',
      sql<'es' | 'pt'>`coalesce(users.language, case when users.country = 'BR' then 'pt' else 'es' end)`.as(
        'language',
      ),
      sql<boolean>`exists (select from user_profiles up where up.user_id = users.id and up.type = 2)`.as(
        'is_management',
      ),
    ])
    .where('users.id', '=', userId)
    .executeTakeFirst()
  if (!user) throw new Error('a user that a session or a link names is gone')
  return user
}

/** Hashes of the last passwords before the present one. */
export async function formerHashes(db: Db, userId: number, count: number): Promise<string[]> {
  if (count <= 1) return []
  const rows = await db
    .selectFrom('password_history')
    .select('hash')
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .limit(count - 1)
    .execute()
  return rows.map((row) => row.hash)
}

/** How often the password was changed since an instant. */
export async function changesSince(db: Db, userId: number, since: Date): Promise<number> {
  const row = await db
    .selectFrom('password_history')
    .select((eb) => eb.fn.countAll<number>().as('changes'))
    .where('user_id', '=', userId)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return Number(row.changes)
}
