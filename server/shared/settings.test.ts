import { beforeAll, expect, test } from 'vitest'
import { settings, type SettingKey } from '#contract/settings.ts'
import { bareCompany, inCompany, testServices } from '../testing/services.ts'
import type { Services } from './services.ts'
import { getSettings, setSetting } from './settings.ts'

let services: Services
beforeAll(async () => {
  services = await testServices()
  await bareCompany(services, 41)
  await bareCompany(services, 42)
})

test('every default is one that its own schema takes', () => {
  for (const [key, { schema, default: otherwise }] of Object.entries(settings)) {
    expect(schema.safeParse(otherwise), key).toMatchObject({ success: true, data: otherwise })
  }
})

test('a company’s choice replaces the default, for it alone, and is evidence with old and new', async () => {
  await inCompany(services, 41, (tx) => setSetting(tx, 'certificates.most_active', 3, null))
  await inCompany(services, 41, (tx) => setSetting(tx, 'certificates.most_active', 5, null))
  expect((await inCompany(services, 41, getSettings))['certificates.most_active']).toBe(5)
  expect((await inCompany(services, 42, getSettings))['certificates.most_active']).toBe(1)
  const events = await inCompany(services, 41, (tx) =>
    tx.db.selectFrom('events').select('data').where('subject_kind', '=', 'setting').orderBy('id').execute(),
  )
  expect(events.map(({ data }) => data)).toEqual([
    { key: 'certificates.most_active', before: 1, after: 3 },
    { key: 'certificates.most_active', before: 3, after: 5 },
  ])
})

test('a value out of range is refused, and a row that is no longer in range counts as absent', async () => {
  const tooWeak: [SettingKey, unknown][] = [
    ['password.min_length', 7],
    ['password.min_digits', 0],
    ['password.history', 0],
    ['certificates.most_active', 6],
    ['employees.check_digits', 'maybe'],
  ]
  for (const [key, value] of tooWeak) {
    const set = inCompany(services, 41, (tx) => setSetting(tx, key, value as never, null))
    await expect(set, key).rejects.toThrow()
  }
  await inCompany(services, 42, (tx) =>
    tx.db.insertInto('settings').values({ company_id: 42, key: 'password.min_length', value: '4' }).execute(),
  )
  expect((await inCompany(services, 42, getSettings))['password.min_length']).toBe(8)
})
