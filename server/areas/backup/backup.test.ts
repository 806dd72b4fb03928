import { beforeAll, expect, test } from 'vitest'
import { backup } from '#contract/backup.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aBystander } from '#server/testing/bystander.ts'
import { aCompany, anAdministrator, inCompany, signIn } from '#server/testing/factories.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

test('a backup is shown only to administrators with a second factor, and only at the portal', async () => {
  const company = await aCompany(app)
  await aBystander(app, company)
  const person = await anAdministrator(app, company)
  const ask = (as: string) => app.call(backup.download, { download: 'abc' }, { as })
  expect(await ask(person.bearer)).toMatchObject({ status: 422, code: 'SYSTEM_MFA_AUTH_NOT_CONFIGURED' })
  const now = new Date()
  await inCompany(app, company.id, (tx) =>
    tx.db
      .insertInto('factors')
      .values({
        company_id: company.id,
        user_id: person.id,
        kind: 'mail',
        mail: 'respaldo@correo.example',
        confirmed_at: now,
        created_at: now,
      })
      .execute(),
  )
  expect(await ask(person.bearer)).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  expect((await app.call(backup.download, { download: 'abc' })).status).toBe(401)
  await inCompany(app, company.id, (tx) =>
    tx.db
      .insertInto('user_profiles')
      .values({ company_id: company.id, user_id: person.id, profile_id: company.profiles.employee, type: 1 })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
  // The other site's session begins restricted here; either way nothing is said.
  const employee = await signIn(app, company, person, 'e')
  expect((await ask(employee)).status).toBe(403)
})
