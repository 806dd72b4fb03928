import { sql } from 'kysely'
import type { Context } from '#server/shared/context.ts'
import { refuse, violatedConstraint } from '#server/shared/errors.ts'
import { recordEvents } from '#server/shared/evidence/events.ts'
import type { Session } from '#server/shared/identity/session.ts'
import type { Db, Tx } from '#server/shared/tenancy.ts'
import { visibleEmployees } from '#server/shared/visibility.ts'
import { foldersFor, seesAllFolders } from './queries.ts'

function rows(db: Db) {
  return db
    .selectFrom('user_folder_filters as filter')
    .innerJoin('folders', (on) =>
      on.onRef('folders.company_id', '=', 'filter.company_id').onRef('folders.id', '=', 'filter.folder_id'),
    )
    .select([
      'filter.id',
      'filter.user_id as idUsuario',
      'filter.folder_id as idCarpeta',
      'folders.name as nombre',
    ])
    .orderBy('folders.name')
}

/** The folders that somebody within reach is narrowed to. */
export async function folderFilterOf(tx: Tx, ctx: Context, userId: number) {
  if (!(await reaches(tx, ctx, userId))) refuse('NOT_FOUND')
  return rows(tx.db).where('filter.user_id', '=', userId).execute()
}

/**
 * Adds a folder to somebody's filter. It narrows who sees all and widens a manager, so the folder has to be within
 * the caller's own reach.
 *
 * @throws {Refusal} OWN_FOLDER_FILTER: the filter is one's own. FOLDER_OUT_OF_REACH: no such folder is within reach.
 * FOLDER_IN_FILTER_ALREADY. FOLDER_FILTER_WITHOUT_MANAGEMENT: the person has no management profile.
 */
export function addToFilter(
  ctx: Context,
  { idUsuario, idCarpeta }: { idUsuario: number; idCarpeta: number },
) {
  return ctx.act(async (tx) => {
    await insistOnOthers(tx, ctx, [idUsuario])
    await insistOnReach(tx, ctx, [idCarpeta])
    await writeFilters(tx, ctx, [{ userId: idUsuario, added: [idCarpeta], removed: [] }])
    return rows(tx.db)
      .where('filter.user_id', '=', idUsuario)
      .where('filter.folder_id', '=', idCarpeta)
      .executeTakeFirstOrThrow()
  })
}

/**
 * Takes a folder from somebody's filter. Without the last row HR sees every folder: only who sees every folder
 * themselves may take that one. A manager sees none without it.
 *
 * @throws {Refusal} OWN_FOLDER_FILTER: the filter is one's own. FOLDER_FILTER_WITHOUT_MANAGEMENT: the person has no
 * management profile. FOLDER_FILTER_OPENS_ALL: it would open folders that the caller doesn't see.
 */
export function takeFromFilter(ctx: Context, { id }: { id: number }) {
  return ctx.act(async (tx) => {
    const found = await rows(tx.db).where('filter.id', '=', id).executeTakeFirst()
    if (!found || !(await reaches(tx, ctx, found.idUsuario))) return refuse('NOT_FOUND')
    await insistOnOthers(tx, ctx, [found.idUsuario])
    const theirs = await rows(tx.db).where('filter.user_id', '=', found.idUsuario).execute()
    if (
      theirs.length === 1 &&
      !(await isManager(tx, found.idUsuario)) &&
      !(await seesAllFolders(tx.db, ctx.session))
    )
      refuse('FOLDER_FILTER_OPENS_ALL')
    await writeFilters(tx, ctx, [{ userId: found.idUsuario, added: [], removed: [found.idCarpeta] }])
    return {}
  })
}

/**
 * Gives managers exactly these folders. A folder that a manager has already stays, also where the caller doesn't see
 * it; a new one has to be within the caller's reach. Without any folder a manager sees no documents, so that an empty
 * choice opens nothing.
 *
 * @throws {Refusal} OWN_FOLDER_FILTER, FOLDER_FILTER_WITHOUT_MANAGEMENT, FOLDER_OUT_OF_REACH
 */
export async function putFiltersOfManagers(
  tx: Tx,
  ctx: Context,
  { managers, folders }: { managers: readonly number[]; folders: readonly number[] },
): Promise<void> {
  await insistOnOthers(tx, ctx, managers)
  const chosen = new Set(folders)
  const held = await folderIdsOf(tx.db, managers)
  const changes = managers.map((userId) => {
    const had = held.get(userId) ?? new Set()
    return {
      userId,
      added: [...chosen].filter((id) => !had.has(id)),
      removed: [...had].filter((id) => !chosen.has(id)),
    }
  })
  await insistOnReach(
    tx,
    ctx,
    changes.flatMap(({ added }) => added),
  )
  await writeFilters(tx, ctx, changes)
}

/**
 * Those of some users who would see folders that the viewer doesn't see, under a profile that sees all folders without a
 * filter: they have none, or one with other folders.
 */
export async function findWiderFolders(db: Db, viewer: Session, users: readonly number[]): Promise<number[]> {
  if (users.length === 0 || (await seesAllFolders(db, viewer))) return []
  const reached = new Set((await foldersFor(db, viewer)).map(({ idCarpeta }) => idCarpeta))
  const held = await folderIdsOf(db, users)
  return users.filter((id) => {
    const folders = held.get(id)
    return !folders || [...folders].some((folder) => !reached.has(folder))
  })
}

/** The ids of the folders in each user's filter. A user without any has no entry. */
async function folderIdsOf(db: Db, users: readonly number[]): Promise<Map<number, Set<number>>> {
  const held = new Map<number, Set<number>>()
  const found = await db
    .selectFrom('user_folder_filters')
    .select(['user_id', 'folder_id'])
    .where('user_id', '=', sql<number>`any(${users}::bigint[])`)
    .execute()
  for (const { user_id, folder_id } of found)
    held.set(user_id, (held.get(user_id) ?? new Set()).add(folder_id))
  return held
}

interface FilterChange {
  userId: number
  added: readonly number[]
  removed: readonly number[]
}

/** Writes changes of filters, an event for each folder that comes or goes. */
async function writeFilters(tx: Tx, ctx: Context, changes: readonly FilterChange[]): Promise<void> {
  const at = ctx.services.clock()
  const added = changes.flatMap(({ userId, added: ids }) => ids.map((folder) => ({ userId, folder })))
  const removed = changes.flatMap(({ userId, removed: ids }) => ids.map((folder) => ({ userId, folder })))
  if (removed.length > 0)
    await sql`delete from user_folder_filters held using unnest(${removed.map(({ userId }) => userId)}::bigint[],
        ${removed.map(({ folder }) => folder)}::bigint[]) as gone(user_id, folder_id)
      where held.user_id = gone.user_id and held.folder_id = gone.folder_id`.execute(tx.db)
  if (added.length > 0)
    await sql`insert into user_folder_filters (company_id, user_id, folder_id)
      select ${tx.company}, given.user_id, given.folder_id from unnest(${added.map(({ userId }) => userId)}::bigint[],
        ${added.map(({ folder }) => folder)}::bigint[]) as given(user_id, folder_id)`
      .execute(tx.db)
      .catch((error: unknown) => {
        if (violatedConstraint(error)) refuse('FOLDER_IN_FILTER_ALREADY', 'idCarpeta')
        throw error
      })
  const event = (userId: number, folder: number) => ({
    subject: { kind: 'employee' as const, id: userId },
    ...ctx.evidence,
    at,
    data: { folder },
  })
  await recordEvents(tx, [
    ...removed.map(({ userId, folder }) => ({
      ...event(userId, folder),
      act: 'folder_filter_removed' as const,
    })),
    ...added.map(({ userId, folder }) => ({ ...event(userId, folder), act: 'folder_filter_added' as const })),
  ])
}

/** Serialises changes of these users' folder filters. */
export async function lockFilters(tx: Tx, users: readonly number[]): Promise<void> {
  await tx.db
    .selectFrom('users')
    .select('id')
    .where('id', '=', sql<number>`any(${users}::bigint[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

async function insistOnOthers(tx: Tx, ctx: Context, users: readonly number[]): Promise<void> {
  if (users.includes(ctx.session.userId)) refuse('OWN_FOLDER_FILTER', 'idUsuario')
  if (!(await reaches(tx, ctx, ...users))) refuse('NOT_FOUND')
  await lockFilters(tx, users)
  const managing = await tx.db
    .selectFrom('user_profiles')
    .where('user_id', '=', sql<number>`any(${users}::bigint[])`)
    .where('type', '=', 2)
    .select('user_id')
    .execute()
  if (managing.length < users.length) refuse('FOLDER_FILTER_WITHOUT_MANAGEMENT', 'idUsuario')
}

async function insistOnReach(tx: Tx, ctx: Context, folders: readonly number[]): Promise<void> {
  if (folders.length === 0) return
  const reached = new Set((await foldersFor(tx.db, ctx.session)).map(({ idCarpeta }) => idCarpeta))
  if (folders.some((id) => !reached.has(id))) refuse('FOLDER_OUT_OF_REACH', 'idCarpeta')
}

/** People without a record, such as an outside accountant, are within full reach only. */
async function reaches(tx: Tx, ctx: Context, ...users: readonly number[]): Promise<boolean> {
  const found = await tx.db
    .selectFrom('users')
    .leftJoin('employees', 'employees.id', 'users.id')
    .where('users.id', '=', sql<number>`any(${users}::bigint[])`)
    .where((where) =>
      where.or([
        where.and([where('employees.id', 'is not', null), visibleEmployees(ctx.session, 'users.id')]),
        where.and([where('employees.id', 'is', null), where.val(ctx.session.profileKind === 'hr')]),
      ]),
    )
    .select('users.id')
    .execute()
  return found.length === new Set(users).size
}

async function isManager(tx: Tx, userId: number): Promise<boolean> {
  const held = await tx.db
    .selectFrom('user_profiles')
    .innerJoin('profiles', 'profiles.id', 'user_profiles.profile_id')
    .where('user_profiles.user_id', '=', userId)
    .where('profiles.kind', '=', 'manager')
    .select('profiles.id')
    .executeTakeFirst()
  return held !== undefined
}
