import { sql } from 'kysely'
import { sweepFiles } from './files.ts'
import { sealDue } from './seal.ts'
import type { Services } from './services.ts'
import { withTenant } from './tenancy.ts'
import { sweepThrottles } from './throttle.ts'

/** What comes by the clock and belongs to no area: sealing evidence, and sweeping what is of no use any more. */
export function registerUpkeep(services: Services): void {
  const { jobs, database } = services
  jobs.schedule('evidence.seal', { everySeconds: 5 }, async () => {
    await sealDue(services)
  })
  jobs.schedule('files.sweep', { cron: '17 * * * *' }, async () => {
    for (const company of await companies(services)) await sweepFiles(services, company)
  })
  jobs.schedule('rows.sweep', { cron: '47 * * * *' }, async () => {
    await sweepThrottles(services)
    for (const company of await companies(services)) {
      await withTenant(database.pool, jobs, company, async (tx) => {
        await sql`delete from idempotency_keys where created_at < now() - interval '1 day'`.execute(tx.db)
        await sql`delete from step_ups where expires_at < now() - interval '1 day'`.execute(tx.db)
      })
    }
  })
}

async function companies({ database }: Services): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from app.company_ids order by id`.execute(database.db)
  return rows.map((row) => row.id)
}
