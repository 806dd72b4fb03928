import { sql } from 'kysely'
import { actions } from '#contract/actions.ts'
import type { ProfileActions } from '#contract/permissions/calls.ts'
import type { MailLanguage } from '#server/shared/mail/registry.ts'
import type { Db } from '#server/shared/tenancy.ts'
import type { Viewer } from '#server/shared/visibility.ts'

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

/** Full HR that administers employees and holds the action: who can give somebody else a profile with it. */
export async function grantersOf(db: Db, viewer: Viewer, action: number): Promise<Granter[]> {
  const holds = (wanted: number) =>
    sql<boolean>`exists (select from profile_actions a where a.profile_id = profiles.id and a.action = ${wanted})`
  const rows = await db
    .selectFrom('users')
    .innerJoin('user_profiles', 'user_profiles.user_id', 'users.id')
    .innerJoin('profiles', 'profiles.id', 'user_profiles.profile_id')
    .leftJoin('employees', 'employees.id', 'users.id')
    .leftJoin('sectors', 'sectors.id', 'employees.sector_id')
    .leftJoin('locations', 'locations.id', 'employees.location_id')
    .where('profiles.kind', '=', 'hr')
    .where(holds(actions.employeeAdministration))
    .where(holds(action))
    .where('users.id', '<>', viewer.userId)
    .where('users.mail', 'is not', null)
    .where('users.locked_at', 'is', null)
    .where((where) =>
      where.or([
        where('employees.id', 'is', null),
        where.and([
          where('employees.state', '<>', 'inactive'),
          // Not even their names are told to who doesn't see them.
          ...(viewer.seesConfidential ? [] : [where('employees.confidential', '=', false)]),
        ]),
      ]),
    )
    .select([
      'users.id',
      'users.first_name as firstName',
      'users.last_name as lastName',
      'users.mail',
      'users.language',
      'users.country',
      'sectors.name as sector',
      'locations.name as location',
    ])
    .orderBy('users.sort_name')
    .limit(5)
    .execute()
  return rows.flatMap(({ mail, language, country, sector, location, lastName, ...row }) =>
    mail
      ? [
          {
            id: row.id,
            firstName: row.firstName,
            nombre: `${row.firstName} ${lastName}`,
            lugar: [sector, location].filter((part) => part !== null).join(', ') || null,
            mail,
            language: language ?? (country === 'BR' ? ('pt' as const) : ('es' as const)),
          },
        ]
      : [],
  )
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
