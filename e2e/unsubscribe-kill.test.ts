import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { employeeImport, unsubscription } from '#contract/employees/import.ts'
import { session } from '#contract/session/session.ts'
import { aCompany, aPerson, inCompany, password } from '#server/testing/factories.ts'
import { startSmtp } from '#server/testing/smtp.ts'
import { ask } from './support/client.ts'
import { inside, rowsOf } from './support/inside.ts'
import { type Mortal, startMortal, takenOf } from './support/kills.ts'
import { untilQuiet } from './support/ledger.ts'
import { removeDataDir } from './support/server.ts'

const { people, kills } = process.env.LONG ? { people: 6000, kills: 30 } : { people: 500, kills: 1 }

const cleaning: (() => unknown)[] = []
afterAll(async () => {
  for (const clean of cleaning.toReversed()) await clean()
})

test(
  `${people} stays end once each through ${kills} kills`,
  { timeout: process.env.LONG ? 1_800_000 : 120_000 },
  async () => {
    const smtp = await startSmtp()
    cleaning.push(() => smtp.close())
    const server = await startMortal(smtp)
    cleaning.push(
      () => removeDataDir(server.dataDir),
      () => server.end(),
    )
    const { as, cuils } = await makePeople(server)
    // The first half ends at once, the other half in some days.
    const day = (plus: number) =>
      new Date(Date.now() + plus * 86_400_000).toISOString().slice(0, 10).split('-').toReversed().join('/')
    const now = Math.floor(people / 2)
    const lines = cuils.map((cuil, at) => `${cuil};${day(at < now ? -2 : 20)};`)
    const { data: begun } = await ask(
      server.url,
      unsubscription.upload,
      { motivo: 'contract_end' },
      {
        as,
        file: {
          name: 'temporada.csv',
          bytes: Buffer.from(['cuil;fechabaja;observaciones', ...lines].join('\n')),
        },
      },
    )
    for (;;) {
      const { data } = await ask(server.url, employeeImport.one, { id: begun.id }, { as })
      if (data.paso === 'preview') break
      await sleep(200)
    }
    const { data: proof } = await ask(server.url, session.stepUp, { password }, { as })
    const confirmed = await ask(
      server.url,
      employeeImport.confirm,
      { id: begun.id },
      { as, stepUp: proof.ticket },
    )
    expect(confirmed.data.paso).toBe('running')
    for (let killed = 0; killed < kills; killed++) {
      await sleep(randomInt(20, 400))
      await server.kill('server')
    }
    await untilQuiet(server.dataDir, 300)

    const [found] = await rowsOf(
      server.dataDir,
      `select p.status, p.done, p.failed,
        (select count(*)::int from employees where state = 'inactive') as inactive,
        (select count(*)::int from employments where state = 'ended') as ended,
        (select count(*)::int from employments where state = 'running' and ends_on is not null) as planned,
        (select count(*)::int from stay_ends where state = 'acted') as acted,
        (select count(*)::int from stay_ends where state = 'planned') as waiting,
        (select count(*)::int from events where act = 'unsubscribed') as events,
        (select count(*)::int from mails where event = 'employment_ended') as mails
       from processes p where p.kind = 'unsubscription'`,
    )
    expect(found).toEqual({
      status: 'successful',
      done: people,
      failed: 0,
      inactive: now,
      ended: now,
      planned: people - now,
      acted: now,
      waiting: people - now,
      events: people,
      mails: now,
    })
    // The inactive are those whose stay ended, each with one end.
    const halves = await rowsOf(
      server.dataDir,
      `select e.id from employees e join employments s on s.employee_id = e.id
       where (e.state = 'inactive') <> (s.state = 'ended')`,
    )
    expect(halves).toEqual([])
    const taken = takenOf(smtp)
    const doubles = [...taken].filter(([, times]) => times > 1).map(([id]) => id)
    const explained = new Set([...server.cutOff].map((one) => one.split(' ')[0]))
    expect(taken.size).toBe(now)
    expect(doubles.filter((id) => !explained.has(id))).toEqual([])
    await server.stop()
  },
)

/** People with an address each, and an administrator, whose bearer is answered. */
async function makePeople(server: Mortal): Promise<{ as: string; cuils: string[] }> {
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
