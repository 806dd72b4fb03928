import { beforeAll, describe, expect, test } from 'vitest'
import { codeOf } from '#contract/errors.ts'
import { employees } from '#contract/employees/employees.ts'
import { type FieldRule, employment } from '#contract/employees/employment.ts'
import { recordFields } from '#contract/employees/record.ts'
import { session } from '#contract/session/session.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'
import { setSetting } from '#server/shared/settings.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aBystander } from '#server/testing/bystander.ts'
import { aDocument, aType } from '#server/testing/documents.ts'
import {
  aCompany,
  anAdministrator,
  aPerson,
  cuilOf,
  inCompany,
  password,
  type Person,
  signIn,
  stepUp,
} from '#server/testing/factories.ts'

let app: TestApp
let company: MadeCompany
let admin: { id: number; bearer: string }
let second: Person

beforeAll(async () => {
  app = await testApp()
  app.setNow(new Date('2026-11-05T15:00:00Z'))
  company = await aCompany(app)
  admin = await anAdministrator(app, company)
  second = await aPerson(app, company, { profiles: ['hr'] })
  await aBystander(app, company)
})

/** The record as the specification's payload names it. */
async function payloadOf(id: number) {
  const { data } = await app.call(employees.one, { id }, { as: admin.bearer })
  const { usuario, nombre, apellido, mail, dni, cuil, fecha_nacimiento, fecha_contratacion, numero_legajo } =
    data
  return { usuario, nombre, apellido, mail, dni, cuil, fecha_nacimiento, fecha_contratacion, numero_legajo }
}
const put = async (id: number, input: object, confirm: string[] = [], fresh = true) =>
  app.call(
    employees.update,
    { id, ...input },
    { as: admin.bearer, confirm, ...(fresh && { headers: await stepUp(app, admin.bearer) }) },
  )
const mailsTo = (id: number) =>
  inCompany(app, company.id, (tx) =>
    tx.db
      .selectFrom('mails')
      .select(['event', 'to_address'])
      .where('user_id', '=', id)
      .orderBy('id')
      .execute(),
  )
const actsOn = (kind: 'employee' | 'credential', id: number) =>
  inCompany(app, company.id, (tx) =>
    tx.db
      .selectFrom('events')
      .select('act')
      .where('subject_kind', '=', kind)
      .where('subject_id', '=', id)
      .orderBy('id')
      .execute(),
  )

describe('the whole payload of the specification', () => {
  test('sent back as it is changes nothing and needs no password', async () => {
    const person = await aPerson(app, company)
    const before = await actsOn('employee', person.id)
    const answer = await put(person.id, await payloadOf(person.id), [], false)
    expect(answer.status).toBe(200)
    expect(await actsOn('employee', person.id)).toEqual(before)
  })

  test('a user name that was given up stays its former owner’s for 90 days', async () => {
    const own = await aCompany(app)
    const hr = await anAdministrator(app, own)
    const person = await aPerson(app, own, { username: 'nombre_de_antes' })
    const other = await aPerson(app, own)
    const rename = async (id: number, usuario: string) => {
      hr.bearer = await signIn(app, own, hr)
      return app.call(
        employees.update,
        { id, usuario },
        {
          as: hr.bearer,
          headers: await stepUp(app, hr.bearer),
          confirm: [codeOf('USERNAME_CHANGE_ENDS_PASSWORD')],
        },
      )
    }
    try {
      expect((await rename(person.id, 'nombre_de_hoy')).status).toBe(200)
      app.setNow(new Date('2027-02-03T14:59:00Z'))
      expect((await rename(other.id, 'Nombre_de_Antes')).code).toBe(codeOf('USERNAME_TAKEN'))
      expect((await rename(person.id, 'nombre_de_antes')).status).toBe(200)
      expect((await rename(person.id, 'nombre_de_hoy')).status).toBe(200)
      app.setNow(new Date('2027-05-05T15:00:00Z'))
      expect((await rename(other.id, 'Nombre_de_Antes')).status).toBe(200)
    } finally {
      app.setNow(new Date('2026-11-05T15:00:00Z'))
    }
  })

  test('changes user name, mail and tax id by the operations of the other doors, after a fresh step-up', async () => {
    const person = await aPerson(app, company)
    const bearer = await signIn(app, company, person, 'e')
    const type = await aType(app, company)
    await aDocument(app, company, { employee_id: person.id, type_id: type.id })
    const changed = {
      ...(await payloadOf(person.id)),
      usuario: 'nombre_nuevo',
      mail: 'nuevo@correo.example',
      cuil: cuilOf('45123999'),
      apellido: 'Otro',
    }
    const confirms = [codeOf('TAX_ID_CHANGE_KEEPS_DOCUMENTS'), codeOf('USERNAME_CHANGE_ENDS_PASSWORD')]
    const asked = await put(person.id, changed)
    expect([asked.code, asked.errors.map(({ code }) => code)]).toEqual(['CONFIRMATION_REQUIRED', confirms])
    expect((await put(person.id, changed, confirms, false)).code).toBe('STEP_UP_REQUIRED')
    expect((await payloadOf(person.id)).usuario).toBe(person.username)

    const done = await put(person.id, changed, confirms)
    expect(done.data).toMatchObject({
      usuario: 'nombre_nuevo',
      mail: 'nuevo@correo.example',
      cuil: cuilOf('45123999'),
      apellido: 'Otro',
    })
    // The effects are those of each operation: session and password end, the former address is told, a link is mailed.
    expect((await app.call(session.actions, {}, { as: bearer })).code).toBe('SESSION_EXPIRED')
    expect((await app.call(session.login, { user: 'nombre_nuevo', password, site: 'e' })).code).toBe(
      codeOf('WRONG_CREDENTIALS'),
    )
    const mails = await mailsTo(person.id)
    expect(mails).toContainEqual({ event: 'mail_objection', to_address: person.mail })
    expect(mails.at(-1)).toEqual({ event: 'new_user', to_address: 'nuevo@correo.example' })
    expect((await actsOn('employee', person.id)).map(({ act }) => act)).toEqual(
      expect.arrayContaining(['identified', 'changed']),
    )
    expect((await actsOn('credential', person.id)).map(({ act }) => act)).toContain('mail_changed')
    expect((await mailsTo(second.id)).filter(({ event }) => event === 'tax_id_changed_of')).toHaveLength(1)
    expect((await mailsTo(admin.id)).filter(({ event }) => event === 'tax_id_changed_of')).toEqual([])
  })

  test('of oneself and of a colleague who administers is refused, field by field', async () => {
    const own = {
      ...(await payloadOf(admin.id)),
      usuario: 'yo_mismo',
      mail: 'yo@correo.example',
      cuil: cuilOf('45123888'),
      dni: '45123888',
    }
    const answer = await put(admin.id, own)
    expect(answer.errors.map(({ code, field }) => [code, field])).toEqual(
      ['usuario', 'cuil', 'mail', 'dni'].map((field) => [codeOf('OWN_RECORD_FIXED'), field]),
    )
    expect((await put(second.id, { mail: 'x@correo.example' })).code).toBe(
      codeOf('ADMINISTRATOR_SIGN_IN_FIXED'),
    )
    expect((await put(second.id, { usuario: 'otro_nombre' })).code).toBe(
      codeOf('ADMINISTRATOR_SIGN_IN_FIXED'),
    )
  })

  test('reports all that is taken at once, and nothing is half done', async () => {
    const person = await aPerson(app, company)
    const other = await aPerson(app, company)
    const before = await payloadOf(person.id)
    const theirs = await payloadOf(other.id)
    const { usuario, mail, cuil, dni, numero_legajo } = theirs
    const answer = await put(person.id, { usuario, mail, cuil, dni, numero_legajo, nombre: 'Cambiada' })
    expect(answer.errors.map(({ code }) => code).toSorted()).toEqual(
      ['USERNAME_TAKEN', 'EMPLOYEE_MAIL_TAKEN', 'NATIONAL_ID_TAKEN', 'TAX_ID_TAKEN', 'FILE_NUMBER_TAKEN'].map(
        (name) => codeOf(name as 'USERNAME_TAKEN'),
      ),
    )
    expect(await payloadOf(person.id)).toEqual(before)
  })

  test('where both ids are one document, the one follows the other', async () => {
    const chile = await aCompany(app, { country: 'CL' })
    const { bearer } = await anAdministrator(app, chile)
    const person = await aPerson(app, chile, { cuil: '123456785', dni: '123456785' })
    const update = async (input: object) =>
      app.call(
        employees.update,
        { id: person.id, ...input },
        { as: bearer, headers: await stepUp(app, bearer), confirm: [codeOf('TAX_ID_CHECK_DIGIT')] },
      )
    expect((await update({ cuil: '111111111', dni: '111111111' })).data).toMatchObject({
      cuil: '111111111',
      dni: '111111111',
    })
    expect((await update({ dni: '123456785' })).code).toBe('SYSTEM_API_PARAMETER_NOT_EXPECTED')
  })

  test('a masked account that comes back is refused, so that it never takes the place of the real one', async () => {
    const person = await aPerson(app, company)
    await put(person.id, { cuenta: '1234567890' })
    const answer = await put(person.id, { cuenta: '••••7890' })
    expect(answer.errors).toMatchObject([{ code: codeOf('BANK_ACCOUNT_INVALID'), field: 'cuenta' }])
  })
})

describe('the rules of a record', () => {
  const rulesOf = async (id: number, as = admin.bearer): Promise<FieldRule[]> =>
    (await app.call(employment.rules, { id }, { as })).data
  const shutOf = async (id: number, as = admin.bearer) =>
    Object.fromEntries(
      (await rulesOf(id, as)).flatMap(({ campo, motivo }) => (motivo ? [[campo, motivo]] : [])),
    )

  test('name each field of the edit once, with its limits', async () => {
    const person = await aPerson(app, company)
    const rules = await rulesOf(person.id)
    expect(rules.map(({ campo }) => campo)).toEqual([...recordFields])
    expect(rules.find(({ campo }) => campo === 'usuario')).toMatchObject({
      requerido: true,
      editable: true,
      motivo: null,
      regla: { maxLength: 32 },
    })
    expect(rules.find(({ campo }) => campo === 'apodo')).toMatchObject({ requerido: false, editable: true })
    expect(await shutOf(person.id)).toEqual({
      curp: 'pais',
      pis: 'pais',
      ctps: 'pais',
      afp: 'pais',
      salud: 'pais',
      cci: 'pais',
    })
  })

  test('say why a field is shut, and each is refused with the same reason', async () => {
    const shut = await shutOf(admin.id)
    expect(shut).toMatchObject({ sector: 'propio', cuenta: 'propio', mail: 'propio', cuil: 'propio' })
    expect(shut).not.toHaveProperty('apodo')
    expect(await shutOf(second.id)).toMatchObject({ usuario: 'administra', mail: 'administra' })

    const gone = await aPerson(app, company, { state: 'inactive' })
    expect(await shutOf(gone.id)).toMatchObject({ fecha_contratacion: 'inactivo' })
    expect((await put(gone.id, { fecha_contratacion: '2020-01-02' })).code).toBe(
      codeOf('HIRE_OF_FORMER_EMPLOYEE'),
    )

    const approver = await aPerson(app, company)
    const led = await aPerson(app, company)
    await inCompany(app, company.id, (tx) =>
      tx.db.updateTable('employees').set({ approver_id: approver.id }).where('id', '=', led.id).execute(),
    )
    expect(await shutOf(approver.id)).toMatchObject({ numero_legajo: 'aprobador' })
    expect((await put(approver.id, { numero_legajo: 'OTRO-1' })).code).toBe(codeOf('FILE_NUMBER_OF_APPROVER'))
    const { numero_legajo } = await payloadOf(approver.id)
    expect((await put(approver.id, { numero_legajo })).status).toBe(200)
  })

  test('shut what the people system keeps, at every door', async () => {
    const person = await aPerson(app, company)
    const own = (fields: string[]) =>
      inCompany(app, company.id, (tx) => setSetting(tx, 'integrations.owned_fields', fields, null))
    await own(['apodo', 'cuil', 'mail'])
    expect(await shutOf(person.id)).toMatchObject({ apodo: 'sistema', cuil: 'sistema', mail: 'sistema' })
    const refusedWith = codeOf('FIELD_OF_PEOPLE_SYSTEM')
    const cuil = cuilOf('45123777')
    const headers = await stepUp(app, admin.bearer)
    const as = { as: admin.bearer, headers }
    expect((await put(person.id, { apodo: 'Ani' })).code).toBe(refusedWith)
    expect((await app.call(employment.identify, { id: person.id, cuil }, as)).code).toBe(refusedWith)
    expect((await app.call(employees.changeMail, { id: person.id, mail: 'x@y.example' }, as)).code).toBe(
      refusedWith,
    )
    await own([])
  })

  test('are read with 7 alone, everything shut, and not out of reach', async () => {
    const report = await aPerson(app, company)
    const manager = await aPerson(app, company, { profiles: ['manager'] })
    await inCompany(app, company.id, (tx) =>
      tx.db.updateTable('employees').set({ manager_id: manager.id }).where('id', '=', report.id).execute(),
    )
    const bearer = await signIn(app, company, manager)
    const rules = await rulesOf(report.id, bearer)
    expect(rules.filter(({ editable }) => editable)).toEqual([])
    expect(rules.find(({ campo }) => campo === 'nombre')?.motivo).toBe('permiso')
    expect((await app.call(employment.rules, { id: second.id }, { as: bearer })).code).toBe('NOT_FOUND')
  })
})

test('the count of documents names forms and publications under way', async () => {
  const person = await aPerson(app, company)
  const type = await aType(app, company)
  await aDocument(app, company, {
    employee_id: person.id,
    type_id: type.id,
    published_at: new Date('2026-10-30T12:00:00Z'),
    visible_from: new Date('2026-10-31T09:00:00Z'),
  })
  await aDocument(app, company, {
    employee_id: person.id,
    type_id: type.id,
    source: 'form',
    period: '2024-02-01',
    signing: 'pending',
    published_at: new Date('2026-11-02T12:00:00Z'),
  })
  const { data } = await app.call(employment.documentsCount, { id: person.id }, { as: admin.bearer })
  expect(data).toEqual({
    total: 2,
    pendientes: 2,
    pendiente_desde: '2026-10-31T09:00:00.000Z',
    formularios: 1,
    procesos: 0,
  })
})
