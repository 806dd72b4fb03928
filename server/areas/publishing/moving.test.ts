import { beforeAll, beforeEach, expect, test } from 'vitest'
import { documents } from '#contract/documents/documents.ts'
import { employment } from '#contract/employees/employment.ts'
import { codeOf } from '#contract/errors.ts'
import { me } from '#contract/me/me.ts'
import { publishing } from '#contract/publishing/publishing.ts'
import { payslip } from '#pdf/testing/samples.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aBystander } from '#server/testing/bystander.ts'
import { aType, type MadeType } from '#server/testing/documents.ts'
import { aCertificate, certificatePassword } from '#server/testing/publishing.ts'
import {
  aCompany,
  anAdministrator,
  aPerson,
  cuilOf,
  inCompany,
  type Person,
  signIn,
  stepUp,
} from '#server/testing/factories.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'

let app: TestApp
let company: MadeCompany
let bearer: string
let type: MadeType
let number = 46_000_000

beforeAll(async () => {
  app = await testApp()
  app.setNow(new Date('2026-11-05T15:00:00Z'))
  company = await aCompany(app)
  await aBystander(app, company)
  bearer = (await anAdministrator(app, company)).bearer
  type = await aType(app, company, { name: 'Recibo' })
})

/** Somebody whose record had another person's number while papers came, and the one whose number it is. */
let wrong: Person
let right: Person
let ids: number[]

const publish = async (cuil: string, period: string, bytes: Uint8Array) => {
  const answer = await app.call(
    publishing.single,
    { cuil, tipo: type.id, periodo: period },
    {
      as: bearer,
      file: { name: `recibo-${period.replace('/', '-')}.pdf`, bytes },
      confirm: ['PUBLISH_EMPLOYEE_NOT_IN_TEXT', 'PUBLISH_NO_TEXT', 'PUBLISH_OTHER_EMPLOYEE_IN_TEXT'],
    },
  )
  expect([answer.code, answer.status]).toEqual([undefined, 200])
  return answer.data.id as number
}
const identify = async (id: number, cuil: string) =>
  app.call(
    employment.identify,
    { id, cuil },
    {
      as: bearer,
      headers: await stepUp(app, bearer),
      confirm: [codeOf('TAX_ID_CHANGE_KEEPS_DOCUMENTS')],
    },
  )

beforeEach(async () => {
  const dni = String((number += 1))
  wrong = await aPerson(app, company, { cuil: cuilOf(dni), dni: String((number += 1)) })
  ids = []
  for (const period of ['08/2026', '09/2026', '10/2026'])
    ids.push(await publish(wrong.cuil, period, await payslip({ taxId: wrong.cuil, period })))
  await identify(wrong.id, cuilOf(String((number += 1))))
  right = await aPerson(app, company, { cuil: cuilOf(dni), dni })
})

const list = async (empleado: number, as = bearer) =>
  (await app.call(publishing.misplaced, { empleado }, { as })).data
const move = async (input: { ids: number[]; notificar?: boolean }, confirm: string[] = [], as = bearer) =>
  app.call(
    publishing.move,
    { motivo: 'Llegaron con el CUIL de otra persona', ...input },
    { as, confirm, headers: await stepUp(app, as) },
  )
const rowOf = (id: number) =>
  inCompany(app, company.id, (tx) =>
    tx.db
      .selectFrom('documents')
      .select(['state', 'employee_id', 'replaces_id', 'period', 'cuil_as_read', 'signing', 'revision'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
  )
const mailsTo = (person: Person) =>
  inCompany(app, company.id, async (tx) =>
    (
      await tx.db.selectFrom('mails').select('event').where('user_id', '=', person.id).orderBy('id').execute()
    ).map(({ event }) => event),
  )

test('papers that came under another’s number are listed with their person, and move in one act', async () => {
  const listed = await list(wrong.id)
  expect(listed.se_mueven).toBe(3)
  expect(
    listed.documentos.map(({ id, para }: { id: number; para: { id: number } }) => [id, para.id]),
  ).toEqual(ids.toReversed().map((id) => [id, right.id]))
  const chosen = ids.slice(0, 2)
  const employee = await signIn(app, company, wrong, 'e')
  await app.call(me.pdf, { id: chosen[0] ?? 0 }, { as: employee })
  const known = (await list(wrong.id)).documentos.filter(({ conocido }: { conocido: boolean }) => conocido)
  expect(known.map(({ id }: { id: number }) => id)).toEqual([chosen[0]])

  const answer = await move({ ids: chosen, notificar: true })
  expect([answer.code, answer.status]).toEqual([undefined, 200])
  const made = answer.data.map(({ id, de }: { id: number; de: number }) => [de, id])
  expect(made.map(([de]: number[]) => de)).toEqual(chosen)
  for (const [de, id] of made) {
    expect(await rowOf(de)).toMatchObject({ state: 'cancelled', employee_id: wrong.id })
    expect(await rowOf(id)).toMatchObject({
      state: 'published',
      employee_id: right.id,
      replaces_id: de,
      cuil_as_read: right.cuil,
      signing: 'pending',
      revision: 1,
    })
    const detail = (await app.call(documents.detail, { id: de }, { as: bearer })).data
    expect(detail).toMatchObject({ reemplazado_por: id, estado: 'anulado' })
  }
  // The former reader is told that it was annulled; the other person gets a notice of theirs.
  expect(await mailsTo(wrong)).toContain('document_cancelled')
  expect((await mailsTo(right)).filter((event) => event === 'new_document')).toHaveLength(2)
  expect(await rowOf(ids[2] ?? 0)).toMatchObject({ state: 'published', employee_id: wrong.id })
  expect((await list(wrong.id)).documentos).toHaveLength(1)
  const gone = await app.call(me.pdf, { id: chosen[1] ?? 0 }, { as: employee })
  expect(gone.status).not.toBe(200)
  expect((await move({ ids: chosen })).code).toBe('NOT_FOUND')
})

test('a paper that names another person is never moved, however it is confirmed, and none of its act is', async () => {
  const stranger = await aPerson(app, company)
  const one = ids[0] ?? 0
  // Read under the number of the one, but printed for a third person.
  const bytes = await payslip({ taxId: stranger.cuil, period: '07/2026' })
  const strange = await publish(cuilOfWrong(), '07/2026', bytes)
  await inCompany(app, company.id, (tx) =>
    tx.db.updateTable('documents').set({ cuil_as_read: right.cuil }).where('id', '=', strange).execute(),
  )
  const answer = await move({ ids: [one, strange] }, [
    'PUBLISH_OTHER_EMPLOYEE_IN_TEXT',
    'PUBLISH_EMPLOYEE_NOT_IN_TEXT',
  ])
  expect([answer.code, answer.errors[0]?.message]).toEqual([
    'DOCUMENT_MOVE_OTHER_PERSON',
    expect.stringContaining('07/2026'),
  ])
  expect((await rowOf(one)).state).toBe('published')
  expect((await rowOf(strange)).state).toBe('published')
})
test('the XML of a paper goes with it', async () => {
  const stamped = await aType(app, company, { name: 'CFDI', hasXml: true })
  const xml = Buffer.from(`<?xml version="1.0" encoding="UTF-8"?><recibo de="${right.cuil}"/>`)
  const period = '06/2026'
  const { data, code, errors } = await app.call(
    publishing.single,
    { cuil: cuilOfWrong(), tipo: stamped.id, periodo: period },
    {
      as: bearer,
      file: { name: 'recibo.pdf', bytes: await payslip({ taxId: right.cuil, period }) },
      beside: { name: 'recibo.xml', bytes: xml },
      confirm: [
        'PUBLISH_EMPLOYEE_NOT_IN_TEXT',
        'PUBLISH_OTHER_EMPLOYEE_IN_TEXT',
        'PUBLISH_OTHER_EMPLOYEE_IN_XML',
      ],
    },
  )
  expect([code, errors]).toEqual([undefined, []])
  await inCompany(app, company.id, (tx) =>
    tx.db.updateTable('documents').set({ cuil_as_read: right.cuil }).where('id', '=', data.id).execute(),
  )
  const moved = await move({ ids: [data.id] }, [], (await anAdministrator(app, company)).bearer)
  expect([moved.code, moved.status]).toEqual([undefined, 200])
  const there = await app.call(documents.xml, { a: moved.data[0].id, b: 0 }, { as: bearer })
  expect(there.bytes.equals(xml)).toBe(true)
})

/** The number that the record has today. */
const cuilOfWrong = () => cuilOf(String(number))

test('nobody has the number: the papers stay where they are', async () => {
  await identify(right.id, cuilOf(String((number += 1))))
  expect((await list(wrong.id)).se_mueven).toBe(0)
  expect((await move({ ids })).code).toBe('DOCUMENT_MOVE_NOBODY')
  expect((await rowOf(ids[0] ?? 0)).state).toBe('published')
})

test('papers under the person’s own number, and those of people out of reach, can’t be moved', async () => {
  const own = await publish(right.cuil, '10/2026', await payslip({ taxId: right.cuil, period: '10/2026' }))
  expect((await move({ ids: [own] })).code).toBe('NOT_FOUND')
  // The place at the recipient's is taken now: two of one month never stand beside each other.
  expect((await move({ ids: [ids[2] ?? 0] })).code).toBe('SYSTEM_API_FILE_EXISTS')
  const limited = await aPerson(app, company, { profiles: ['limited'], filters: [{ sector: 'Otro sector' }] })
  const asLimited = await signIn(app, company, limited)
  expect((await move({ ids }, [], asLimited)).code).toBe('NOT_FOUND')
  expect((await list(wrong.id, asLimited)).documentos).toEqual([])
})

test('the company signs what it moves, where its certificate and password say so', async () => {
  const certificado = await aCertificate(app, company, bearer)
  const signs = { firma_empresa: true, certificado, password: certificatePassword }
  const signed = (password: string) =>
    stepUp(app, bearer).then((headers) =>
      app.call(
        publishing.move,
        { ids: ids.slice(0, 1), motivo: 'Llegó con el CUIL de otra persona', ...signs, password },
        { as: bearer, headers },
      ),
    )
  expect((await signed('otra-Clave-99')).code).toBe('SIGN_DOCUMENT_WRONG_PASSWORD')
  expect((await rowOf(ids[0] ?? 0)).state).toBe('published')
  const { data, code } = await signed(certificatePassword)
  expect(code).toBeUndefined()
  expect(data[0]).toMatchObject({ de: ids[0], firmado_por_empresa: true, revision: 2 })
  expect(await rowOf(data[0].id)).toMatchObject({ state: 'published', employee_id: right.id, revision: 2 })

  // Were it to move on, the list says that it loses a signature.
  await identify(right.id, cuilOf('45123456'))
  const listed = await list(right.id)
  expect(listed.documentos.map(({ id, firmado }: { id: number; firmado: boolean }) => [id, firmado])).toEqual(
    [[data[0].id, true]],
  )
})

test('two at once: the papers move once', async () => {
  const answers = await Promise.all([move({ ids }), move({ ids })])
  expect(answers.map(({ status }) => status)).toContain(200)
  const standing = await inCompany(app, company.id, (tx) =>
    tx.db
      .selectFrom('documents')
      .select('replaces_id')
      .where('employee_id', '=', right.id)
      .where('state', '=', 'published')
      .execute(),
  )
  expect(standing).toHaveLength(ids.length)
  expect(new Set(standing.map(({ replaces_id }) => replaces_id))).toEqual(new Set(ids))
})
