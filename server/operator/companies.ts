import { across } from '../shared/across.ts'
import { type ActOf, type Fact, recordEvent } from '../shared/evidence/events.ts'
import type { Tx } from '../shared/tenancy.ts'
import { CommandRefused, type Operator } from './command.ts'

const columns = [
  'id',
  'slug',
  'name',
  'country',
  'zone',
  'domain',
  'colour_primary',
  'logo_file_id',
  'blocked_for_payment',
  'payment_contact',
  'allowed_addresses',
  'created_at',
] as const

/** Every company of the installation, by name. */
export function allCompanies({ services }: Operator) {
  return across(services.database.pool, (db) =>
    db.selectFrom('companies').select(columns).orderBy('name').orderBy('id').execute(),
  )
}

export type Company = Awaited<ReturnType<typeof allCompanies>>[number]

/** The company of a slug. @throws {CommandRefused} there is none */
export async function companyOf({ services }: Operator, slug: string): Promise<Company> {
  const found = await across(services.database.pool, (db) =>
    db.selectFrom('companies').select(columns).where('slug', '=', slug).executeTakeFirst(),
  )
  if (!found) throw new CommandRefused(`there is no company "${slug}"; legajo company list shows them all`)
  return found
}

/** Records the operator's act as evidence of the company, with the user of the machine. */
export async function record(
  tx: Tx,
  { services, by }: Operator,
  act: ActOf<'company'>,
  data: Readonly<Record<string, Fact>> = {},
): Promise<void> {
  await recordEvent(tx, {
    subject: { kind: 'company', id: tx.company },
    act,
    actorId: null,
    at: services.clock(),
    data: { operator: by, ...data },
  })
}
