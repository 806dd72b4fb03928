import { type RawBuilder, sql } from 'kysely'
import type { PasswordPolicy } from '#contract/account/account.ts'
import { languageOfUser } from '../reading/people.ts'
import { getSettings } from '../settings.ts'
import type { Db, Tx } from '../tenancy.ts'

/** Days for which somebody whose management was taken still counts as an administrator. */
const administersDays = 30

/**
 * Whether a user administers: a management or additive profile now, or within the last 30 days; an integration profile
 * manages nothing and doesn't count. Nobody but the person and the operator changes what opens such an account. Otherwise a colleague could take the profile, change the mail,
 * and give the profile back. `users` is the table's name in the query; both instants are the database's.
 */
export function administers(users: string): RawBuilder<boolean> {
  return sql<boolean>`(exists (select from user_profiles held join profiles managing on managing.id = held.profile_id
      where held.user_id = ${sql.ref(`${users}.id`)} and held.type in (2, 3) and managing.kind <> 'integration')
    or coalesce(${sql.ref(`${users}.managed_until`)} > now() - make_interval(days => ${administersDays}), false))`
}

/** A user's credentials, and the words that a password must not contain. */
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
      'users.password_access_id',
      'users.password_changed_at',
      'users.credential_version',
      'users.first_sign_in_done_at',
      'users.may_sign_since',
      'companies.name as company',
      'companies.slug',
      'employees.dni',
      'employees.cuil',
      languageOfUser().as('language'),
      sql<boolean>`exists (select from user_profiles up where up.user_id = users.id and up.type = 2)`.as(
        'is_management',
      ),
      administers('users').as('administers'),
    ])
    .where('users.id', '=', userId)
    .executeTakeFirst()
  if (!user) throw new Error('a user that a session or a link names is gone')
  return user
}

/**
 * The hash of a user's password in force, held until the transaction ends: a change that ends every session meanwhile
 * would not see the one that opens.
 */
export async function holdPassword(tx: Tx, userId: number): Promise<string | null> {
  const { password_hash } = await tx.db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return password_hash
}

/**
 * Marks the change that follows in this transaction as the owner's own, made with the previous credential: relations
 * proved with that credential stay valid. Any other change suspends them.
 */
export async function noteOwnChange(tx: Tx, userId: number): Promise<void> {
  await tx.db
    .updateTable('users')
    .set((is) => ({ own_version: is('credential_version', '+', 1) }))
    .where('id', '=', userId)
    .execute()
}

/** The company's password policy, in the specification's words. */
export async function passwordPolicyOf(tx: Tx): Promise<PasswordPolicy> {
  const settings = await getSettings(tx)
  return {
    minimalongitud: settings['password.min_length'],
    maximalongitud: settings['password.max_length'],
    minimalongitudletras: settings['password.min_letters'],
    minimacantidadmayusculas: settings['password.min_capitals'],
    minimacantidaddigitos: settings['password.min_digits'],
    minimacantidadcaracteresespeciales: settings['password.min_special'],
    caracterespespeciales: settings['password.allowed_special'],
    historialsinrepetir: settings['password.history'],
    caducidad: settings['password.expires_days'],
  }
}
