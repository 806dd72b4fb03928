import { openFirst } from './first-sign-ins.ts'
import { demonstrationPassword } from './password.ts'
import { putTogether } from '#server/areas/relations/queries.ts'
import { hashPassword } from '#server/shared/identity/hashing.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import type { Services } from '#server/shared/services.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'

const office = { address: '203.0.113.20', device: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/153 Safari/537.36' }

interface Place {
  company: MadeCompany
  users: ReadonlyMap<string, number>
}

/**
 * Mariana Etchegaray of Austral also advises another company: there she is a user without an employee's record, with
 * another user name, related to her own company's user.
 */
export async function relateMariana(services: Services, home: Place, other: Place): Promise<void> {
  const { pool } = services.database
  const at = services.clock()
  const hash = await hashPassword(demonstrationPassword(services.config))
  const adviser = await services.tenant(other.company.id).write(async (tx) => {
    const { id } = await tx.db
      .insertInto('users')
      .values({
        company_id: tx.company,
        username: 'mariana_asesora',
        first_name: 'Mariana',
        last_name: 'Etchegaray',
        mail: 'mariana@etchegaray.example',
        country: 'AR',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx.db
      .insertInto('user_profiles')
      .values({ company_id: tx.company, user_id: id, profile_id: other.company.profiles.hr, type: 2 })
      .execute()
    await openFirst(tx, [id], { hash, language: 'es', at, detail: office })
    return { company: tx.company, userId: id }
  })
  const mariana = { company: home.company.id, userId: home.users.get('mariana') ?? 0 }
  await putTogether(pool, mariana, adviser, at)
  for (const { company, userId } of [mariana, adviser])
    await services.tenant(company).write((tx) =>
      recordEvent(tx, {
        subject: { kind: 'credential', id: userId },
        act: 'related',
        actorId: userId,
        at,
        detail: office,
      }),
    )
}
