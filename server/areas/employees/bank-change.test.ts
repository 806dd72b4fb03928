import { beforeAll, expect, test } from 'vitest'
import { employeeImport } from '#contract/employees/import.ts'
import { employees } from '#contract/employees/employees.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aBystander } from '#server/testing/bystander.ts'
import { aCompany, anAdministrator, aPerson, inCompany, stepUp } from '#server/testing/factories.ts'

let app: TestApp
let company: MadeCompany
let admin: { bearer: string }
beforeAll(async () => {
  app = await testApp()
  company = await aCompany(app)
  await aBystander(app, company)
  admin = await anAdministrator(app, company)
})

const old = '2850590940090418135201'
const other = '0170099220000067797370'

const update = async (id: number, changes: Parameters<typeof app.call<typeof employees.update>>[1]) =>
  app.call(
    employees.update,
    { id, ...changes },
    { as: admin.bearer, headers: await stepUp(app, admin.bearer) },
  )

const mailsTo = (id: number) =>
  inCompany(app, company.id, async (tx) => {
    const rows = await tx.db
      .selectFrom('mails')
      .select('to_address')
      .where('user_id', '=', id)
      .where('event', '=', 'bank_account_changed')
      .orderBy('id')
      .execute()
    return rows.map(({ to_address }) => to_address)
  })

const events = (id: number) =>
  inCompany(app, company.id, (tx) =>
    tx.db
      .selectFrom('events')
      .select(['actor_id', 'data'])
      .where('subject_kind', '=', 'employee')
      .where('subject_id', '=', id)
      .where('act', '=', 'bank_changed')
      .orderBy('id')
      .execute(),
  )

test('another account needs the password again; the rest of the record doesn’t', async () => {
  const { id } = await aPerson(app, company)
  const bare = { as: admin.bearer }
  expect((await app.call(employees.update, { id, cbu: old }, bare)).code).toBe('STEP_UP_REQUIRED')
  expect((await app.call(employees.update, { id, tipo_pago: 'Efectivo' }, bare)).code).toBe(
    'STEP_UP_REQUIRED',
  )
  expect((await app.call(employees.update, { id, apodo: 'Lu' }, bare)).status).toBe(200)
  expect((await update(id, { cbu: old })).data.cbu).toBe('••••5201')
  // The whole record sent again with the same account changes no account.
  expect((await app.call(employees.update, { id, cbu: old, apodo: 'Luz' }, bare)).status).toBe(200)
})

test('another account is mailed to every address of the person, the former one too, and recorded with masked numbers', async () => {
  const person = await aPerson(app, company)
  await update(person.id, { cbu: old, mail_personal: 'suyo@correo.example' })
  expect(await mailsTo(person.id)).toEqual([person.mail, 'suyo@correo.example'])
  await update(person.id, { cbu: other, mail_personal: 'otro@correo.example' })
  expect((await mailsTo(person.id)).slice(2)).toEqual([
    person.mail,
    'otro@correo.example',
    'suyo@correo.example',
  ])
  expect(await events(person.id)).toMatchObject([
    { data: { fields: ['cbu'], was: { cbu: null }, is: { cbu: '••••5201' } } },
    { data: { fields: ['cbu'], was: { cbu: '••••5201' }, is: { cbu: '••••7370' } } },
  ])
  expect(JSON.stringify(await events(person.id))).not.toContain(old)
})

test('accounts changed by a file need the password too, and each person is notified', async () => {
  const person = await aPerson(app, company)
  const bytes = Buffer.from(`CUIL;CBU o alias\n${person.cuil};${other}\n`)
  const { data } = await app.call(
    employeeImport.upload,
    {},
    { as: admin.bearer, file: { name: 'cuentas.csv', bytes } },
  )
  await app.services.jobs.runDueJobs()
  const confirmed = { id: data.id }
  expect((await app.call(employeeImport.confirm, confirmed, { as: admin.bearer })).code).toBe(
    'STEP_UP_REQUIRED',
  )
  const headers = await stepUp(app, admin.bearer)
  expect((await app.call(employeeImport.confirm, confirmed, { as: admin.bearer, headers })).status).toBe(200)
  await app.services.jobs.runDueJobs()
  expect(await mailsTo(person.id)).toEqual([person.mail])
  expect(await events(person.id)).toMatchObject([{ data: { is: { cbu: '••••7370' } } }])
})
