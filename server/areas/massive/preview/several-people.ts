import type { Db } from '#server/shared/tenancy.ts'
import type { FoundItem } from '../queries.ts'
import { idsOn, ownersOfIds } from '../read-ids.ts'

/**
 * Those receipts on which two of the company's employees stand, or more: by their ids, or by a whole name. Their pages
 * show one of them the data of the other, so nobody can be chosen for them; only a cut parts them.
 */
export async function showingSeveral(db: Db, items: readonly FoundItem[]): Promise<Set<number>> {
  const ofTwo = items.filter(({ found }) => found === 'dos_ids')
  const owners = await ownersOfIds(db, ofTwo.flatMap(idsOn))
  const hasTwo = (item: FoundItem) => new Set(idsOn(item).flatMap((id) => owners.get(id) ?? [])).size > 1
  return new Set([...items.filter(showsTwo), ...ofTwo.filter(hasTwo)].map(({ id }) => id))
}

/** Whether the pages of a receipt show two people, by what was read within the reader's reach. */
function showsTwo(item: FoundItem): boolean {
  return peopleOn(item).length > 1
}

/** The employees who stand on a receipt: on its own pages, and on those that were added to it. */
function peopleOn({ shows, people_of_added }: Showing): number[] {
  return [...new Set([...shows, ...people_of_added])]
}
type Showing = Pick<FoundItem, 'shows' | 'people_of_added'>

/**
 * Whether pages that are added to a receipt bring another person: who stands on them, or got them by hand, is not who
 * gets that receipt or stands on it.
 */
export function bringsAnother(added: Joining, to: Joining): boolean {
  const gets = added.standing === 'ready' ? [added.recipient_id] : []
  const of = to.recipient_id === null ? peopleOn(to) : [to.recipient_id]
  return new Set([...of, ...peopleOn(added), ...gets]).size > 1
}
type Joining = Showing & Pick<FoundItem, 'standing' | 'recipient_id'>

/** The employees who stand on a receipt that somebody else is to get; none where that person stands on it too. */
export function othersOn(item: Showing, to: number): number[] {
  const shown = peopleOn(item)
  return shown.includes(to) ? [] : shown
}
