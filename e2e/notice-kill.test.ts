import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { billboard } from '#contract/billboard.ts'
import { documentOf } from '#contract/rich-text.ts'
import { session } from '#contract/session/session.ts'
import { aCompany, aPerson, inCompany, password } from '#server/testing/factories.ts'
import { ask } from './support/client.ts'
import { inside, rowsOf } from './support/inside.ts'
import { type Mortal, takenOf } from './support/kills.ts'
import { untilQuiet } from './support/ledger.ts'
import { aMortal } from './support/mortal.ts'

const people = 5000
const kills = 30

// Each run kills a server that mails a payroll’s people, by the same kind of process: payroll-kill.test.ts.
test(`${people} people are told of a post once each through ${kills} kills`, { tags: ['long'] }, async () => {
  const { server, smtp } = await aMortal()
  const as = await makePeople(server)
  const day = (plus: number) => new Date(Date.now() + plus * 86_400_000).toISOString().slice(0, 10)
  const { data: post } = await ask(
    server.url,
    billboard.create,
    {
      titulo: 'Protocolo de calor',
      texto: { ...documentOf('Con más de 34 °C hay pausa.') },
      desde: day(-1),
      hasta: day(9),
      todos_los_sectores: true,
      todas_las_locaciones: true,
      pide_leido: true,
      publicar: true,
    },
    { as },
  )
  const { data } = await ask(server.url, billboard.change, { id: post.id, acto: 'recordar' }, { as })
  for (let killed = 0; killed < kills; killed++) {
    await sleep(randomInt(20, 400))
    await server.kill('server')
  }
  await untilQuiet(server.dataDir, 300)

  const [told] = await rowsOf<{ status: string; done: number; mails: number }>(
    server.dataDir,
    `select status, done, (select count(*)::int from mails where event = 'post_reminder') as mails
       from processes where kind = 'post_notice'`,
  )
  expect(told).toEqual({ status: 'successful', done: data.personas, mails: data.personas })
  const taken = takenOf(smtp)
  const doubles = [...taken].filter(([, times]) => times > 1).map(([id]) => id)
  const explained = new Set([...server.cutOff].map((one) => one.split(' ')[0]))
  expect(taken.size).toBe(data.personas)
  expect(doubles.filter((id) => !explained.has(id))).toEqual([])
  await server.stop()
})

/** People with an address each, and an administrator, whose bearer is answered. */
async function makePeople(server: Mortal): Promise<string> {
  const { username } = await inside(server.dataDir, async (services) => {
    const app = { services }
    const company = await aCompany(app, { slug: 'cartelera' })
    const hr = await aPerson(app, company, { profiles: ['hr'] })
    await inCompany(app, company.id, ({ db }) =>
      sql`with made as (
          insert into users (company_id, username, first_name, last_name, mail, country)
          select ${company.id}, 'aviso' || n, 'Nombre', 'Apellido' || n, 'aviso' || n || '@correo.example', 'AR'
          from generate_series(1, ${people - 1}) n returning id)
        insert into employees (company_id, id, file_number, dni, cuil, state)
        select ${company.id}, id, 'L' || id, (90000000 + id)::text, (20900000000 + id)::text, 'active' from made`.execute(
        db,
      ),
    )
    return hr
  })
  const { data } = await ask(server.url, session.login, { user: username, password })
  return data.jwt
}
