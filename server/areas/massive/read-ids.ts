import { sql } from 'kysely'
import type { Db } from '#server/shared/tenancy.ts'
import type { FoundItem } from './queries.ts'

/** The ids that were read as a receipt's own, as they are kept with a person. */
export function idsOn({ id_read, marks }: Pick<FoundItem, 'id_read' | 'marks'>): string[] {
  const own = marks.flatMap(({ kind, text }) => (kind === 'id' || kind === 'other_id' ? [text] : []))
  return [...new Set([...(id_read === null ? [] : [id_read]), ...own].map(idAsKept))].filter(Boolean)
}

/** An id as it is kept with a person: without its separators, in capitals. */
function idAsKept(id: string): string {
  return id
    .normalize('NFC')
    .replace(/[^\p{L}\p{Nd}&]/gu, '')
    .toUpperCase()
}

/**
 * The employees of the company, within reach or not, who have ids of some receipts today, by each of their own ids. It
 * asks once for all receipts.
 */
export async function ownersOfIds(db: Db, ids: readonly (string | null)[]): Promise<Map<string, number>> {
  const kept = [...new Set(ids.map((id) => idAsKept(id ?? '')))].filter(Boolean)
  if (kept.length === 0) return new Map()
  const rows = await db
    .selectFrom('employees')
    .select(['id', 'cuil', 'dni'])
    .where(hasIdAmong(kept))
    .execute()
  return new Map(rows.flatMap(({ id, cuil, dni }) => [[dni, id] as const, [cuil, id] as const]))
}

/**
 * Whether the id that was read of a receipt is by now another employee's than its recipient's. One that was given by
 * hand is its recipient's where the giver was asked about that employee.
 */
export function isOfAnother(
  item: { id_read: string | null; recipient_id: number; decision: string | null; shows: readonly number[] },
  owners: ReadonlyMap<string, number>,
): boolean {
  const owner = owners.get(idAsKept(item.id_read ?? ''))
  if (owner === undefined || owner === item.recipient_id) return false
  return !(item.decision === 'assigned' && item.shows.includes(owner))
}

/** Whether an employee has one of some ids, which are as they are kept with a person. */
export function hasIdAmong(ids: readonly string[]) {
  return sql<boolean>`(employees.cuil = any(${ids}) or employees.dni = any(${ids}))`
}
