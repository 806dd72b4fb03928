import { refuse } from '#server/shared/errors.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { offeredType, offeredTypes, type OfferedRow } from './queries.ts'

export { lapsingOf } from './lapsing.ts'
export { isActive, papersOf } from './queries.ts'

export { endPaper, sentPaper } from './deciding.ts'
export { placeOf } from './places.ts'
export { sendPaper } from './sending.ts'
export { putSheet } from './sheets.ts'

/** A type that takes what employees send. @throws {Refusal} UPLOAD_TYPE_NOT_OFFERED */
export async function offeredPaper(tx: Tx, id: number): Promise<OfferedRow> {
  return (await offeredType(tx.db, id)) ?? refuse('UPLOAD_TYPE_NOT_OFFERED', 'tipo')
}

/** All types that take what employees send, by name. */
export async function papersOffered(tx: Tx): Promise<{ id: number; nombre: string }[]> {
  const types = await offeredTypes(tx.db).execute()
  return types.map(({ id, tipo }) => ({ id, nombre: tipo }))
}
