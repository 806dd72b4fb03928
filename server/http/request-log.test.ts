import { beforeAll, expect, test, vi } from 'vitest'
import { employees } from '#contract/employees/employees.ts'
import { codeOf } from '#contract/errors.ts'
import { session } from '#contract/session/session.ts'
import type { MadeCompany } from '../areas/company/operations.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { aCompany, aPerson, signIn } from '../testing/factories.ts'

let app: TestApp
let company: MadeCompany
beforeAll(async () => {
  app = await testApp()
  company = await aCompany(app)
})

/** The entries that an act leaves in the log. */
async function entriesOf(act: () => Promise<unknown>): Promise<unknown[]> {
  const log = vi.spyOn(app.services.log, 'info')
  try {
    await act()
    return log.mock.calls.map(([entry]): unknown => entry)
  } finally {
    log.mockRestore()
  }
}

test('a refused call is logged with its user and its code, and without its address or query', async () => {
  const person = await aPerson(app, company)
  const as = await signIn(app, company, person, 'e')
  const entries = await entriesOf(() => app.call(employees.list, { buscar: 'Ledesma' }, { as }))
  expect(entries).toEqual([
    {
      requestId: expect.any(String),
      method: 'GET',
      route: expect.stringContaining(employees.list.path),
      status: 403,
      ms: expect.any(Number),
      company: company.id,
      user: person.id,
      refusal: codeOf('SESSION_OTHER_SITE'),
    },
  ])
})

test('a failed sign-in is logged with the users that it meant, and without what was typed', async () => {
  const person = await aPerson(app, company)
  const typed = { user: person.username, password: 'otra-cosa-9', site: 'e' as const }
  const entries = await entriesOf(() => app.call(session.login, typed))
  expect(entries).toEqual([
    { users: [{ company: company.id, user: person.id }] },
    expect.objectContaining({ route: expect.any(String), refusal: codeOf('WRONG_CREDENTIALS') }),
  ])
  expect(JSON.stringify(entries)).not.toContain(typed.user)
  const unknown = await entriesOf(() => app.call(session.login, { ...typed, user: 'nadie.asi' }))
  expect(unknown[0]).toEqual({ users: [] })
})
