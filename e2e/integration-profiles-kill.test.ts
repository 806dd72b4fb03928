import { expect, test } from 'vitest'
import { integrationProfiles } from '#contract/employees/integration-profiles.ts'
import { addIntegrationProfile } from '#server/areas/employees/integration-profiles.ts'
import { companyBySlug } from '#server/shared/across.ts'
import { ask } from './support/client.ts'
import { inside, rowsOf } from './support/inside.ts'
import { takenOf } from './support/kills.ts'
import { confirmThroughKills, makePeople } from './support/many-people.ts'
import { aMortal } from './support/mortal.ts'

const { people, kills } = process.env.LONG ? { people: 6000, kills: 30 } : { people: 250, kills: 1 }

test(
  `${people} people get an integration profile once each through ${kills} kills`,
  { timeout: process.env.LONG ? 1_800_000 : 120_000 },
  async () => {
    const { server, smtp } = await aMortal()
    const { as, cuils } = await makePeople(server, people)
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
    const taken = takenOf(smtp)
    const doubles = [...taken].filter(([, times]) => times > 1).map(([id]) => id)
    const explained = new Set([...server.cutOff].map((one) => one.split(' ')[0]))
    expect(taken.size).toBe(people)
    expect(doubles.filter((id) => !explained.has(id))).toEqual([])
    await server.stop()
  },
)
