import { refuse } from '../../shared/errors.ts'
import type { Services } from '../../shared/services.ts'
import type { Tx } from '../../shared/tenancy.ts'
import type { Viewer } from '../../shared/visibility.ts'
import { findRecord, surroundings } from './queries.ts'

/** A record as the wire shows it: accounts by their last four characters. Out of reach is NOT_FOUND. */
export async function recordFor(tx: Tx, { clock }: Pick<Services, 'clock'>, viewer: Viewer, id: number) {
  const record = await findRecord(tx.db, viewer, id)
  if (!record) refuse('NOT_FOUND')
  return {
    ...record,
    ...(await surroundings(tx.db, record, clock())),
    cuenta: lastFour(record.cuenta),
    cbu: lastFour(record.cbu),
    propio: id === viewer.userId,
  }
}

function lastFour(account: string | null): string | null {
  return account && `••••${account.slice(-4)}`
}
