import { sql } from 'kysely'
import type { IntegrationMode } from '#contract/employees/integration-profiles.ts'
import type { EmployeeState } from '#contract/employees/record.ts'
import { integrationKind } from '#contract/permissions/profiles.ts'
import type { Context } from '#server/shared/context.ts'
import { recordEvents } from '#server/shared/evidence/events.ts'
import type { Services } from '#server/shared/services.ts'
import type { Db, Tx } from '#server/shared/tenancy.ts'
import type { Viewer } from '#server/shared/visibility.ts'
import { lockRights } from './granting.ts'
import { visible } from './queries.ts'
import { tellProfilesChanged } from './telling.ts'

/** A profile that names an outside application. */
export interface IntegrationProfile {
  id: number
  name: string
  address: string
}

/** The company's integration profiles, by name. */
export async function findIntegrationProfiles(db: Db): Promise<IntegrationProfile[]> {
  const rows = await db
    .selectFrom('profiles')
    .select(['id', 'name', 'address'])
    .where('kind', '=', integrationKind.kind)
    .orderBy('name')
    .execute()
  return rows.flatMap(({ address, ...one }) => (address === null ? [] : [{ ...one, address }]))
}

/** Makes an integration profile. Its caller records it. */
export async function addIntegrationProfile(
  tx: Tx,
  { name, address }: Omit<IntegrationProfile, 'id'>,
): Promise<number> {
  const made = await tx.db
    .insertInto('profiles')
    .values({ ...integrationKind, company_id: tx.company, name, address })
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

/** An employee within reach, with those of some profiles that they hold. */
export interface PersonWithProfiles {
  id: number
  name: string
  state: EmployeeState
  held: number[]
}

/** People within reach by their tax ids. */
export async function peopleWithProfiles(
  tx: Tx,
  viewer: Viewer,
  cuils: readonly string[],
  profiles: readonly number[],
): Promise<Map<string, PersonWithProfiles>> {
  if (cuils.length === 0) return new Map()
  const rows = await visible(tx.db, viewer)
    .select([
      'employees.id',
      'employees.cuil',
      'employees.state',
      sql<string>`users.sort_name`.as('name'),
      sql<number[]>`array(select held.profile_id from user_profiles held
        where held.user_id = employees.id and held.profile_id = any(${profiles}::bigint[]))`.as('held'),
    ])
    .where('employees.cuil', '=', sql<string>`any(${cuils})`)
    .execute()
  return new Map(rows.map(({ cuil, ...person }) => [cuil, person]))
}

/**
 * Gives people integration profiles, or takes them, in a few statements. Each person whose profiles changed gets an
 * event and a mail; the other administrators get none, since nothing can be managed with these profiles.
 */
export async function putIntegrationProfiles(
  tx: Tx,
  { services, evidence }: { services: Services; evidence: Context['evidence'] },
  mode: IntegrationMode,
  people: readonly number[],
  profiles: readonly number[],
): Promise<void> {
  if (people.length === 0) return
  await lockRights(tx)
  const { rows } =
    mode === 'assign'
      ? await sql<Changed>`insert into user_profiles (company_id, user_id, profile_id, type)
          select app.company(), person, profile, ${integrationKind.type}
          from unnest(${people}::bigint[]) person cross join unnest(${profiles}::bigint[]) profile
          on conflict do nothing returning user_id, profile_id`.execute(tx.db)
      : await sql<Changed>`delete from user_profiles
          where user_id = any(${people}::bigint[]) and profile_id = any(${profiles}::bigint[])
          returning user_id, profile_id`.execute(tx.db)
  const changed = Map.groupBy(rows, ({ user_id }) => user_id)
  const at = services.clock()
  await recordEvents(
    tx,
    [...changed].map(([id, some]) => {
      const ids = some.map(({ profile_id }) => profile_id)
      return {
        subject: { kind: 'employee' as const, id },
        act: 'profiles_changed' as const,
        ...evidence,
        at,
        data: mode === 'assign' ? { given: ids, taken: [] } : { given: [], taken: ids },
      }
    }),
  )
  await tellProfilesChanged(tx, services, [...changed.keys()], evidence.actorId, { administrators: false })
}

interface Changed {
  user_id: number
  profile_id: number
}
