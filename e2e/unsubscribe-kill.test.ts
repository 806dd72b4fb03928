import { expect, test } from 'vitest'
import { unsubscription } from '#contract/employees/import.ts'
import { ask } from './support/client.ts'
import { rowsOf } from './support/inside.ts'
import { takenOf } from './support/kills.ts'
import { confirmThroughKills, makePeople } from './support/many-people.ts'
import { aMortal } from './support/mortal.ts'

const { people, kills } = process.env.LONG ? { people: 6000, kills: 30 } : { people: 500, kills: 1 }

test(
  `${people} stays end once each through ${kills} kills`,
  { timeout: process.env.LONG ? 1_800_000 : 120_000 },
  async () => {
    const { server, smtp } = await aMortal()
    const { as, cuils } = await makePeople(server, people)
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
    await confirmThroughKills(server, as, begun.id, kills)

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
