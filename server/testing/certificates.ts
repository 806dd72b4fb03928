import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { DB } from '../db/schema.ts'
import type { MadeCompany } from '../areas/company/operations.ts'
import type { TestApp } from './app.ts'
import { inCompany } from './factories.ts'

/** Makes another certificate like one of a company, different in some columns; returns its id. */
export async function copyCertificate(
  app: Pick<TestApp, 'services'>,
  company: MadeCompany,
  id: number,
  different: Partial<Pick<Insertable<DB['certificates']>, 'valid_until' | 'wrapped_key' | 'expired_at'>> = {},
): Promise<number> {
  return inCompany(app, company.id, async ({ db }) => {
    const {
      id: _,
      wrapped_key,
      ...like
    } = await db.selectFrom('certificates').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const made = await db
      .insertInto('certificates')
      .values({ ...like, wrapped_key: JSON.stringify(wrapped_key), serial: randomUUID(), ...different })
      .returning('id')
      .executeTakeFirstOrThrow()
    return made.id
  })
}
