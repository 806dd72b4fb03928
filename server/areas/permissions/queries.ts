import { sql } from 'kysely'
import { actions } from '#contract/actions.ts'
import type { ProfileActions } from '#contract/permissions/calls.ts'
import type { MailLanguage } from '#server/shared/mail/words.ts'
import type { Db } from '#server/shared/tenancy.ts'
import type { Viewer } from '#server/shared/visibility.ts'
import { mailableHoldersOf } from '#server/shared/reading/people.ts'

/** The company's profiles, who may sign in under each, and what each may do. */
export async function profilesWithActions(db: Db): Promise<ProfileActions[]> {
  const rows = await db
    .selectFrom('profiles')
    .select([
      'profiles.id',
      'profiles.name as nombre',
      'profiles.type as id_perfil_tipo',
      'profiles.sees_confidential as ve_confidencial',
      sql<number[]>`array(select a.action from profile_actions a where a.profile_id = profiles.id
        order by a.action)`.as('acciones'),
    ])
    .select((select) =>
      select
        .selectFrom('user_profiles')
        .innerJoin('users', 'users.id', 'user_profiles.user_id')
        .leftJoin('employees', 'employees.id', 'users.id')
        .whereRef('user_profiles.profile_id', '=', 'profiles.id')
        .where('users.locked_at', 'is', null)
        .where((where) =>
          where.or([where('employees.id', 'is', null), where('employees.state', '<>', 'inactive')]),
        )
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .$asScalar()
        .$notNull()
        .as('personas'),
    )
    .orderBy('profiles.type')
    .orderBy('profiles.name')
    .execute()
  return rows
}

export interface Granter {
  id: number
  firstName: string
  nombre: string
  lugar: string | null
  mail: string
  language: MailLanguage
}

/**
 * People of full HR who administer employees and hold the action, so that they can give somebody else a profile with
 * it. The names of confidential people are left out for a viewer who doesn't see them.
 */
export async function grantersOf(db: Db, viewer: Viewer, action: number): Promise<Granter[]> {
  const rows = await mailableHoldersOf(db, { actions: [actions.employeeAdministration, action], kind: 'hr' })
    .leftJoin('employees', 'employees.id', 'users.id')
    .leftJoin('sectors', 'sectors.id', 'employees.sector_id')
    .leftJoin('locations', 'locations.id', 'employees.location_id')
    .where('users.id', '<>', viewer.userId)
    .$if(!viewer.seesConfidential, (query) =>
      query.where((where) =>
        where.or([where('employees.id', 'is', null), where('employees.confidential', '=', false)]),
      ),
    )
    .select(['users.last_name', 'sectors.name as sector', 'locations.name as location'])
    .clearOrderBy()
    .orderBy('users.sort_name')
    .limit(5)
    .execute()
  return rows.map(({ id, first_name, last_name, mail, language, sector, location }) => ({
    id,
    firstName: first_name,
    nombre: `${first_name} ${last_name}`,
    lugar: [sector, location].filter((part) => part !== null).join(', ') || null,
    mail,
    language,
  }))
}

/** Whether this person asked that one for an action since then. */
export async function askedSince(
  db: Db,
  { asker, granter, action }: { asker: number; granter: number; action: number },
  since: Date,
): Promise<boolean> {
  const found = await db
    .selectFrom('events')
    .select('id')
    .where('subject_kind', '=', 'employee')
    .where('subject_id', '=', asker)
    .where('act', '=', 'permission_asked')
    .where('at', '>', since)
    .where(sql<boolean>`data ->> 'action' = ${String(action)} and data ->> 'of' = ${String(granter)}`)
    .executeTakeFirst()
  return found !== undefined
}
