import { sql } from 'kysely'
import type { ViewedList } from '#contract/views.ts'
import type { Db, Tx } from '#server/shared/tenancy.ts'

const columns = ['id', 'name as nombre', 'query as consulta', 'preferred as preferida'] as const

/** Somebody's views of a list, by name. */
export function listViews(db: Db, userId: number, list: ViewedList) {
  return db
    .selectFrom('saved_views')
    .where('user_id', '=', userId)
    .where('list', '=', list)
    .select(columns)
    .orderBy('name')
    .execute()
}

/** How many views of a list somebody has, but the one that a view of this name would replace. */
export async function countOtherViews(
  db: Db,
  userId: number,
  list: ViewedList,
  name: string,
): Promise<number> {
  const { n } = await db
    .selectFrom('saved_views')
    .where('user_id', '=', userId)
    .where('list', '=', list)
    .where('name_key', '<>', sql<string>`app.fold(${name})`)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** Keeps a view; one of the same name, folded, is replaced. */
export function saveView(
  tx: Tx,
  userId: number,
  view: { lista: ViewedList; nombre: string; consulta: string; preferida: boolean },
) {
  const said = { name: view.nombre, query: view.consulta, preferred: view.preferida }
  return tx.db
    .insertInto('saved_views')
    .values({ company_id: tx.company, user_id: userId, list: view.lista, ...said })
    .onConflict((on) => on.columns(['company_id', 'user_id', 'list', 'name_key']).doUpdateSet(said))
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** No view of the list opens it any more. */
export async function preferNone(db: Db, userId: number, list: ViewedList): Promise<void> {
  await db
    .updateTable('saved_views')
    .set({ preferred: false })
    .where('user_id', '=', userId)
    .where('list', '=', list)
    .where('preferred', '=', true)
    .execute()
}

/** Makes one's view the preferred of its list, or none; undefined where there is none of one's own. */
export async function preferView(db: Db, userId: number, id: number, preferred: boolean) {
  const own = await db
    .selectFrom('saved_views')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .select('list')
    .$narrowType<{ list: ViewedList }>()
    .executeTakeFirst()
  if (!own) return undefined
  await preferNone(db, userId, own.list)
  return db
    .updateTable('saved_views')
    .set({ preferred })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst()
}

/** Whether there was one of one's own to delete. */
export async function deleteView(db: Db, userId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('saved_views')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}
