import { sql } from 'kysely'
import { actions } from '#contract/actions.ts'
import { makeFault } from '#contract/errors.ts'
import { integrationKind } from '#contract/permissions/profiles.ts'
import { type ProfilesHeld, profileTypes } from '#contract/employees/rights.ts'
import type { Context } from '#server/shared/context.ts'
import { type Fault, refuse, refuseAll } from '#server/shared/errors.ts'
import { type Author, recordEvent, recordEvents } from '#server/shared/evidence/events.ts'
import type { Session } from '#server/shared/identity/session.ts'
import type { Services } from '#server/shared/services.ts'
import type { Db, Tx } from '#server/shared/tenancy.ts'
import { findWiderFolders } from '#server/areas/folders/operations.ts'
import { endSessionsThat } from '#server/areas/session/operations.ts'
import { keepGranter, lockRights } from './granting.ts'
import { isVisible, visible } from './queries.ts'
import { askSecondPerson, holdsCertificates, waitsForSecondPerson } from './second-person.ts'
import { tellProfilesChanged } from './telling.ts'

interface Profile {
  id: number
  name: string
  type: 1 | 2 | 3
  kind: string
  sees_confidential: boolean
  actions: number[]
}

function profiles(db: Db): Promise<Profile[]> {
  return db
    .selectFrom('profiles')
    .select([
      'id',
      'name',
      'type',
      'kind',
      'sees_confidential',
      sql<number[]>`array(select a.action from profile_actions a where a.profile_id = profiles.id)`.as(
        'actions',
      ),
    ])
    .orderBy('type')
    .orderBy('name')
    .execute()
}

/**
 * Whether somebody may give and take a profile: the employee's own always; one that manages only with full reach,
 * and with everything that it may do; one of an outside application by whoever assigns those. That of certificates is
 * given by the operator alone.
 */
function mayGrant(viewer: Session, profile: Profile): boolean {
  if (profile.type === profileTypes.employee) return true
  if (profile.kind === integrationKind.kind) return viewer.actions.includes(actions.integrationProfiles)
  return (
    profile.kind !== 'certificate_holder' &&
    viewer.profileKind === 'hr' &&
    (viewer.seesConfidential || !profile.sees_confidential) &&
    profile.actions.every((action) => viewer.actions.includes(action))
  )
}

function shown(viewer: Session, profile: Profile) {
  return {
    id: profile.id,
    nombre: profile.name,
    id_perfil_tipo: profile.type,
    admite_filtros: profile.kind === 'limited',
    asignable: mayGrant(viewer, profile),
  }
}

/** The company's management profiles, with whether the viewer may give and take each. */
export async function managementProfiles(db: Db, viewer: Session) {
  const all = await profiles(db)
  return all
    .filter(({ type }) => type === profileTypes.management)
    .map((one) => ({ id: one.id, name: one.name, kind: one.kind, mayGrant: mayGrant(viewer, one) }))
}

/** The profiles of the session's company; of any other there are none. */
export async function profilesOfCompany(ctx: Context, { id }: { id: number }) {
  if (id !== ctx.session.company) refuse('NOT_FOUND')
  const all = await ctx.read((tx) => profiles(tx.db))
  return all.map((profile) => shown(ctx.session, profile))
}

/** The profiles of somebody within reach and the filters of their limited one. */
export async function profilesHeld(tx: Tx, viewer: Session, id: number): Promise<ProfilesHeld> {
  if (!(await isVisible(tx.db, viewer, id))) refuse('NOT_FOUND')
  const held = await heldBy(tx.db, id)
  const filters = await tx.db
    .selectFrom('user_filters')
    .leftJoin('sectors', 'sectors.id', 'user_filters.sector_id')
    .leftJoin('locations', 'locations.id', 'user_filters.location_id')
    .select([
      'sectors.id as sector',
      'sectors.name as sectorName',
      'locations.id as location',
      'locations.name as locationName',
    ])
    .where('user_filters.user_id', '=', id)
    .orderBy('user_filters.id')
    .execute()
  const named = (one: number | null, nombre: string | null) => (one && nombre ? { id: one, nombre } : null)
  return {
    perfiles: (await profiles(tx.db)).filter((one) => held.has(one.id)).map((one) => shown(viewer, one)),
    filtros: filters.map((one) => ({
      sector: named(one.sector, one.sectorName),
      locacion: named(one.location, one.locationName),
    })),
    espera: await waitsForSecondPerson(tx.db, viewer, id),
  }
}

async function heldBy(db: Db, id: number): Promise<Set<number>> {
  return (await heldByMany(db, [id])).get(id) ?? new Set()
}

/** The ids of each user's profiles. A user without any has no entry. */
async function heldByMany(db: Db, ids: readonly number[]): Promise<Map<number, Set<number>>> {
  const held = new Map<number, Set<number>>()
  const rows = await db
    .selectFrom('user_profiles')
    .select(['user_id', 'profile_id'])
    .where('user_id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute()
  for (const { user_id, profile_id } of rows)
    held.set(user_id, (held.get(user_id) ?? new Set()).add(profile_id))
  return held
}

/** The pairs of sector and location that users' limited profiles see, as their evidence keeps them. */
async function filtersOf(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, [sector: number | null, location: number | null][]>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('user_filters')
    .select(['user_id', 'sector_id', 'location_id'])
    .where('user_id', '=', sql<number>`any(${ids}::bigint[])`)
    .orderBy('id')
    .execute()
  const found = new Map<number, [number | null, number | null][]>()
  for (const { user_id, sector_id, location_id } of rows)
    found.set(user_id, [...(found.get(user_id) ?? []), [sector_id, location_id]])
  return found
}

interface ProfileChange {
  id: number
  idperfiles: number[]
}

/**
 * Gives somebody exactly these profiles. What is taken away ends its sessions. The management profile of somebody who
 * answers for the certificates is taken when a second person accepts it: its holder could otherwise be impersonated.
 *
 * @throws {Refusal} OWN_PROFILES_FIXED: the profiles are one's own. PROFILE_REQUIRED: none is left. PROFILES_OF_ONE_KIND:
 * two are of one kind. GRANT_BEYOND_OWN: they allow more than one's own, or show folders that one doesn't see.
 * LAST_GRANTER: nobody would be left who can grant. EMPLOYMENT_ALREADY_ENDED: somebody who left is given more than the
 * employee's.
 */
export function setProfiles(ctx: Context, change: ProfileChange) {
  const { session } = ctx
  const { id, idperfiles } = change
  return ctx.act(async (tx) => {
    const planned = await planProfiles(tx, session, [change])
    const management = planned.some(({ taken }) => taken.some((one) => one.type === profileTypes.management))
    if (management && (await holdsCertificates(tx.db, id))) await askSecondPerson(tx, ctx, id, { idperfiles })
    else await writeProfiles(tx, ctx, planned)
    return profilesHeld(tx, session, id)
  })
}

/** {@link setProfiles} of several people in a transaction, with no second person to ask. */
export async function putProfiles(tx: Tx, ctx: Context, changes: readonly ProfileChange[]): Promise<void> {
  await writeProfiles(tx, ctx, await planProfiles(tx, ctx.session, changes))
}

interface PlannedProfiles {
  id: number
  given: readonly Profile[]
  taken: readonly Profile[]
  /** The manager's profile is given to somebody who holds no management profile. */
  becomesManager: boolean
}

async function planProfiles(
  tx: Tx,
  session: Session,
  changes: readonly ProfileChange[],
): Promise<PlannedProfiles[]> {
  const ids = changes.map(({ id }) => id)
  if (!(await areVisible(tx.db, session, ids))) refuse('NOT_FOUND')
  if (ids.includes(session.userId)) refuse('OWN_PROFILES_FIXED', 'idperfiles')
  await holdRights(tx, session)
  const all = await profiles(tx.db)
  const holders = await heldByMany(tx.db, ids)
  const planned = changes.map(({ id, idperfiles }) => {
    const wanted = new Set(idperfiles)
    if (wanted.size === 0) refuse('PROFILE_REQUIRED', 'idperfiles')
    const chosen = all.filter((one) => wanted.has(one.id))
    if (chosen.length !== wanted.size) refuse('PROFILE_UNKNOWN', 'idperfiles')
    for (const type of [profileTypes.employee, profileTypes.management])
      if (chosen.filter((one) => one.type === type).length > 1) refuse('PROFILES_OF_ONE_KIND', 'idperfiles')
    const held = holders.get(id) ?? new Set()
    const given = chosen.filter((one) => !held.has(one.id))
    const taken = all.filter((one) => held.has(one.id) && !wanted.has(one.id))
    const managed = all.some((one) => held.has(one.id) && one.type === profileTypes.management)
    return { id, given, taken, becomesManager: !managed && given.some(({ kind }) => kind === 'manager') }
  })
  refuseAll(
    planned.flatMap(({ given, taken }) => [...given, ...taken].flatMap((one) => grantFaults(session, one))),
  )
  const seers = planned.filter(({ given }) => given.some(seesFoldersUnchosen)).map(({ id }) => id)
  if ((await findWiderFolders(tx.db, session, seers)).length > 0) refuse('GRANT_BEYOND_OWN', 'idperfiles')
  const promoted = planned.filter(({ given }) => given.some(({ type }) => type !== profileTypes.employee))
  await insistOnStay(
    tx.db,
    promoted.map(({ id }) => id),
  )
  return planned
}

/** Refuses to give more to somebody who left: they read, sign and download what is theirs, under the employee's profile. */
async function insistOnStay(db: Db, ids: readonly number[]): Promise<void> {
  const gone = await db
    .selectFrom('employees')
    .select('id')
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .where('state', '=', 'inactive')
    .limit(1)
    .executeTakeFirst()
  if (gone) refuse('EMPLOYMENT_ALREADY_ENDED', 'idperfiles')
}

/** Whether a profile sees every folder where none was chosen: one that manages, but for the manager's. */
function seesFoldersUnchosen({ type, kind }: Profile): boolean {
  return type === profileTypes.management && kind !== 'manager'
}

async function areVisible(db: Db, viewer: Session, ids: readonly number[]): Promise<boolean> {
  const found = await visible(db, viewer)
    .where('employees.id', '=', sql<number>`any(${ids}::bigint[])`)
    .select('employees.id')
    .execute()
  return found.length === ids.length
}

async function writeProfiles(
  tx: Tx,
  { services, evidence }: Context,
  planned: readonly PlannedProfiles[],
): Promise<void> {
  const changes = planned.filter(({ given, taken }) => given.length + taken.length > 0)
  if (changes.length === 0) return
  const at = services.clock()
  const formerFilters = await filtersOf(
    tx.db,
    changes.flatMap(({ id, taken }) => (taken.some((one) => one.kind === 'limited') ? [id] : [])),
  )
  await keepGranter(tx, async () => {
    for (const { id, taken } of changes) await takeProfiles(tx, id, taken, at)
    const given = changes.flatMap((change) =>
      change.given.map((one) => ({
        company_id: tx.company,
        user_id: change.id,
        profile_id: one.id,
        type: one.type,
      })),
    )
    if (given.length > 0) await tx.db.insertInto('user_profiles').values(given).execute()
  })
  await recordEvents(
    tx,
    changes.map(({ id, given, taken }) => ({
      subject: { kind: 'employee' as const, id },
      act: 'profiles_changed' as const,
      ...evidence,
      at,
      data: {
        given: given.map((one) => one.id),
        taken: taken.map((one) => one.id),
        ...(formerFilters.has(id) && { formerFilters: formerFilters.get(id), filters: [] }),
      },
    })),
  )
  await dropFormerFolders(
    tx,
    changes.filter((change) => change.becomesManager).map(({ id }) => id),
    { ...evidence, at },
  )
  await tellProfilesChanged(
    tx,
    services,
    changes.map(({ id }) => id),
    evidence.actorId,
  )
}

/** Takes the folders that outlived an earlier profile of new managers: a manager sees those chosen since, and no other. */
async function dropFormerFolders(tx: Tx, ids: readonly number[], by: Author & { at: Date }): Promise<void> {
  if (ids.length === 0) return
  const dropped = await tx.db
    .deleteFrom('user_folder_filters')
    .where('user_id', '=', sql<number>`any(${ids}::bigint[])`)
    .returning(['user_id', 'folder_id'])
    .execute()
  await recordEvents(
    tx,
    dropped.map(({ user_id, folder_id }) => ({
      subject: { kind: 'employee' as const, id: user_id },
      act: 'folder_filter_removed' as const,
      ...by,
      data: { folder: folder_id },
    })),
  )
}

/** Takes profiles of one person, with their sessions and with the filters of a limited one. */
async function takeProfiles(tx: Tx, id: number, taken: readonly Profile[], at: Date): Promise<void> {
  if (taken.length === 0) return
  const takenIds = taken.map((one) => one.id)
  await tx.db
    .deleteFrom('user_profiles')
    .where('user_id', '=', id)
    .where('profile_id', 'in', takenIds)
    .execute()
  await endSessionsThat(tx, at, (is) => is.and([is('user_id', '=', id), is('profile_id', 'in', takenIds)]))
  if (taken.some((one) => one.kind === 'limited'))
    await tx.db.deleteFrom('user_filters').where('user_id', '=', id).execute()
}

/** The profiles and filters that an end took from somebody. */
export interface TakenRights {
  profiles: number[]
  filters: { sector: number | null; location: number | null }[]
}

/**
 * Takes every profile of people but the employee's, with the portal's sessions, and records it. Returns what was taken of
 * whom. `by` is null for what the calendar does.
 */
export async function takeManagement(
  tx: Tx,
  services: Pick<Services, 'clock'>,
  ids: readonly number[],
  by: Author | null,
): Promise<Map<number, TakenRights>> {
  const at = services.clock()
  const people = sql<number>`any(${ids}::bigint[])`
  const profilesTaken = await tx.db
    .deleteFrom('user_profiles')
    .where('user_id', '=', people)
    .where('type', '<>', profileTypes.employee)
    .returning(['user_id', 'profile_id'])
    .execute()
  const formerFilters = await filtersOf(tx.db, ids)
  await tx.db.deleteFrom('user_filters').where('user_id', '=', people).execute()
  await endSessionsThat(tx, at, (is) => is.and([is('user_id', '=', people), is('audience', '=', 's')]))
  const taken = new Map<number, TakenRights>()
  for (const [id, some] of Map.groupBy(profilesTaken, ({ user_id }) => user_id))
    taken.set(id, {
      profiles: some.map(({ profile_id }) => profile_id),
      filters: (formerFilters.get(id) ?? []).map(([sector, location]) => ({ sector, location })),
    })
  await recordEvents(
    tx,
    [...taken].map(([id, { profiles }]) => ({
      subject: { kind: 'employee' as const, id },
      act: 'profiles_changed' as const,
      ...(by ?? { actorId: null }),
      at,
      data: {
        given: [],
        taken: profiles,
        ...(formerFilters.has(id) && { formerFilters: formerFilters.get(id), filters: [] }),
      },
    })),
  )
  return taken
}

/** Gives back what an end took, as far as profiles, sectors and locations are still there, and records it. */
export async function restoreRights(
  tx: Tx,
  services: Pick<Services, 'clock'>,
  id: number,
  { profiles = [], filters = [] }: Partial<TakenRights>,
  by: Author,
): Promise<void> {
  const { rows: given } = await sql<{ profile_id: number }>`
    insert into user_profiles (company_id, user_id, profile_id, type)
    select company_id, ${id}, id, type from profiles where id = any(${profiles}::bigint[])
    on conflict do nothing returning profile_id`.execute(tx.db)
  await sql`insert into user_filters (company_id, user_id, sector_id, location_id)
    select app.company(), ${id}, one.sector, one.location
    from jsonb_to_recordset(${JSON.stringify(filters)}::jsonb) as one(sector bigint, location bigint)
    where (one.sector is null or exists (select from sectors where sectors.id = one.sector))
      and (one.location is null or exists (select from locations where locations.id = one.location))
    on conflict do nothing`.execute(tx.db)
  if (given.length === 0) return
  const now = (await filtersOf(tx.db, [id])).get(id)
  await recordEvent(tx, {
    subject: { kind: 'employee', id },
    act: 'profiles_changed',
    ...by,
    at: services.clock(),
    data: {
      given: given.map(({ profile_id }) => profile_id),
      taken: [],
      ...(now && { formerFilters: [], filters: now }),
    },
  })
}

function grantFaults(viewer: Session, profile: Profile): Fault[] {
  if (mayGrant(viewer, profile)) return []
  return [
    makeFault(
      profile.kind === 'certificate_holder' ? 'PROFILE_BY_SUPPORT_ONLY' : 'GRANT_BEYOND_OWN',
      'idperfiles',
    ),
  ]
}

/** One change of rights at a time in a company, by somebody who still has the profile that they act under. */
export async function holdRights(tx: Tx, { userId, profileId }: Session): Promise<void> {
  await lockRights(tx)
  if (!(await heldBy(tx.db, userId)).has(profileId)) refuse('SYSTEM_ACTION_NOT_GRANTED')
}

interface Filter {
  sector: number | null
  locacion: number | null
}

/**
 * Sets what somebody's limited profile sees, by whoever could give that profile. It takes no granter away: one has full
 * reach, and nobody holds two management profiles.
 *
 * @throws {Refusal} GRANT_BEYOND_OWN: the profile allows more than one's own.
 */
export function setFilters(ctx: Context, { id, filtros }: { id: number; filtros: Filter[] }) {
  const { session, services } = ctx
  return ctx.act(async (tx) => {
    if (!(await isVisible(tx.db, session, id))) refuse('NOT_FOUND')
    if (id === session.userId) refuse('OWN_PROFILES_FIXED', 'filtros')
    if (session.profileKind !== 'hr') refuse('GRANT_BEYOND_OWN', 'filtros')
    await holdRights(tx, session)
    const held = await heldBy(tx.db, id)
    const limited = (await profiles(tx.db)).find((one) => held.has(one.id) && one.kind === 'limited')
    if (!limited) refuse('FILTER_WITHOUT_LIMITED_PROFILE', 'filtros')
    if (!mayGrant(session, limited)) refuse('GRANT_BEYOND_OWN', 'filtros')
    if (filtros.some((one) => one.sector === null && one.locacion === null)) refuse('FILTER_EMPTY', 'filtros')
    if (new Set(filtros.map((one) => `${one.sector} ${one.locacion}`)).size !== filtros.length)
      refuse('FILTER_TWICE', 'filtros')
    await insistOnPlaces(tx, filtros)
    const former = (await filtersOf(tx.db, [id])).get(id) ?? []
    await tx.db.deleteFrom('user_filters').where('user_id', '=', id).execute()
    if (filtros.length > 0)
      await tx.db
        .insertInto('user_filters')
        .values(
          filtros.map(({ sector, locacion }) => ({
            company_id: tx.company,
            user_id: id,
            sector_id: sector,
            location_id: locacion,
          })),
        )
        .execute()
    await recordEvent(tx, {
      subject: { kind: 'employee', id },
      act: 'filters_changed',
      ...ctx.evidence,
      at: services.clock(),
      data: {
        formerFilters: former,
        filters: filtros.map(({ sector, locacion }) => [sector, locacion]),
      },
    })
    return profilesHeld(tx, session, id)
  })
}

async function insistOnPlaces(tx: Tx, filters: readonly Filter[]): Promise<void> {
  const known = async (table: 'sectors' | 'locations', wanted: (number | null)[]) => {
    const ids = [...new Set(wanted.filter((one) => one !== null))]
    if (ids.length === 0) return true
    const rows = await tx.db.selectFrom(table).select('id').where('id', 'in', ids).execute()
    return rows.length === ids.length
  }
  if (
    !(await known(
      'sectors',
      filters.map(({ sector }) => sector),
    ))
  )
    refuse('SECTOR_UNKNOWN', 'filtros')
  if (
    !(await known(
      'locations',
      filters.map(({ locacion }) => locacion),
    ))
  )
    refuse('LOCATION_UNKNOWN', 'filtros')
}
