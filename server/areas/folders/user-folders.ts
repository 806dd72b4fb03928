import type { Context } from '#server/shared/context.ts'
import { refuse, violatedConstraint } from '#server/shared/errors.ts'
import { type ActOf, recordEvent } from '#server/shared/evidence/events.ts'
import type { Db, Tx } from '#server/shared/tenancy.ts'
import { visibleEmployees } from '#server/shared/visibility.ts'
import { foldersFor } from './queries.ts'

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
    await insistOnOther(tx, ctx, idUsuario)
    const folder = (await foldersFor(tx.db, ctx.session)).find((one) => one.idCarpeta === idCarpeta)
    if (!folder) refuse('FOLDER_OUT_OF_REACH', 'idCarpeta')
    const { id } = await tx.db
      .insertInto('user_folder_filters')
      .values({ company_id: tx.company, user_id: idUsuario, folder_id: idCarpeta })
      .returning('id')
      .executeTakeFirstOrThrow()
      .catch((error: unknown) => {
        if (violatedConstraint(error)) refuse('FOLDER_IN_FILTER_ALREADY', 'idCarpeta')
        throw error
      })
    await note(tx, ctx, idUsuario, 'folder_filter_added', idCarpeta)
    return { id, idUsuario, idCarpeta, nombre: folder.nombre }
  })
}

/**
 * Takes a folder from somebody's filter. Without the last row HR sees every folder: only who sees every folder
 * themselves may take that one.
 *
 * @throws {Refusal} OWN_FOLDER_FILTER: the filter is one's own. FOLDER_FILTER_WITHOUT_MANAGEMENT: the person has no
 * management profile. FOLDER_FILTER_OPENS_ALL: it would open folders that the caller doesn't see.
 */
export function takeFromFilter(ctx: Context, { id }: { id: number }) {
  return ctx.act(async (tx) => {
    const found = await rows(tx.db).where('filter.id', '=', id).executeTakeFirst()
    if (!found || !(await reaches(tx, ctx, found.idUsuario))) return refuse('NOT_FOUND')
    await insistOnOther(tx, ctx, found.idUsuario)
    const theirs = await rows(tx.db).where('filter.user_id', '=', found.idUsuario).execute()
    if (theirs.length === 1 && (await isNarrowed(tx, ctx.session.userId))) refuse('FOLDER_FILTER_OPENS_ALL')
    await tx.db.deleteFrom('user_folder_filters').where('id', '=', id).execute()
    await note(tx, ctx, found.idUsuario, 'folder_filter_removed', found.idCarpeta)
    return {}
  })
}

async function insistOnOther(tx: Tx, ctx: Context, userId: number): Promise<void> {
  if (userId === ctx.session.userId) refuse('OWN_FOLDER_FILTER', 'idUsuario')
  if (!(await reaches(tx, ctx, userId))) refuse('NOT_FOUND')
  const manages = await tx.db
    .selectFrom('user_profiles')
    .innerJoin('profiles', 'profiles.id', 'user_profiles.profile_id')
    .where('user_profiles.user_id', '=', userId)
    .where('profiles.type', '=', 2)
    .select('profiles.id')
    .executeTakeFirst()
  if (!manages) refuse('FOLDER_FILTER_WITHOUT_MANAGEMENT', 'idUsuario')
}

/** People without a record, such as an outside accountant, are within full reach only. */
async function reaches(tx: Tx, ctx: Context, userId: number): Promise<boolean> {
  const found = await tx.db
    .selectFrom('users')
    .leftJoin('employees', 'employees.id', 'users.id')
    .where('users.id', '=', userId)
    .where((where) =>
      where.or([
        where.and([where('employees.id', 'is not', null), visibleEmployees(ctx.session, 'users.id')]),
        where.and([where('employees.id', 'is', null), where.val(ctx.session.profileKind === 'hr')]),
      ]),
    )
    .select('users.id')
    .executeTakeFirst()
  return found !== undefined
}

async function isNarrowed(tx: Tx, userId: number): Promise<boolean> {
  const own = await rows(tx.db).where('filter.user_id', '=', userId).executeTakeFirst()
  return own !== undefined
}

function note(tx: Tx, ctx: Context, userId: number, act: ActOf<'employee'>, folder: number): Promise<number> {
  return recordEvent(tx, {
    subject: { kind: 'employee', id: userId },
    act,
    ...ctx.evidence,
    at: ctx.services.clock(),
    data: { folder },
  })
}
