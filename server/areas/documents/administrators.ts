import { actions } from '#contract/actions.ts'
import type { MailLanguage } from '#server/shared/mail/registry.ts'
import type { Db } from '#server/shared/tenancy.ts'

/** Somebody who answers for the company's people, and can be mailed. */
export interface Administrator {
  id: number
  firstName: string
  mail: string
  language: MailLanguage
}

/** The company's administrators: full HR that administers employees, not locked out, with a mail. */
export async function administrators(db: Db): Promise<Administrator[]> {
  const rows = await db
    .selectFrom('users')
    .innerJoin('user_profiles', 'user_profiles.user_id', 'users.id')
    .innerJoin('profiles', 'profiles.id', 'user_profiles.profile_id')
    .innerJoin('profile_actions', 'profile_actions.profile_id', 'profiles.id')
    .where('profiles.kind', '=', 'hr')
    .where('profile_actions.action', '=', actions.employeeAdministration)
    .where('users.mail', 'is not', null)
    .where('users.locked_at', 'is', null)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('employees')
            .whereRef('employees.id', '=', 'users.id')
            .where('employees.state', '=', 'inactive'),
        ),
      ),
    )
    .select(['users.id', 'users.first_name as firstName', 'users.mail', 'users.language', 'users.country'])
    .orderBy('users.id')
    .execute()
  return rows.flatMap(({ id, firstName, mail, language, country }) =>
    mail ? [{ id, firstName, mail, language: language ?? (country === 'BR' ? 'pt' : 'es') }] : [],
  )
}
