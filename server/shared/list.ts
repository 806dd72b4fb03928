import type { Pagination } from '#contract/call.ts'
import { refuse } from './errors.ts'

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

/** The pagination of a list, whose total is counted only to one row beyond the farthest page. */
export function paginationOf(
  total: number,
  { page, perPage }: { page: number; perPage: number },
): Pagination {
  return total > farthestRow
    ? { total: farthestRow, totalIsCapped: true, page, perPage }
    : { total, page, perPage }
}
