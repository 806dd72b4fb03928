import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import type { Call } from '#contract/call.ts'
import { documents } from '#contract/documents/documents.ts'
import { employeeFile } from '#contract/employees/file.ts'
import { employeeImport } from '#contract/employees/import.ts'
import { employeeMails } from '#contract/employees/mails.ts'
import { employees } from '#contract/employees/employees.ts'
import { employment } from '#contract/employees/employment.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aBystander } from '#server/testing/bystander.ts'
import { unzip } from '#server/testing/zips.ts'
import {
  aCompany,
  anAdministrator,
  aPerson,
  inCompany,
  type Person,
  signIn,
  stepUp,
} from '#server/testing/factories.ts'

let app: TestApp
let company: MadeCompany
let admin: { id: number; bearer: string }
let person: Person
const first = { cuenta: '4567812345678', cbu: '2850590940090418135201' }
const later = { cuenta: '9876500011122', cbu: '0170099220000067797370' }
const whole = [...Object.values(first), ...Object.values(later)]

/** Sets an account twice, once by the record and once by a file, so that both leave all their traces. */
beforeAll(async () => {
  app = await testApp()
  company = await aCompany(app)
  await aBystander(app, company)
  admin = await anAdministrator(app, company)
  person = await aPerson(app, company)
  const fresh = async () => ({ as: admin.bearer, headers: await stepUp(app, admin.bearer) })
  await app.call(
    employees.update,
    { id: person.id, ...first, mail_personal: 'suyo@correo.example' },
    await fresh(),
  )
  const bytes = Buffer.from(
    `CUIL;CBU o alias;Número de cuenta\n${person.cuil};${later.cbu};${later.cuenta}\n`,
  )
  const file = { name: 'cuentas.csv', bytes }
  const { data } = await app.call(employeeImport.upload, {}, { as: admin.bearer, file })
  await app.services.jobs.runDueJobs()
  imports.push(data.id)
  await app.call(employeeImport.confirm, { id: data.id }, await fresh())
  await app.services.jobs.runDueJobs()
})
const imports: number[] = []

const show = async (as: string, id = person.id) =>
  app.call(employees.bankAccount, { id }, { as, headers: await stepUp(app, as) })

test('is answered whole to an administrator within reach, after a fresh step-up, and recorded', async () => {
  expect((await app.call(employees.bankAccount, { id: person.id }, { as: admin.bearer })).code).toBe(
    'STEP_UP_REQUIRED',
  )
  const answer = await show(admin.bearer)
  expect([answer.status, answer.data]).toEqual([200, expect.objectContaining(later)])
  const seen = await inCompany(app, company.id, (tx) =>
    tx.db
      .selectFrom('events')
      .select(['actor_id', 'subject_id', 'data'])
      .where('act', '=', 'bank_seen')
      .execute(),
  )
  expect(seen).toEqual([{ actor_id: admin.id, subject_id: person.id, data: expect.anything() }])
})

test('is refused without the right, and out of reach', async () => {
  const manager = await aPerson(app, company, { profiles: ['manager'] })
  const asManager = await signIn(app, company, manager)
  expect((await show(asManager)).code).toBe('SYSTEM_ACTION_NOT_GRANTED')
  const limited = await aPerson(app, company, { profiles: ['limited'], filters: [{ sector: 'Otro sector' }] })
  const asLimited = await signIn(app, company, limited)
  expect((await show(asLimited)).code).toBe('NOT_FOUND')
})

test('no other answer of the area, no event and no mail has a whole number', async () => {
  const { id } = person
  const calls: [Call, Record<string, unknown>][] = [
    [employees.one, { id }],
    [employees.list, { buscar: person.cuil }],
    [employees.sheet, { buscar: person.cuil }],
    [employees.searchActive, { buscar: person.cuil }],
    [employees.update, { id, apodo: 'Ani' }],
    [employment.rules, { id }],
    [employeeMails.list, { id }],
    ...imports.flatMap((process): [Call, Record<string, unknown>][] => [
      [employeeImport.one, { id: process }],
      [employeeImport.lines, { id: process, grupo: 'changed' }],
    ]),
  ]
  for (const [call, input] of calls) {
    const answer = await app.call(call, input, { as: admin.bearer })
    expect([call.path, answer.status]).toEqual([call.path, 200])
    const text = answer.bytes.toString('latin1') + JSON.stringify(answer.data ?? null)
    for (const number of whole) expect([call.path, text.includes(number)]).toEqual([call.path, false])
  }
  const kept = await inCompany(app, company.id, async (tx) => ({
    events: (
      await sql`select e.*, d.* from events e left join event_details d on d.event_id = e.id`.execute(tx.db)
    ).rows,
    mails: await tx.db.selectFrom('mails').selectAll().execute(),
    answers: (await sql`select * from idempotency_keys`.execute(tx.db)).rows,
  }))
  const rows = JSON.stringify(kept)
  expect(kept.events.length).toBeGreaterThan(3)
  expect(kept.mails.length).toBeGreaterThan(1)
  for (const number of whole) expect([number, rows.includes(number)]).toEqual([number, false])
})

/** An answer as text: the parts of a zip, which a spreadsheet is too, one by one. */
async function textOf(bytes: Buffer): Promise<string> {
  if (bytes.subarray(0, 2).toString() !== 'PK') return bytes.toString('latin1')
  return [...(await unzip(bytes)).values()].map((part) => part.toString('latin1')).join('\n')
}

/** Input of a reading call that may name somebody: each required field gets the first value that it takes. */
function inputOf({ input }: Call, ids: readonly number[]): Record<string, unknown> {
  const given = [...ids, '2026-11-05', person.cuil, 'changed', 'es', true]
  const takes = (rule: z.ZodType, value: unknown) => rule.safeParse(value).success
  return Object.fromEntries(
    Object.entries(input.shape as Record<string, z.ZodType>).flatMap(([name, rule]) => {
      if (name === 'buscar') return [[name, person.cuil]]
      if (name === 'empleado' && takes(rule, person.id)) return [[name, person.id]]
      if (takes(rule, undefined)) return []
      const options = 'options' in rule && Array.isArray(rule.options) ? rule.options : []
      const value = [...given, ...options, ...given.map((one) => [one])].find((one) => takes(rule, one))
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

test('no call that reads answers a whole number, whatever it names: documents, history, exports, mails', async () => {
  await app.call(
    employeeFile.addNote,
    { id: person.id, texto: 'Cambió de banco dos veces este año.' },
    { as: admin.bearer },
  )
  const sites = { s: admin.bearer, e: await signIn(app, company, person, 'e') }
  const answered = { s: new Set<string>(), e: new Set<string>() }
  for (const [site, as] of Object.entries(sites) as ['s' | 'e', string][])
    for (const call of app.calls.filter(({ method }) => method === 'GET')) {
      const ids = /import|massive|process/.test(call.path) ? imports : [person.id]
      const answer = await app.call(call, inputOf(call, ids), { as })
      if (answer.status !== 200) continue
      answered[site].add(call.path)
      const text = await textOf(answer.bytes)
      for (const number of whole)
        expect([site, call.path, text.includes(number)]).toEqual([site, call.path, false])
    }
  for (const call of [
    employees.one,
    employees.sheet,
    employeeFile.history,
    employeeFile.changes,
    employeeFile.notes,
    employeeMails.list,
    documents.list,
    employeeImport.lines,
    employeeImport.faulty,
  ])
    expect([call.path, answered.s.has(call.path)]).toEqual([call.path, true])
  expect(answered.s.size).toBeGreaterThan(90)
  expect(answered.e.size).toBeGreaterThan(25)
})
