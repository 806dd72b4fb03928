import type { EmployeeChanges } from '#contract/employees/record.ts'
import type { Fault } from '#server/shared/errors.ts'
import { type Author, recordEvent } from '#server/shared/evidence/events.ts'
import type { Services } from '#server/shared/services.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { noteBankChange } from './bank-change.ts'
import { bankFaults } from './bank.ts'
import { differing, wasAndIs, writeChanges } from './editing.ts'
import { countryOf } from './queries.ts'
import { type FoundRecord, recordOf } from './record.ts'

/** Locks a person's record until the transaction ends, and reads it. Undefined where there is none. */
export async function lockRecord(tx: Tx, id: number): Promise<FoundRecord | undefined> {
  await tx.db.selectFrom('employees').select('id').where('id', '=', id).forUpdate().execute()
  return recordOf(tx.db, id)
}

/** The rules of a record that concern what its owner may change. */
export async function ownFaults(tx: Tx, changes: EmployeeChanges): Promise<Fault[]> {
  return bankFaults(await countryOf(tx.db), changes)
}

/**
 * Writes a change that the record's owner made, or that somebody decided, as evidence. Reach and rights are the caller's
 * to check. Returns what differed. Another account is mailed by the caller, with a link to freeze it.
 */
export async function applyOwnChanges(
  tx: Tx,
  services: Pick<Services, 'config' | 'clock'>,
  { id, input, evidence }: { id: number; input: EmployeeChanges; evidence: Author },
): Promise<EmployeeChanges> {
  const before = await lockRecord(tx, id)
  if (!before) throw new Error(`the record ${id} is gone`)
  const changes = differing(before, input)
  if (Object.keys(changes).length === 0) return changes
  await writeChanges(tx, id, changes, {})
  await recordEvent(tx, {
    subject: { kind: 'employee', id },
    act: 'changed',
    actorId: evidence.actorId,
    at: services.clock(),
    data: { fields: Object.keys(changes) },
    detail: { ...evidence.detail, text: JSON.stringify(wasAndIs(before, changes)) },
  })
  await noteBankChange(tx, services, { before, changes, evidence, mailed: true })
  return changes
}
