import { sql } from 'kysely'
import { actions } from '#contract/actions.ts'
import es from '#locales/es/employees.json' with { type: 'json' }
import pt from '#locales/pt/employees.json' with { type: 'json' }
import { credentialsOf } from '#server/shared/identity/credentials.ts'
import { queueMails } from '#server/shared/mail/mail.ts'
import { mailableHoldersOf } from '#server/shared/reading/people.ts'
import type { Services } from '#server/shared/services.ts'
import type { Db, Tx } from '#server/shared/tenancy.ts'

/** The author of a change of profiles: a user, the operator, or the day of a planned end. */
type ChangedBy = number | 'operator' | 'planned_end'

/** Mails a change of somebody's profiles to the person and to the other administrators. */
export async function tellProfilesChanged(
  tx: Tx,
  services: Pick<Services, 'config' | 'clock'>,
  id: number,
  by: ChangedBy,
): Promise<void> {
  const user = await credentialsOf(tx.db, id)
  const names = await profileNames(tx.db, id)
  const author = typeof by === 'number' ? await credentialsOf(tx.db, by) : null
  const variables = (language: 'es' | 'pt', nombre: string) => {
    const words = { es, pt }[language].perfiles
    return {
      nombre,
      quien: author
        ? `${author.first_name} ${author.last_name}`
        : words.autor[by as Exclude<ChangedBy, number>],
      perfiles: names.join(', ') || words.sinPerfiles,
    }
  }
  if (user.mail)
    await queueMails(tx, services, [
      {
        event: 'profiles_changed',
        userId: id,
        to: user.mail,
        language: user.language,
        variables: variables(user.language, user.first_name),
      },
    ])
  const others = await otherAdministrators(tx.db, id, by)
  await queueMails(
    tx,
    services,
    others.map((other) => ({
      event: 'profiles_changed_of' as const,
      userId: other.id,
      to: other.mail,
      language: other.language,
      subject: { kind: 'employee', id },
      variables: {
        ...variables(other.language, other.first_name),
        persona: `${user.first_name} ${user.last_name}`,
      },
    })),
  )
}

/** The names of somebody's profiles. */
async function profileNames(db: Db, id: number): Promise<string[]> {
  const rows = await db
    .selectFrom('user_profiles')
    .innerJoin('profiles', 'profiles.id', 'user_profiles.profile_id')
    .select('profiles.name')
    .where('user_profiles.user_id', '=', id)
    .orderBy('profiles.type')
    .execute()
  return rows.map(({ name }) => name)
}

/** Administrators besides the person and the author. Only those who see confidential people are notified about one. */
function otherAdministrators(db: Db, id: number, by: ChangedBy) {
  return mailableHoldersOf(db, { actions: [actions.employeeAdministration], kind: 'hr' })
    .where('users.id', '<>', id)
    .$if(typeof by === 'number', (query) => query.where('users.id', '<>', by as number))
    .where(
      sql<boolean>`(not exists (select from employees hidden where hidden.id = ${id} and hidden.confidential)
        or exists (select from user_profiles held join profiles p on p.id = held.profile_id
          where held.user_id = users.id and p.sees_confidential))`,
    )
    .execute()
}
