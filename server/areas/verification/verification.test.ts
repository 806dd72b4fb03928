import { beforeAll, expect, test } from 'vitest'
import { verification } from '#contract/verification.ts'
import { issueCompanyCertificate } from '#pdf/certificates.ts'
import { payslip } from '#pdf/testing/samples.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { aDocument, aType } from '../../testing/documents.ts'
import { aCompany, aPerson, inCompany, type Person } from '../../testing/factories.ts'
import type { MadeCompany } from '../company/operations.ts'
import { signByCompany, signByEmployee } from '../signing/operations.ts'

let app: TestApp
let company: MadeCompany
let ana: Person
let certificate: Buffer
let original: Uint8Array
let bySigner: Uint8Array
let byBoth: Uint8Array

beforeAll(async () => {
  app = await testApp()
  company = await aCompany(app, { name: 'Austral Alimentos' })
  ana = await aPerson(app, company, { firstName: 'Ana', lastName: 'Álvarez' })
  original = await payslip()
  const when = app.services.clock()
  const issued = await issueCompanyCertificate(
    {
      name: 'RIVAROLA, Carlos',
      position: 'Apoderado',
      company: 'Austral S.A.',
      companyTaxId: '30709126845',
      country: 'AR',
    },
    { from: when },
  )
  certificate = Buffer.from(issued.certificate)
  const places = {
    company: { page: 'last', corner: 'left' },
    employee: { page: 'last', corner: 'right' },
  } as const
  const facts = {
    places,
    verificationCode: 'ABCDEFGHIJKLMNOP',
    language: 'es',
    zone: 'America/Argentina/Buenos_Aires',
    when,
  } as const
  bySigner = (
    await signByCompany(
      app.services,
      {
        certificateId: 1,
        kind: 'self_issued',
        name: 'RIVAROLA, Carlos',
        position: 'Apoderado',
        chain: [issued.certificate],
        serial: '0a',
        key: issued.key,
        picture: undefined,
      },
      { ...facts, pdf: original, employeeSignsToo: true },
    )
  ).bytes
  byBoth = (
    await signByEmployee(app.services, {
      ...facts,
      pdf: bySigner,
      employee: { name: 'ÁLVAREZ, Ana', taxId: ana.cuil, company: 'Austral S.A.', country: 'AR' },
      decision: 'no_conforme',
      comment: 'Faltan horas',
    })
  ).bytes
})

const check = (bytes: Uint8Array, address = '10.0.0.1') =>
  app.call(verification.verify, {}, { file: { name: 'recibo.pdf', bytes }, address })

test('a file that nobody here knows: whole, but nobody vouches for its company', async () => {
  const { data } = await check(byBoth)
  expect(data).toMatchObject({ veredicto: 'sin_aval', faltan: 0, registro: null })
  expect(data.firmas).toMatchObject([
    {
      nombre: 'RIVAROLA, Carlos',
      valida: true,
      aval: 'propio',
      despues: 'firmas',
      nivel: 'B-B',
      fecha_segun: 'firmante',
    },
    {
      nombre: 'ÁLVAREZ, Ana',
      valida: true,
      aval: 'instalacion',
      decision: 'no_conforme',
      comentario: 'Faltan horas',
      despues: 'nada',
    },
  ])
})

test('a flipped byte is told, wherever it lies', async () => {
  for (const at of [400, Math.floor(original.length / 2), original.length + 200]) {
    const changed = Buffer.from(byBoth)
    changed[at] = (changed[at] ?? 0) ^ 1
    const { data, code } = await check(changed, `10.0.1.${at % 250}`)
    expect(code ?? data.veredicto).toMatch(/^(alterado|VERIFICATION_NOT_READABLE)$/)
    if (data) expect(data.firmas.some((firma: { valida: boolean }) => !firma.valida)).toBe(true)
  }
})

test('a PDF without signatures, and what is no PDF that can be read', async () => {
  expect((await check(original)).data).toMatchObject({ veredicto: 'sin_firmas', firmas: [], registro: null })
  expect((await check(Buffer.from('<html>not a PDF</html>'))).code).toBe('SYSTEM_API_WRONG_MIME_TYPE')
  expect((await check(original.subarray(0, 300))).code).toBe('VERIFICATION_NOT_READABLE')
  expect((await app.call(verification.verify, {}, { address: '10.0.0.2' })).code).toBe(
    'SYSTEM_API_PARAMETER_REQUIRED',
  )
  const big = await check(Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(11 * 1024 * 1024)]))
  expect(big.code).toBe('SYSTEM_API_MAX_FILE_SIZE_EXCEEDED')
})

test('a document of this installation is recognised, with what became of it, and is not kept', async () => {
  const type = await aType(app, company)
  const id = await aDocument(app, company, { employee_id: ana.id, type_id: type.id, bytes: byBoth })
  const files = () => inCompany(app, company.id, (tx) => tx.db.selectFrom('files').select(['id']).execute())
  const before = (await files()).length
  await inCompany(app, company.id, (tx) =>
    tx.db
      .insertInto('certificates')
      .values({
        company_id: tx.company,
        holder_name: 'Carlos Rivarola',
        position: 'Apoderado',
        mail: 'c@correo.example',
        tax_id: '20249031179',
        company_name: 'Austral S.A.',
        company_tax_id: '30709126845',
        chain: [certificate],
        serial: '0a',
        wrapped_key: JSON.stringify({}),
        password_hash: 'none',
        valid_from: new Date(),
        valid_until: new Date(Date.now() + 1e9),
        created_by: ana.id,
      })
      .execute(),
  )
  const whole = await check(byBoth, '10.0.2.1')
  expect(whole.data).toMatchObject({
    veredicto: 'valido',
    registro: { empresa: 'Austral Alimentos', completo: true, hay_posterior: false, anulado: null },
  })
  expect(whole.data.firmas[0].aval).toBe('empresa')

  const appended = Buffer.concat([byBoth, Buffer.from('\n% added afterwards\n')])
  const added = await check(appended, '10.0.2.1')
  expect(added.data).toMatchObject({ veredicto: 'alterado', registro: { completo: false, anulado: null } })

  await inCompany(app, company.id, (tx) =>
    tx.db
      .updateTable('documents')
      .set({ state: 'cancelled', cancelled_at: '2026-11-20T12:00:00Z', cancel_reason: 'Importe equivocado' })
      .where('id', '=', id)
      .execute(),
  )
  const cancelled = await check(byBoth, '10.0.2.1')
  expect(cancelled.data).toMatchObject({
    veredicto: 'valido',
    registro: { anulado: '2026-11-20T12:00:00.000Z' },
  })
  expect(JSON.stringify(cancelled.data)).not.toContain('Importe equivocado')
  expect((await files()).length).toBe(before)
})

test('somebody who sends many is slowed down', async () => {
  const answers = []
  for (let n = 0; n < 21; n++) answers.push(await check(Buffer.from('no pdf'), '10.0.3.1'))
  expect(answers.map(({ status }) => status)).toEqual([...Array<number>(20).fill(415), 429])
})
