import type { Tx } from '#server/shared/tenancy.ts'
import { type RecordColumns, touches } from './columns.ts'

/** Writes the address and the bank account that a record has beside it, where anything of them is said. */
export async function writeSideRecords(
  tx: Tx,
  id: number,
  { address, bank }: Pick<RecordColumns, 'address' | 'bank'>,
): Promise<void> {
  const key = { company_id: tx.company, employee_id: id }
  if (touches(address))
    await tx.db
      .insertInto('employee_addresses')
      .values({ ...address, ...key })
      .onConflict((on) => on.columns(['company_id', 'employee_id']).doUpdateSet({ ...address, ...key }))
      .execute()
  if (touches(bank))
    await tx.db
      .insertInto('employee_bank_accounts')
      .values({ ...bank, ...key })
      .onConflict((on) => on.columns(['company_id', 'employee_id']).doUpdateSet({ ...bank, ...key }))
      .execute()
}
