import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { certificates } from '#contract/certificates.ts'
import { documents } from '#contract/documents/documents.ts'
import { me } from '#contract/me/me.ts'
import { publishing } from '#contract/publishing/publishing.ts'
import { pdfsig, printedText } from '#pdf/testing/judges.ts'
import { payslip } from '#pdf/testing/samples.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aBystander } from '#server/testing/bystander.ts'
import { aDocument, aType, type MadeType } from '#server/testing/documents.ts'
import {
  aCompany,
  anAdministrator,
  aPerson,
  inCompany,
  password,
  type Person,
  signIn,
  stepUp,
} from '#server/testing/factories.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'

let app: TestApp
let company: MadeCompany
let bearer: string
let type: MadeType
const certificatePassword = 'Tranvia-61-rojo'

beforeAll(async () => {
  app = await testApp()
  company = await aCompany(app)
  await aBystander(app, company)
  bearer = (await anAdministrator(app, company)).bearer
  type = await aType(app, company, { name: 'Recibo' })
})

const wrong = (person: Person, more: object = {}) =>
  aDocument(app, company, { employee_id: person.id, type_id: type.id, period: '2024-03-01', ...more })

async function replace(id: number, bytes: Uint8Array, input: object = {}, confirm: string[] = []) {
  const ask = { id, motivo: 'Faltaba un adicional', ...input }
  const file = { name: 'corregido.pdf', bytes }
  return app.call(publishing.replace, ask, {
    as: bearer,
    file,
    confirm,
    headers: { ...(await stepUp(app, bearer)), 'idempotency-key': `${id}-${JSON.stringify(input)}-clave` },
  })
}
const rowOf = (id: number) =>
  inCompany(app, company.id, (tx) =>
    tx.db.selectFrom('documents').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  )
const mailsTo = (person: Person) =>
  inCompany(app, company.id, (tx) =>
    tx.db.selectFrom('mails').select('event').where('user_id', '=', person.id).orderBy('id').execute(),
  )
const slip = (person: Person) => payslip({ taxId: person.cuil, period: '03/2024' })

test('the right one takes the place of the wrong one in one act, linked both ways, with one mail', async () => {
  const ana = await aPerson(app, company)
  const id = await wrong(ana, { label: '1ª quincena', expires_on: '2027-01-31' })
  const detail = async (of: number) => (await app.call(documents.detail, { id: of }, { as: bearer })).data
  // The dialog proposes what was done with the wrong one: its notice, and its company's signature.
  expect(await detail(id)).toMatchObject({ avisa: (await rowOf(id)).notify, firmas: [] })
  const employee = await signIn(app, company, ana, 'e')
  await app.call(me.pdf, { id }, { as: employee })
  const comment = 'Falta un adicional'
  await app.call(me.sign, { ids: [id], decision: 'no_conforme', comment, password }, { as: employee })
  const answer = await replace(id, await slip(ana))
  expect([answer.status, answer.data?.correo, answer.data?.espera_firma]).toEqual([200, 'en_cola', true])
  const made = answer.data.id
  expect(await rowOf(id)).toMatchObject({ state: 'cancelled', cancel_reason: 'Faltaba un adicional' })
  expect(await rowOf(made)).toMatchObject({
    state: 'published',
    signing: 'pending',
    replaces_id: id,
    period: '2024-03-01',
    label: '1ª quincena',
    expires_on: '2027-01-31',
  })
  expect((await mailsTo(ana)).map(({ event }) => event)).toEqual(['document_replaced'])
  expect(await detail(id)).toMatchObject({ reemplazado_por: made, caso: 'replaced', estado: 'anulado' })
  expect(await detail(made)).toMatchObject({ reemplaza: id, caso: null })
  const mine = await app.call(me.document, { id }, { as: employee })
  expect(mine.data.respuesta).toMatchObject({ caso: 'replaced', texto: 'Faltaba un adicional' })
  // The same request again gives the same answer, and no third document.
  expect((await replace(id, await slip(ana))).data?.id ?? made).toBe(made)
  expect((await replace(id, await slip(ana), { motivo: 'Otra vez' })).code).toBe('DOCUMENT_ALREADY_CANCELLED')
})

test('signed by the company in the same act, with the code that it prints', async () => {
  const bruno = await aPerson(app, company)
  const picture = { create: { width: 200, height: 80, channels: 4 as const, background: '#1c3d8f' } }
  const certificate = await app.call(
    certificates.create,
    {
      nombre: 'Carlos Rivarola',
      cargo: 'Apoderado',
      mail: 'c@correo.example',
      cuil: '20249031179',
      id_empleador: company.employers[0] ?? 0,
      pass: certificatePassword,
      repass: certificatePassword,
      responsabilidad: true,
    },
    {
      as: bearer,
      file: { name: 'firma.png', bytes: await sharp(picture).png().toBuffer() },
      headers: await stepUp(app, bearer),
    },
  )
  const id = await wrong(bruno)
  const signs = { firma_empresa: true, certificado: certificate.data.id }
  const mistaken = await replace(id, await slip(bruno), { ...signs, password: 'otra' })
  expect(mistaken.code).toBe('SIGN_DOCUMENT_WRONG_PASSWORD')
  expect((await rowOf(id)).state).toBe('published')
  const answer = await replace(id, await slip(bruno), { ...signs, password: certificatePassword })
  expect(answer.data).toMatchObject({ revision: 2, firmado_por_empresa: true, correo: 'no_pedido' })
  const file = await app.call(documents.download, { a: answer.data.id, b: 0 }, { as: bearer })
  expect(pdfsig(file.bytes)).toMatchObject({ valid: 1 })
  const code = answer.data.codigo_verificacion.match(/.{4}/g).join('-')
  expect(printedText(file.bytes)).toContain(code)
})

test('somebody else’s paper asks for a confirmation, and nothing is annulled meanwhile', async () => {
  const [carla, other] = [await aPerson(app, company), await aPerson(app, company)]
  const id = await wrong(carla)
  const bytes = await slip(other)
  const asked = await replace(id, bytes)
  expect([asked.code, asked.errors[0]?.code]).toEqual([
    'CONFIRMATION_REQUIRED',
    'PUBLISH_OTHER_EMPLOYEE_IN_TEXT',
  ])
  expect((await rowOf(id)).state).toBe('published')
  const answer = await replace(id, bytes, {}, ['PUBLISH_OTHER_EMPLOYEE_IN_TEXT'])
  expect(answer.status).toBe(200)
})

test('two at once: one replaces, the other is refused', async () => {
  const dora = await aPerson(app, company)
  const id = await wrong(dora)
  const bytes = await slip(dora)
  const answers = await Promise.all([
    replace(id, bytes, { motivo: 'Uno' }, ['PUBLISH_SAME_FILE']),
    replace(id, bytes, { motivo: 'Dos' }, ['PUBLISH_SAME_FILE']),
  ])
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409])
})

test('out of reach is not there', async () => {
  const eva = await aPerson(app, company, { sector: 'Planta' })
  const id = await wrong(eva)
  const clerk = await aPerson(app, company, { profiles: ['limited'], filters: [{ sector: 'Ventas' }] })
  const as = await signIn(app, company, clerk)
  const answer = await app.call(
    publishing.replace,
    { id, motivo: 'Error' },
    { as, file: { name: 'a.pdf', bytes: await slip(eva) }, headers: await stepUp(app, as) },
  )
  expect(answer.status).toBe(404)
})
