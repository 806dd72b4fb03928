import { sql } from 'kysely'
import { actions } from '#contract/actions.ts'
import es from '#locales/es/employees.json' with { type: 'json' }
import pt from '#locales/pt/employees.json' with { type: 'json' }
import { credentialsOf } from '#server/shared/identity/credentials.ts'
import { queueMails } from '#server/shared/mail/mail.ts'
import { languageOfUser, mailableHoldersOf } from '#server/shared/reading/people.ts'
import type { Services } from '#server/shared/services.ts'
import type { Db, Tx } from '#server/shared/tenancy.ts'

/** The author of a change of profiles: a user, the operator, or the day of a planned end. */
type ChangedBy = number | 'operator' | 'planned_end'

/** Mails of one statement. */
const batch = 500

/** Mails changes of people's profiles to each of them and to the other administrators. */
export async function tellProfilesChanged(
  tx: Tx,
  services: Pick<Services, 'config' | 'clock'>,
  ids: readonly number[],
  by: ChangedBy,
): Promise<void> {
  const people = await changedPeople(tx.db, ids)
  const administrators = await otherAdministrators(tx.db, by)
  const author = typeof by === 'number' ? await credentialsOf(tx.db, by) : null
  const variables = (language: 'es' | 'pt', nombre: string, names: readonly string[]) => {
    const words = { es, pt }[language].perfiles
    return {
      nombre,
      quien: author
        ? `${author.first_name} ${author.last_name}`
        : words.autor[by as Exclude<ChangedBy, number>],
      perfiles: names.join(', ') || words.sinPerfiles,
    }
  }
  const own = people.flatMap(({ id, mail, language, first_name, profiles }) =>
    mail
      ? [
          {
            event: 'profiles_changed' as const,
            userId: id,
            to: mail,
            language,
            variables: variables(language, first_name, profiles),
          },
        ]
      : [],
  )
  const others = people.flatMap((person) =>
    administrators
      .filter(({ id, seesConfidential }) => id !== person.id && (seesConfidential || !person.isConfidential))
      .map((other) => ({
        event: 'profiles_changed_of' as const,
        userId: other.id,
        to: other.mail,
        language: other.language,
        subject: { kind: 'employee', id: person.id },
        variables: {
          ...variables(other.language, other.first_name, person.profiles),
          persona: `${person.first_name} ${person.last_name}`,
        },
      })),
  )
  for (let from = 0; from < own.length; from += batch)
    await queueMails(tx, services, own.slice(from, from + batch))
  for (let from = 0; from < others.length; from += batch)
    await queueMails(tx, services, others.slice(from, from + batch))
}

/**
 * Mails a changed tax id to the other administrators: from now on documents of the new number reach this person, so that
 * no one decides that alone.
 */
export async function tellTaxIdChanged(
  tx: Tx,
  services: Pick<Services, 'config' | 'clock'>,
  person: Pick<Awaited<ReturnType<typeof credentialsOf>>, 'id' | 'first_name' | 'last_name'>,
  by: number,
): Promise<void> {
  const { id } = person
  const author = await credentialsOf(tx.db, by)
  const { confidential } = await tx.db
    .selectFrom('employees')
    .select('confidential')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const administrators = await otherAdministrators(tx.db, by)
  const mails = administrators
    .filter((other) => other.id !== id && (other.seesConfidential || !confidential))
    .map((other) => ({
      event: 'tax_id_changed_of' as const,
      userId: other.id,
      to: other.mail,
      language: other.language,
      subject: { kind: 'employee', id },
      variables: {
        nombre: other.first_name,
        persona: `${person.first_name} ${person.last_name}`,
        quien: `${author.first_name} ${author.last_name}`,
      },
    }))
  for (let from = 0; from < mails.length; from += batch)
    await queueMails(tx, services, mails.slice(from, from + batch))
}

/** People as their mails name them, with the names of their profiles. */
function changedPeople(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('users')
    .where('users.id', '=', sql<number>`any(${ids}::bigint[])`)
    .select([
      'users.id',
      'users.first_name',
      'users.last_name',
      'users.mail',
      languageOfUser().as('language'),
      sql<string[]>`array(select p.name from user_profiles held join profiles p on p.id = held.profile_id
        where held.user_id = users.id order by p.type)`.as('profiles'),
      sql<boolean>`exists (select from employees hidden where hidden.id = users.id and hidden.confidential)`.as(
        'isConfidential',
      ),
    ])
    .orderBy('users.id')
    .execute()
}

/** Administrators besides the author. Only those who see confidential people are notified about one. */
function otherAdministrators(db: Db, by: ChangedBy) {
  return mailableHoldersOf(db, { actions: [actions.employeeAdministration], kind: 'hr' })
    .$if(typeof by === 'number', (query) => query.where('users.id', '<>', by as number))
    .select(
      sql<boolean>`exists (select from user_profiles held join profiles p on p.id = held.profile_id
        where held.user_id = users.id and p.sees_confidential)`.as('seesConfidential'),
    )
    .execute()
}
