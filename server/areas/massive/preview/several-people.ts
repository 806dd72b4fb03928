import { sql } from 'kysely'
import type { Db } from '#server/shared/tenancy.ts'
import type { FoundItem } from '../queries.ts'

/**
 * Those receipts on which two of the company's employees stand, or more: by their ids, or by a whole name. Their pages
 * show one of them the data of the other, so nobody can be chosen for them; only a cut parts them.
 */
export async function showingSeveral(db: Db, items: readonly FoundItem[]): Promise<Set<number>> {
  const ids = new Map(
    items.filter(({ found }) => found === 'dos_ids').map((item) => [item.id, idsOn(item)] as const),
  )
  const several = new Set(items.filter((item) => showsTwo(item)).map(({ id }) => id))
  const numbers = [...new Set([...ids.values()].flatMap((some) => [...some]))]
  if (numbers.length === 0) return several
  const known = await db
    .selectFrom('employees')
    .select(['id', 'cuil', 'dni'])
    .where((eb) =>
      eb.or([eb('cuil', '=', sql<string>`any(${numbers})`), eb('dni', '=', sql<string>`any(${numbers})`)]),
    )
    .limit(numbers.length * 2)
    .execute()
  for (const [item, some] of ids)
    if (known.filter(({ cuil, dni }) => some.has(cuil) || some.has(dni)).length > 1) several.add(item)
  return several
}

/** Whether the pages of one or several receipts show two people, by what was read within the reader's reach. */
export function showsTwo(...items: readonly Pick<FoundItem, 'shows'>[]): boolean {
  return new Set(items.flatMap(({ shows }) => shows)).size > 1
}

/** The ids that were read as those of a receipt's owner, without punctuation. */
function idsOn({ marks }: FoundItem): Set<string> {
  const own = marks.filter(({ kind }) => kind === 'id' || kind === 'other_id')
  return new Set(own.map(({ text }) => text.replace(/[^\p{L}\p{Nd}]/gu, '').toUpperCase()))
}
