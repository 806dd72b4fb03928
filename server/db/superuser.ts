import { Client } from 'pg'
import { StartRefused } from './refusal.ts'

/**
 * Refuses a database that is reached as a superuser, to whom row-level security doesn't apply: everything would work, and
 * nothing would keep companies apart where a query forgets its company.
 * @throws {StartRefused}
 */
export async function refuseSuperuser(url: string): Promise<void> {
  const client = new Client({ connectionString: url, application_name: 'legajo start' })
  client.on('error', () => {}) // reported by the query that fails
  await client.connect()
  try {
    const { rows } = await client.query('select from pg_roles where rolname = session_user and rolsuper')
    if (rows.length > 0)
      throw new StartRefused(
        'DATABASE_URL must name a role that is no superuser, since row-level security does not bind a superuser',
      )
  } finally {
    await client.end()
  }
}
