import { expect, test } from 'vitest'
import { integrations } from '#contract/integrations.ts'
import { setSetting } from '#server/shared/settings.ts'
import { testApp } from '#server/testing/app.ts'
import { aCompany, anAdministrator, inCompany } from '#server/testing/factories.ts'

test('a company without an integration gets that answer, and none of another company’s', async () => {
  const app = await testApp()
  const [connected, other] = [await aCompany(app), await aCompany(app)]
  await inCompany(app, connected.id, async (tx) => {
    await setSetting(tx, 'integrations.onboarding', true, null)
    await setSetting(tx, 'integrations.payroll', true, null)
  })
  const as = (await anAdministrator(app, connected)).bearer
  const without = (await anAdministrator(app, other)).bearer
  const check = async (bearer: string, service_type?: string) =>
    (await app.call(integrations.check, service_type ? { service_type } : {}, { as: bearer })).data
  expect(await check(as)).toEqual({ activate: 1 })
  expect(await check(as, 'another')).toEqual({ activate: 0 })
  expect(await check(without)).toEqual({ activate: 0 })
  expect((await app.call(integrations.payroll, {}, { as })).data).toEqual({ activate: 1, salaryAdvance: 0 })
  expect((await app.call(integrations.payroll, {}, { as: without })).data).toEqual({
    activate: 0,
    salaryAdvance: 0,
  })
})
