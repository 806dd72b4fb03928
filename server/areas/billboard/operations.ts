import type { Db } from '#server/shared/tenancy.ts'
import { countForReader, unreadOf } from './queries.ts'

export { addFile } from './files.ts'
export { readPost } from './reading.ts'
export { savePost } from './saving.ts'

/** Posts for one employee on a day: how many there are, and those that ask to be read and weren't. */
export async function billboardOf(db: Db, employee: number, day: string) {
  return { total: await countForReader(db, employee, day), por_leer: await unreadOf(db, employee, day) }
}
