import { sql } from 'kysely'
import type { TestApp } from './app.ts'

/** How many statements of the test's database wait for a lock at this moment. */
export async function countWaiting({ services }: TestApp): Promise<number> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(services.database.db)
  return rows.length
}
