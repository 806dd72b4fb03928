import { expect, test } from 'vitest'
import { unsubscription } from '#contract/employees/import.ts'
import { integrationProfiles } from '#contract/employees/integration-profiles.ts'
import { addIntegrationProfile } from '#server/areas/employees/integration-profiles.ts'
import { companyBySlug } from '#server/shared/across.ts'
import type { TestSmtp } from '#server/testing/smtp.ts'
import { ask } from './support/client.ts'
import { inside, rowsOf } from './support/inside.ts'
import { type Mortal, takenOf } from './support/kills.ts'
import { confirmThroughKills, makePeople } from './support/many-people.ts'
import { aMortal } from './support/mortal.ts'

const people = 6000
const kills = 30

// Each run kills a server whose process of the same engine signs, publishes and mails: payroll-kill.test.ts.
test(
  `${people} people get an integration profile, and then their stays end, once each through ${kills} kills`,
  { tags: ['long'] },
  async () => {
    const { server, smtp } = await aMortal()
    const { as, cuils } = await makePeople(server, people)
    await giveProfile(server, smtp, as, cuils)
    await endStays(server, smtp, as, cuils)
    // Nobody got a mail that isn't known here.
    const [known] = await rowsOf<{ mails: number }>(
      server.dataDir,
      'select count(*)::int as mails from mails',
    )
    expect(takenOf(smtp).size).toBe(known?.mails)
    await server.stop()
  },
)

async function giveProfile(
  server: Mortal,
  smtp: TestSmtp,
  as: string,
  cuils: readonly string[],
): Promise<void> {
  const profile = await inside(server.dataDir, async (services) => {
    const company = await companyBySlug(services.database.pool, 'temporada')
    return services
      .tenant(company?.id ?? 0)
      .write((tx) => addIntegrationProfile(tx, { name: 'Academia', address: 'https://academia.example/' }))
  })
  const file = { name: 'curso.csv', bytes: Buffer.from(['cuil', ...cuils].join('\n')) }
  const { data: begun } = await ask(
    server.url,
    integrationProfiles.assign,
    { profileTypesId: [profile] },
    { as, file },
  )
  await confirmThroughKills(server, as, begun.id, kills)
  const [found] = await rowsOf(
    server.dataDir,
    `select p.status, p.done, p.failed,
      (select count(*)::int from user_profiles where profile_id = ${profile}) as holders,
      (select count(*)::int from events where act = 'profiles_changed') as events,
      (select count(distinct subject_id)::int from events where act = 'profiles_changed') as told,
      (select count(*)::int from mails where event = 'profiles_changed') as mails
     from processes p where p.kind = 'integration_profiles'`,
  )
  expect(found).toEqual({
    status: 'successful',
    done: people,
    failed: 0,
    holders: people,
    events: people,
    told: people,
    mails: people,
  })
  await expectMailedOnce(server, smtp, 'profiles_changed', people)
}

async function endStays(server: Mortal, smtp: TestSmtp, as: string, cuils: readonly string[]): Promise<void> {
  // The first half ends at once, the other half in some days.
  const day = (plus: number) =>
    new Date(Date.now() + plus * 86_400_000).toISOString().slice(0, 10).split('-').toReversed().join('/')
  const now = Math.floor(people / 2)
  const lines = cuils.map((cuil, at) => `${cuil};${day(at < now ? -2 : 20)};`)
  const file = {
    name: 'temporada.csv',
    bytes: Buffer.from(['cuil;fechabaja;observaciones', ...lines].join('\n')),
  }
  const { data: begun } = await ask(
    server.url,
    unsubscription.upload,
    { motivo: 'contract_end' },
    { as, file },
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
  await expectMailedOnce(server, smtp, 'employment_ended', now)
}

/** A mail was taken twice only where a kill fell between its being taken and our note of it. */
async function expectMailedOnce(server: Mortal, smtp: TestSmtp, event: string, times: number): Promise<void> {
  const rows = await rowsOf<{ message_id: string }>(
    server.dataDir,
    'select message_id from mails where event = $1',
    [event],
  )
  const sent = new Set(rows.map(({ message_id }) => message_id))
  const taken = [...takenOf(smtp)].filter(([id]) => sent.has(id))
  const explained = new Set([...server.cutOff].map((one) => one.split(' ')[0]))
  expect(taken).toHaveLength(times)
  expect(taken.filter(([id, count]) => count > 1 && !explained.has(id))).toEqual([])
}
