import { beforeAll, describe, expect, test } from 'vitest'
import type { Need } from '#contract/actions.ts'
import type { Call } from '#contract/call.ts'
import { type ProfileKind, profileKinds } from '#contract/permissions/profiles.ts'
import { session } from '#contract/session/session.ts'
import type { MadeCompany } from './areas/company/operations.ts'
import { type TestApp, testApp } from './testing/app.ts'
import { aCompany, aPerson, inCompany, type Person, signIn, stepUp } from './testing/factories.ts'
import { sampleOf } from './testing/samples.ts'

/**
 * Makes every bound call under every kind of profile, at each site: allowed exactly where the call's declared need is
 * satisfied. New calls and kinds are covered automatically.
 */
let app: TestApp
let company: MadeCompany

interface Standing {
  name: string
  /** The profiles' actions together; null without a session. */
  actions: readonly number[] | null
  site: 's' | 'e'
  person: Person
  bearer: string | undefined
}
let standings: Standing[]

const kinds: { name: string; profiles: ProfileKind[]; site: 's' | 'e' }[] = [
  { name: 'an employee', profiles: ['employee'], site: 'e' },
  { name: 'full HR', profiles: ['hr'], site: 's' },
  { name: 'full HR that makes certificates', profiles: ['hr', 'certificate_holder'], site: 's' },
  { name: 'limited HR', profiles: ['limited'], site: 's' },
  { name: 'a manager', profiles: ['manager'], site: 's' },
  { name: 'HR as an employee', profiles: ['employee', 'hr'], site: 'e' },
  { name: 'a manager who is an employee', profiles: ['employee', 'manager'], site: 's' },
]

beforeAll(async () => {
  app = await testApp()
  company = await aCompany(app)
  standings = []
  for (const { name, profiles, site } of kinds) {
    const person = await aPerson(app, company, {
      profiles,
      sector: 'Ventas',
      filters: profiles.includes('limited') ? [{ sector: 'Ventas' }] : [],
    })
    const actions = site === 'e' ? [] : profiles.flatMap((kind) => [...profileKinds[kind].actions])
    standings.push({ name, actions, site, person, bearer: await signIn(app, company, person, site) })
  }
  const [nobody] = standings
  if (nobody) standings.unshift({ ...nobody, name: 'nobody', actions: null, bearer: undefined })
})

/** The table of needs, written here independently of the server's implementation. */
function expected(need: Need, { actions, site }: Standing): 'in' | 'out' {
  if (need === 'public') return 'in'
  if (actions === null) return 'out'
  if (need === 'session') return 'in'
  if (need === 'self') return site === 'e' ? 'in' : 'out'
  if (site === 'e') return 'out'
  return need === 'hr' || need.some((action) => actions.includes(action)) ? 'in' : 'out'
}

const shut = new Set([
  'SESSION_REQUIRED',
  'SESSION_EXPIRED',
  'SESSION_OTHER_SITE',
  'SESSION_RESTRICTED',
  'SYSTEM_ACTION_NOT_GRANTED',
])

test('every call admits exactly the profiles that its need names', async () => {
  const walked = app.calls.filter(({ path }) => path !== session.logout.path)
  for (const standing of standings) {
    const seen: Record<string, string> = {}
    const wanted: Record<string, string> = {}
    for (const call of walked) {
      // Nothing is done: what is let in is refused for a field that no call has.
      const ids = Object.fromEntries([...call.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, 999_999]))
      const { code = '' } = await app.call(call, { ...ids, campo_que_no_existe: '1' } as never, {
        as: standing.bearer,
      })
      seen[`${call.method} ${call.path}`] = shut.has(code) ? 'out' : 'in'
      wanted[`${call.method} ${call.path}`] = expected(call.need, standing)
    }
    expect({ [standing.name]: seen }).toEqual({ [standing.name]: wanted })
  }
})

test('a call with actions is shut to some kind and open to another: a need that lets all in is none', () => {
  for (const call of app.calls.filter(({ need }) => Array.isArray(need))) {
    const found = new Set(standings.map((standing) => expected(call.need, standing)))
    expect([call.path, found.has('out')]).toEqual([call.path, true])
  }
})

test('an employee without a management profile has no session at the portal, and the other way round', async () => {
  const [employee] = standings.filter(({ name }) => name === 'an employee')
  const [hr] = standings.filter(({ name }) => name === 'full HR')
  for (const [who, site] of [
    [employee, 's'],
    [hr, 'e'],
  ] as const) {
    if (!who) throw new Error('nobody')
    await expect(signIn(app, company, who.person, site)).rejects.toThrow()
  }
})

describe('nobody raises their own rights', () => {
  const rightsOf = (id: number) =>
    inCompany(app, company.id, async (tx) => ({
      profiles: await tx.db
        .selectFrom('user_profiles')
        .select(['profile_id', 'type'])
        .where('user_id', '=', id)
        .orderBy('profile_id')
        .execute(),
      filters: await tx.db
        .selectFrom('user_filters')
        .select(['sector_id', 'location_id'])
        .where('user_id', '=', id)
        .orderBy('id')
        .execute(),
      actions: await tx.db
        .selectFrom('profile_actions')
        .select(['profile_id', 'action'])
        .orderBy('profile_id')
        .orderBy('action')
        .execute(),
      kinds: await tx.db
        .selectFrom('profiles')
        .select(['id', 'type', 'kind', 'sees_confidential', 'mfa_required'])
        .orderBy('id')
        .execute(),
      place: await tx.db
        .selectFrom('employees')
        .select(['sector_id', 'location_id', 'manager_id', 'confidential'])
        .where('id', '=', id)
        .executeTakeFirst(),
    }))

  /** Everything that a call takes, about oneself: every profile there is, every person, no filter at all. */
  function aboutMyself(call: Call, id: number): Record<string, never> {
    const every = Object.values(company.profiles)
    const wanted: Record<string, unknown> = { ...sampleOf(call, id) }
    for (const name of Object.keys(wanted)) {
      if (/perfil/.test(name)) wanted[name] = Array.isArray(wanted[name]) ? every : every[1]
      if (/filtro/.test(name)) wanted[name] = []
    }
    return wanted as Record<string, never>
  }

  test.each(['full HR', 'limited HR', 'a manager', 'an employee'])(
    '%s',
    async (name) => {
      const standing = standings.find((one) => one.name === name)
      if (!standing) throw new Error(`no ${name}`)
      const { person, site } = standing
      const before = await rightsOf(person.id)
      let as = standing.bearer
      let headers = site === 's' && as ? await stepUp(app, as) : {}
      for (const call of app.calls) {
        if (call.method === 'GET' || call.need === 'public' || call.path === session.logout.path) continue
        const { code } = await app.call(call, aboutMyself(call, person.id), { as, headers })
        // It was understood, and refused for whose it is: or nothing would have been tried.
        if (name === 'full HR' && /profile\/users/.test(call.path)) expect(code).toMatch(/^05(027|1)/)
        if (code !== 'SESSION_EXPIRED') continue
        // The call before ended the session (a password, a mail): this one is tried in a new one.
        as = await signIn(app, company, person, site)
        headers = site === 's' ? await stepUp(app, as) : {}
        await app.call(call, aboutMyself(call, person.id), { as, headers })
      }
      expect(await rightsOf(person.id)).toEqual(before)
    },
    60_000,
  )
})
