import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { employeeImport } from '#contract/employees/import.ts'
import { session } from '#contract/session/session.ts'
import { aCompany, aPerson, inCompany, password } from '#server/testing/factories.ts'
import type { Tx } from '#server/shared/tenancy.ts'
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
    const made = await inCompany(app, company.id, (tx) => addPeople(tx, people))
    return { username: hr.username, cuils: made }
  })
  const { data } = await ask(server.url, session.login, { user: username, password })
  return { as: data.jwt, cuils }
}

/** Adds people with an address each to a company, since 2020 in it. Returns their tax ids. */
export async function addPeople({ db, company }: Tx, people: number): Promise<string[]> {
  const made = await sql<{ cuil: string }>`with made as (
        insert into users (company_id, username, first_name, last_name, mail, country)
        select ${company}, 'baja' || n, 'Nombre', 'Apellido' || n, 'baja' || n || '@correo.example', 'AR'
        from generate_series(1, ${people}::int) n returning id),
      records as (insert into employees (company_id, id, file_number, dni, cuil, state)
        select ${company}, id, 'L' || id, (90000000 + id)::text, (20900000000 + id)::text, 'active' from made
        returning id, cuil),
      stays as (insert into employments (company_id, employee_id, starts_on, state)
        select ${company}, id, '2020-03-01', 'running' from records returning employee_id)
    select cuil from records order by id`.execute(db)
  return made.rows.map(({ cuil }) => cuil)
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
  await untilQuiet(server.dataDir, 60)
}
