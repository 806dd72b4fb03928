import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { type Consequences, countedAtMost } from '#contract/folders/settings.ts'
import type { Context } from '#server/shared/context.ts'
import { getSettings } from '#server/shared/settings.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { visibleEmployees } from '#server/shared/visibility.ts'
import { visibleNow } from '#server/shared/reading/documents.ts'
import { passwordIsOwn } from '#server/shared/reading/access.ts'
import { latestConsent } from '#server/shared/reading/people.ts'
import { foldersFor, typesFor } from './queries.ts'
import { folderDetail } from './settings-queries.ts'

interface Wanted {
  id: number
  visible: boolean
  bloquea: readonly number[]
}

/** Counts what saving these rules of a folder would change for employees; saving takes effect at once. */
export async function consequencesOf(
  tx: Tx,
  ctx: Context,
  { id, visible, bloquea }: Wanted,
): Promise<Consequences> {
  const folder = await folderDetail(tx.db, ctx.session, id)
  const types = await typesFor(tx.db, ctx.session, { folderId: id })
  const due = dueIn(
    types.map(({ idSubCarpeta }) => idSubCarpeta),
    ctx,
  )
  const signed = sql<SqlBool>`d.signing in ('conforme', 'no_conforme')`
  const counted = (which: RawBuilder<SqlBool>) =>
    sql<number>`(select count(*)::int from (select from documents d where ${due} and ${which} limit ${countedAtMost}) counted)`
  const { rows } = await sql<Pick<Consequences, 'documentos' | 'pendientes' | 'firmados'>>`select
    ${counted(folder.efimero ? sql`not ${signed}` : sql`true`)} as documentos,
    ${counted(sql`d.signing = 'pending'`)} as pendientes, ${counted(signed)} as firmados`.execute(tx.db)
  const before = new Set(folder.visible ? folder.bloquea : [])
  const after = new Set(visible ? bloquea : [])
  const turned = [...new Set([...before, ...after])].filter((one) => before.has(one) !== after.has(one))
  const changed = await waitingBehind(tx, ctx, folder.idCarpeta, due, turned)
  const numbers = rows[0] ?? { documentos: 0, pendientes: 0, firmados: 0 }
  return {
    ...numbers,
    abre: changed.filter(({ idCarpeta }) => before.has(idCarpeta)),
    cierra: changed.filter(({ idCarpeta }) => after.has(idCarpeta)),
  }
}

/** Published under these types to somebody within reach, and shown from now on if the folder is. */
function dueIn(types: readonly number[], ctx: Context): RawBuilder<SqlBool> {
  return sql`d.type_id = any(${types}::bigint[]) and d.state = 'published'
    and ${visibleNow(ctx.services.clock(), 'd')}
    and ${visibleEmployees(ctx.session, 'd.employee_id')}`
}

/**
 * For each of `others` how many have something to sign in this folder that alone keeps it closed to them. Who isn't
 * asked to sign, or can't, finds nothing closed: the same as in `areas/me/standing.ts`, of many at once.
 */
async function waitingBehind(
  tx: Tx,
  ctx: Context,
  folderId: number,
  due: RawBuilder<SqlBool>,
  others: readonly number[],
): Promise<Consequences['abre']> {
  if (others.length === 0) return []
  const settings = await getSettings(tx)
  const { rows } = await sql<{ id: number; people: number }>`
    with waiting as (
      select distinct d.employee_id from documents d join users u on u.id = d.employee_id
      where ${due} and d.signing = 'pending'
        and ${passwordIsOwn('u', {
          now: ctx.services.clock(),
          printedCodeMaySign: settings['signing.printed_code_may_sign'],
        })}
        and coalesce(${latestConsent('d.employee_id')},
          ${settings['consent.asked'] ? 'unasked' : 'given'}) = 'given'
      limit ${countedAtMost})
    select other.id, (select count(*)::int from waiting where not exists (
        select from folder_blocks b
        join folders f on f.id = b.folder_id and f.visible
        join document_types t on t.folder_id = f.id
        join documents d on d.type_id = t.id and d.employee_id = waiting.employee_id
        where b.blocked_folder_id = other.id and b.folder_id <> ${folderId}
          and d.state = 'published' and d.signing = 'pending'
          and ${visibleNow(ctx.services.clock(), 'd')})) as people
    from unnest(${others}::bigint[]) other(id)`.execute(tx.db)
  const people = new Map(rows.map((row) => [row.id, row.people]))
  const seen = await foldersFor(tx.db, ctx.session)
  return seen.flatMap(({ idCarpeta, nombre }) => {
    const colaboradores = people.get(idCarpeta)
    return colaboradores === undefined ? [] : [{ idCarpeta, nombre, colaboradores }]
  })
}
