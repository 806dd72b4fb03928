import { sql } from 'kysely'
import { session } from '#contract/session/session.ts'
import { aCompany, aPerson, inCompany, password } from '#server/testing/factories.ts'
import { ask } from './client.ts'
import { inside } from './inside.ts'
import type { Mortal } from './kills.ts'

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
