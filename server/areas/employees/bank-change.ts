import { accountNumbers, bankFields, type EmployeeChanges } from '#contract/employees/record.ts'
import { type Author, recordEvent } from '#server/shared/evidence/events.ts'
import { credentialsOf } from '#server/shared/identity/credentials.ts'
import { queueMails } from '#server/shared/mail/mail.ts'
import type { Services } from '#server/shared/services.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { addressesOf } from './addresses.ts'
import { type FoundRecord, lastFour } from './record.ts'

/** Whether a change touches how somebody is paid. */
export function changesBank(changes: EmployeeChanges): boolean {
  return bankFields.some((field) => field in changes)
}

/**
 * Records a change of somebody's account with masked numbers, and mails it to every address of theirs: a payment sent to
 * another account would otherwise be noticed on payday. Nothing where the change doesn't touch it.
 */
export async function noteBankChange(
  tx: Tx,
  services: Pick<Services, 'config' | 'clock'>,
  {
    before,
    changes,
    evidence,
    mailed = false,
  }: {
    before: FoundRecord
    changes: EmployeeChanges
    evidence: Author
    /** The caller mails it, with a link to freeze what was proposed. */
    mailed?: boolean
  },
): Promise<void> {
  if (!changesBank(changes)) return
  const { id } = before
  const is = { ...before, ...changes }
  await recordEvent(tx, {
    subject: { kind: 'employee', id },
    act: 'bank_changed',
    ...evidence,
    at: services.clock(),
    data: {
      fields: bankFields.filter((field) => field in changes),
      was: masked(before),
      is: masked(is),
    },
  })
  if (mailed) return
  const user = await credentialsOf(tx.db, id)
  await queueMails(
    tx,
    services,
    (await addressesOf(tx.db, id, services.clock())).map((to) => ({
      event: 'bank_account_changed' as const,
      userId: id,
      to,
      language: user.language,
      variables: { nombre: user.first_name },
    })),
  )
}

/** The numbers of an account by their last four characters. */
function masked(record: Partial<Record<(typeof accountNumbers)[number], string | null | undefined>>) {
  return Object.fromEntries(accountNumbers.map((field) => [field, lastFour(record[field] ?? null)]))
}
