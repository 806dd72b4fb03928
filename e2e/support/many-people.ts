import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { employeeImport } from '#contract/employees/import.ts'
import { session } from '#contract/session/session.ts'
import { aCompany, aPerson, inCompany, password } from '#server/testing/factories.ts'
import { ask } from './client.ts'
import { inside } from './inside.ts'
import type { Mortal } from './kills.ts'
import { untilQuiet } from './ledger.ts'

/** People with an address each, and an administrator, whose bearer is answered. */
export async function makePeople(server: Mortal, people: number): Promise<{ as: string; cuils: string[] }> {
  const { username, cuils } = await inside(server.dataDir, async (services) => {
    const app = { services }
    const company = await aCompany(app, { slug: 'temporada' })
    const hr = await aPerson(app, company, { profiles: ['hr'] })
    const made = await inCompany(app, company.id, async ({ db }) => {
      await sql`with made as (
            insert into users (company_id, username, first_name, last_name, mail, country)
            select ${company.id}, 'baja' || n, 'Nombre', 'Apellido' || n, 'baja' || n || '@correo.example', 'AR'
            from generate_series(1, ${people}) n returning id),
          records as (insert into employees (company_id, id, file_number, dni, cuil, state)
            select ${company.id}, id, 'L' || id, (90000000 + id)::text, (20900000000 + id)::text, 'active' from made
            returning id)
        insert into employments (company_id, employee_id, starts_on, state)
        select ${company.id}, id, '2020-03-01', 'running' from records`.execute(db)
      return db.selectFrom('employees').select('cuil').where('id', '<>', hr.id).orderBy('id').execute()
    })
    return { username: hr.username, cuils: made.map(({ cuil }) => cuil) }
  })
  const { data } = await ask(server.url, session.login, { user: username, password })
  return { as: data.jwt, cuils }
}

/** Confirms a file of people once its dry run is done, kills the server while it works, and waits until all is done. */
export async function confirmThroughKills(
  server: Mortal,
  as: string,
  id: number,
  kills: number,
): Promise<void> {
  for (;;) {
    const { data } = await ask(server.url, employeeImport.one, { id }, { as })
    if (data.paso === 'preview') break
    await sleep(200)
  }
  const { data: proof } = await ask(server.url, session.stepUp, { password }, { as })
  const confirmed = await ask(server.url, employeeImport.confirm, { id }, { as, stepUp: proof.ticket })
  expect(confirmed.data.paso).toBe('running')
  for (let killed = 0; killed < kills; killed++) {
    await sleep(randomInt(20, 400))
    await server.kill('server')
  }
  await untilQuiet(server.dataDir, 300)
}
