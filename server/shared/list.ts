import { type Expression, sql } from 'kysely'
import type { Pagination } from '#contract/call.ts'
import { refuse } from './errors.ts'
import type { Db } from './tenancy.ts'

/** The last row to which lists count and page; beyond it a search must be narrowed. */
export const farthestRow = 10_000

/** The rows that a page shows. Refuses a page that begins beyond the farthest row: LIST_PAGE_TOO_FAR. */
export function rowsOf({ page, perPage }: { page: number; perPage: number }): {
  limit: number
  offset: number
} {
  const offset = (page - 1) * perPage
  if (offset >= farthestRow) refuse('LIST_PAGE_TOO_FAR', 'page')
  return { limit: perPage, offset }
}

/** The rows that a query finds, counted to one beyond `most` and no further. */
export async function countRows(db: Db, query: Expression<unknown>, most = farthestRow): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n
    from (select from (${query}) as found limit ${most + 1}) as counted`.execute(db)
  return rows[0]?.n ?? 0
}

/**
 * Lets queries walk by indexes and end early. Where conditions are beyond its statistics, the planner expects few rows
 * and reads everything into a hash before the first.
 */
export async function walking<T>(db: Db, work: () => Promise<T>): Promise<T> {
  const set = (to: 'on' | 'off') =>
    sql`select set_config('enable_hashjoin', ${to}, true), set_config('enable_mergejoin', ${to}, true)`.execute(
      db,
    )
  await set('off')
  const answer = await work()
  await set('on')
  return answer
}

/** The pagination of a list, whose total is counted only to one row beyond `most`. */
export function paginationOf(
  total: number,
  { page, perPage }: { page: number; perPage: number },
  most = farthestRow,
): Pagination {
  return total > most ? { total: most, totalIsCapped: true, page, perPage } : { total, page, perPage }
}
