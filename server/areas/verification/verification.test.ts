import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { verification } from '#contract/verification.ts'
import { issueCompanyCertificate } from '#pdf/certificates.ts'
import { indefinite, signedWith } from '#pdf/testing/foreign-forms.ts'
import { payslip } from '#pdf/testing/samples.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aBystander } from '#server/testing/bystander.ts'
import { aDocument, aType } from '#server/testing/documents.ts'
import { aCompany, aPerson, inCompany, type Person } from '#server/testing/factories.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'
import { signByCompany, signByEmployee } from '#server/areas/signing/operations.ts'

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
  await aBystander(app, company)
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
        licensed: false,
        name: 'RIVAROLA, Carlos',
        position: 'Apoderado',
        chain: [issued.certificate],
        serial: '0a',
        key: issued.key,
        picture: undefined,
        ink: undefined,
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
  expect(data).toEqual({
    veredicto: 'sin_aval',
    huella: createHash('sha256').update(byBoth).digest('hex'),
    faltan: 0,
    quitadas: 0,
    registro: null,
    firmas: [
      {
        nombre: 'RIVAROLA, Carlos',
        organizacion: 'Austral S.A.',
        cargo: 'Apoderado',
        emisor: 'RIVAROLA, Carlos',
        serie: expect.stringMatching(/^[0-9a-f]{16,}$/i),
        decision: null,
        comentario: null,
        fecha: expect.stringMatching(/^20/),
        fecha_segun: 'firmante',
        sello: null,
        nivel: 'B-B',
        valida: true,
        problemas: [],
        aval: 'propio',
        empleador: null,
        acceso: null,
        vencido: false,
        despues: 'firmas',
        cambios: [],
      },
      {
        nombre: 'ÁLVAREZ, Ana',
        organizacion: 'Austral S.A.',
        cargo: null,
        emisor: expect.any(String),
        serie: expect.stringMatching(/^[0-9a-f]{16,}$/i),
        decision: 'no_conforme',
        comentario: 'Faltan horas',
        fecha: expect.stringMatching(/^20/),
        fecha_segun: 'firmante',
        sello: null,
        nivel: 'B-B',
        valida: true,
        problemas: [],
        aval: 'instalacion',
        empleador: null,
        acceso: null,
        vencido: false,
        despues: 'nada',
        cambios: [],
      },
    ],
  })
})

test('a signature of a form that nobody checks is shown without a certificate, and vouched for by nobody', async () => {
  const text = Buffer.from(bySigner)
    .toString('latin1')
    .replace('/ETSI.CAdES.detached', '/ETSI.CAdES.detacheD')
  const { data } = await check(Buffer.from(text, 'latin1'))
  expect(data).toMatchObject({
    veredicto: 'con_problemas',
    firmas: [{ organizacion: null, emisor: null, serie: null, valida: false, aval: 'desconocido' }],
  })
})

test('a flipped byte is reported, wherever it lies', async () => {
  for (const at of [400, Math.floor(original.length / 2), original.length + 200]) {
    const changed = Buffer.from(byBoth)
    changed[at] = (changed[at] ?? 0) ^ 1
    const { data } = await check(changed, `10.0.1.${at % 250}`)
    expect(data.veredicto).toBe('alterado')
    expect(data.firmas.some((firma: { valida: boolean }) => !firma.valida)).toBe(true)
  }
})

test('one byte that makes a signed file unreadable is called altered', async () => {
  const changed = Buffer.from(byBoth)
  const catalog = changed.lastIndexOf('startxref')
  changed[catalog] = (changed[catalog] ?? 0) ^ 1
  const root = changed.indexOf('/Root')
  changed[root] = (changed[root] ?? 0) ^ 1
  const { data } = await check(changed, '10.0.1.251')
  expect(data).toMatchObject({ veredicto: 'alterado', registro: null, firmas: [{}, {}] })
  expect(data.firmas.map(({ valida }: { valida: boolean }) => valida)).toEqual([false, false])
})

test.each([
  ['without signed attributes', (cms: Uint8Array) => cms, ['-noattr'], '10.0.2.1'],
  ['of indefinite length', indefinite, [], '10.0.2.2'],
  ['of indefinite length without signed attributes', indefinite, ['-noattr'], '10.0.2.3'],
])(
  'somebody else’s signature %s holds, and one flipped byte alters it',
  async (_, form, options, address) => {
    const file = await signedWith(form, ...options)
    expect((await check(file, address)).data).toMatchObject({
      veredicto: 'sin_aval',
      firmas: [{ valida: true, problemas: [] }],
    })

    const stream = file.indexOf('stream') + 'stream'.length + 4
    file[stream] = (file[stream] ?? 0) ^ 1
    expect((await check(file, address)).data).toMatchObject({
      veredicto: 'alterado',
      firmas: [{ valida: false }],
    })
  },
)

test('a PDF without signatures and an unreadable file are reported as such', async () => {
  expect((await check(original)).data).toMatchObject({ veredicto: 'sin_firmas', firmas: [], registro: null })
  expect((await check(Buffer.from('<html>not a PDF</html>'))).code).toBe('VERIFICATION_NOT_READABLE')
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
  expect((await check(bySigner, '10.0.2.2')).data).toMatchObject({
    veredicto: 'sin_aval',
    faltan: 1,
    registro: null,
  })

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

describe('a printed code', () => {
  let code: string
  let id: number
  const ask = (codigo: string, address = '10.0.4.1') => app.call(verification.byCode, { codigo }, { address })
  const set = (values: object) =>
    inCompany(app, company.id, (tx) =>
      tx.db.updateTable('documents').set(values).where('id', '=', id).execute(),
    )

  beforeAll(async () => {
    const jorge = await aPerson(app, company, { firstName: 'Jorge Omar', lastName: 'Ledesma' })
    const type = await aType(app, company)
    id = await aDocument(app, company, { employee_id: jorge.id, type_id: type.id, bytes: byBoth })
    // Letters that look like others, to be mistaken below.
    code = 'OIBSZ2ABCDEFGHJK'
    await set({ verification_code: code, published_at: '2026-11-04T12:00:00Z' })
  })

  test('shows initials, a masked id and the state, and no name', async () => {
    const { data } = await ask(code)
    expect(data).toMatchObject({
      empresa: 'Austral Alimentos',
      iniciales: 'J. O. L.',
      identificacion: expect.stringMatching(/^•{7}\d{4}$/),
      publicado: '2026-11-04T12:00:00.000Z',
      anulado: null,
    })
    expect(JSON.stringify(data)).not.toMatch(/Jorge|Ledesma|Rivarola/i)
  })

  test.each([
    ['in groups', 'OIBS-Z2AB-CDEF-GHJK'],
    ['in small letters and spaces', ' oibs z2ab cdef ghjk '],
    ['with digits for letters', '018S-Z2AB-CDEF-GHJK'],
    ['with one letter that looks alike', 'OIB5-Z2AB-CDEF-GHJK'],
  ])('is understood %s', async (_, typed) => {
    expect((await ask(typed)).data).toMatchObject({ iniciales: 'J. O. L.' })
  })

  test.each([
    ['too short', 'OIBS'],
    ['another', 'AAAA-AAAA-AAAA-AAAA'],
    ['with two letters amiss', 'OIB5-Z2AB-CDEF-GHJX'],
    ['nothing', ''],
  ])('that is %s is not known', async (_, typed) => {
    expect(await ask(typed)).toMatchObject({ status: 404, code: 'VERIFICATION_CODE_UNKNOWN' })
  })

  test('that was typed exactly is its own document’s, and one that is near to two is none’s', async () => {
    const coded = async (verification_code: string) => {
      const type = await aType(app, company)
      const document = await aDocument(app, company, { employee_id: ana.id, type_id: type.id, bytes: byBoth })
      await inCompany(app, company.id, (tx) =>
        tx.db
          .updateTable('documents')
          .set({ verification_code, published_at: '2026-11-04T12:00:00Z' })
          .where('id', '=', document)
          .execute(),
      )
    }
    for (const near of ['OIBSZZABCDEFGHJK', '5AAAAAAAAAAAAAAZ', 'SAAAAAAAAAAAAAA2']) await coded(near)
    expect((await ask(code)).data).toMatchObject({ iniciales: 'J. O. L.' })
    expect((await ask('OIBSZZABCDEFGHJK')).data).toMatchObject({ iniciales: 'A. Á.' })
    expect(await ask('SAAAAAAAAAAAAAAZ')).toMatchObject({ code: 'VERIFICATION_CODE_UNKNOWN' })
  })

  test('of an annulled document shows since when; of one not yet published it shows nothing', async () => {
    await set({
      state: 'cancelled',
      cancelled_at: '2026-11-20T12:00:00Z',
      cancel_reason: 'Importe equivocado',
    })
    const { data } = await ask(code)
    expect(data).toMatchObject({ estado: 'anulado', anulado: '2026-11-20T12:00:00.000Z' })
    expect(JSON.stringify(data)).not.toContain('Importe')
    await set({ state: 'published', cancelled_at: null, visible_from: new Date(Date.now() + 86_400_000) })
    expect((await ask(code)).status).toBe(404)
    await set({ state: 'waiting_company_signature', visible_from: null })
    expect((await ask(code)).status).toBe(404)
  })

  test('can’t be guessed by trying many', async () => {
    const answers = []
    for (let n = 0; n < 21; n++) answers.push(await ask('AAAA-AAAA-AAAA-AAAA', '10.0.4.2'))
    expect(answers.map(({ status }) => status)).toEqual([...Array<number>(20).fill(404), 429])
  })
})

test('somebody who sends many is slowed down', async () => {
  const answers = []
  for (let n = 0; n < 21; n++) answers.push(await check(Buffer.from('no pdf'), '10.0.3.1'))
  expect(answers.map(({ status }) => status)).toEqual([...Array<number>(20).fill(422), 429])
})

test('an eleventh file that waits is refused, and a later one is verified', async () => {
  const answers = await Promise.all(Array.from({ length: 24 }, (_, n) => check(byBoth, `10.0.5.${n}`)))
  const statuses = new Set(answers.map(({ status, code }) => `${status} ${code ?? ''}`.trim()))
  expect([...statuses].toSorted()).toEqual(['200', '503 SERVICE_UNAVAILABLE'])
  expect((await check(byBoth, '10.0.5.99')).status).toBe(200)
})
