import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { certificates } from '#contract/certificates.ts'
import { documents } from '#contract/documents.ts'
import { publishing } from '#contract/publishing.ts'
import { hostileFiles } from '#pdf/testing/hostile.ts'
import { opensslCades, pdfsig, printedText, qpdfCheck, signaturesOf } from '#pdf/testing/judges.ts'
import { onePage, payslip } from '#pdf/testing/samples.ts'
import { verifyPdf } from '#pdf/verify.ts'
import { printedTaxId } from '../../shared/printed.ts'
import { sweepFiles } from '../../shared/files.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { aType, type MadeType } from '../../testing/documents.ts'
import {
  aCompany,
  anAdministrator,
  aPerson,
  inCompany,
  type Person,
  signIn,
  stepUp,
} from '../../testing/factories.ts'
import type { MadeCompany } from '../company/operations.ts'

const now = new Date('2026-11-04T15:00:00Z')
const certificatePassword = 'Tranvia-61-rojo'
let app: TestApp
let company: MadeCompany
let bearer: string
let type: MadeType
let certificado: number
beforeAll(async () => {
  app = await testApp()
  app.setNow(now)
  company = await aCompany(app)
  bearer = (await anAdministrator(app, company)).bearer
  type = await aType(app, company, { name: 'Recibo de sueldo' })
  certificado = await aCertificate(company, bearer)
})

async function aCertificate(of: MadeCompany, as: string, password = certificatePassword): Promise<number> {
  const bytes = await sharp({ create: { width: 200, height: 80, channels: 4, background: '#1c3d8f' } })
    .png()
    .toBuffer()
  const { data } = await app.call(
    certificates.create,
    {
      nombre: 'Carlos Eduardo Rivarola',
      cargo: 'Apoderado',
      mail: 'c.rivarola@correo.example',
      cuil: '20249031179',
      id_empleador: of.employers[0] ?? 0,
      pass: password,
      repass: password,
      responsabilidad: true,
    },
    { as, file: { name: 'firma.png', bytes }, headers: await stepUp(app, as) },
  )
  return data.id
}

const printed = (cuil: string) => printedTaxId(cuil, 'AR')

/** Somebody's payslip of a month, as the payroll program wrote it. */
const slipOf = (person: Person, period = '10/2026') => payslip({ taxId: person.cuil, period })

interface Wanted {
  bytes?: Uint8Array
  as?: string
  confirm?: string[]
  key?: string
  name?: string
}

type Input = Partial<Parameters<typeof app.call<typeof publishing.single>>[1]>

async function publish(person: Person, input: Input = {}, wanted: Wanted = {}) {
  return app.call(
    publishing.single,
    { cuil: person.cuil, periodo: '2026-10', tipo: type.id, ...input },
    {
      as: wanted.as ?? bearer,
      file: { name: wanted.name ?? 'recibo.pdf', bytes: wanted.bytes ?? (await slipOf(person)) },
      ...(wanted.confirm && { confirm: wanted.confirm }),
      ...(wanted.key && { headers: { 'idempotency-key': wanted.key } }),
    },
  )
}

const signed = () => ({ firma_empresa: true, certificado, password: certificatePassword })

const documentsOf = (person: Person) =>
  inCompany(app, company.id, (tx) =>
    tx.db.selectFrom('documents').selectAll().where('employee_id', '=', person.id).orderBy('id').execute(),
  )

const mailsOf = (person: Person) =>
  inCompany(app, company.id, (tx) =>
    tx.db.selectFrom('mails').select(['event', 'variables']).where('user_id', '=', person.id).execute(),
  )

/** Names of the files on the disk, whoever they belong to. */
const filesOnDisk = () =>
  readdirSync(app.services.config.filesDir, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  ).length

describe('published', () => {
  test('a payslip is a document, an event, a kept file and a mail, all at once', async () => {
    const person = await aPerson(app, company)
    const answer = await publish(person, { notificar: true })
    expect(answer).toMatchObject({
      status: 200,
      data: {
        colaborador: { id: person.id },
        tipo: { nombre: 'Recibo de sueldo' },
        periodo: '2026-10-01',
        firmado_por_empresa: false,
        espera_firma: true,
        correo: 'en_cola',
      },
    })
    const { id } = answer.data
    expect(await documentsOf(person)).toMatchObject([
      { id, state: 'published', signing: 'pending', published_at: now, file_name: 'recibo.pdf', pages: 1 },
    ])
    expect(await mailsOf(person)).toMatchObject([
      {
        event: 'new_document',
        variables: { documentos: [{ tipo: 'Recibo de sueldo', periodo: '2026-10-01' }] },
      },
    ])
    const { events, file } = await inCompany(app, company.id, async (tx) => ({
      events: await tx.db
        .selectFrom('events')
        .select(['act', 'data'])
        .where('subject_kind', '=', 'document')
        .where('subject_id', '=', id)
        .execute(),
      file: await tx.db
        .selectFrom('document_revisions')
        .innerJoin('files', 'files.id', 'document_revisions.file_id')
        .select(['files.state', 'files.sha256'])
        .where('document_id', '=', id)
        .executeTakeFirstOrThrow(),
    }))
    expect(events).toEqual([{ act: 'published', data: expect.objectContaining({ sha256: file.sha256 }) }])
    expect(file.state).toBe('kept')
  })

  test('to somebody without a mail says so, and queues none', async () => {
    const person = await aPerson(app, company, { mail: null })
    expect((await publish(person, { notificar: true })).data.correo).toBe('sin_correo')
    expect(await mailsOf(person)).toEqual([])
  })

  test('its name has no path', async () => {
    const person = await aPerson(app, company)
    await publish(person, {}, { name: '../../etc/passwd.pdf' })
    expect(await documentsOf(person)).toMatchObject([{ file_name: 'passwd.pdf' }])
  })
})

describe('published and signed by the company', () => {
  test('it satisfies every judge, shows the signer, and leaves the employee’s field', async () => {
    const person = await aPerson(app, company)
    const original = await slipOf(person)
    const answer = await publish(person, { ...signed(), notificar: true }, { bytes: original })
    expect(answer).toMatchObject({
      status: 200,
      data: { revision: 2, firmado_por_empresa: true, correo: 'en_cola' },
    })
    const { bytes } = await app.call(documents.download, { a: answer.data.id, b: 0 }, { as: bearer })
    expect(Buffer.compare(bytes.subarray(0, original.length), original)).toBe(0)
    expect(qpdfCheck(bytes)).toMatchObject({ accepted: true })
    // pdfsig counts the field that waits as well.
    expect(pdfsig(bytes)).toMatchObject({ valid: 1 })
    const { chain } = await inCompany(app, company.id, (tx) =>
      tx.db
        .selectFrom('certificates')
        .select('chain')
        .where('id', '=', certificado)
        .executeTakeFirstOrThrow(),
    )
    const root = chain[0] ?? new Uint8Array()
    for (const { cms, content } of signaturesOf(bytes)) {
      expect(opensslCades(cms, content, root)).toMatchObject({ accepted: true })
    }
    expect(await verifyPdf(bytes, { trusted: [root], now })).toMatchObject({
      ok: true,
      coversWholeFile: true,
      unsigned: ['employee'],
      signatures: [{ field: 'company', valid: true, trust: 'trusted', name: 'Carlos Eduardo Rivarola' }],
    })
    const printed = printedText(bytes)
    expect(printed).toContain('Firmado electrónicamente por Carlos Eduardo Rivarola')
    expect(printed).toContain('Apoderado · 04/11/2026 12:00:00 −03:00')
    expect(printed).toContain(answer.data.codigo_verificacion.match(/.{4}/g).join('-'))
    const evidence = await inCompany(app, company.id, (tx) =>
      tx.db.selectFrom('signatures').selectAll().where('document_id', '=', answer.data.id).execute(),
    )
    expect(evidence).toMatchObject([
      {
        signer: 'company',
        certificate_id: certificado,
        method: 'certificate_password',
        sha256: createHash('sha256').update(bytes).digest('hex'),
        algorithm: 'RSA 2048, SHA-256',
      },
    ])
  })

  test.each([
    ['without a certificate', { certificado: undefined }, 'SYSTEM_API_PARAMETER_REQUIRED', 'certificado'],
    ['without its password', { password: undefined }, 'SYSTEM_API_PARAMETER_REQUIRED', 'password'],
    [
      'with a password and no signature',
      { firma_empresa: false },
      'SYSTEM_API_PARAMETER_NOT_EXPECTED',
      'certificado',
    ],
    ['with a wrong password', { password: 'otra-clave-1' }, 'SIGN_DOCUMENT_WRONG_PASSWORD', 'password'],
    [
      'with an unknown certificate',
      { certificado: 999_999 },
      'SIGN_DOCUMENT_CERTIFICATE_NOT_FOUND',
      'certificado',
    ],
  ])('%s it is refused, and nothing is left', async (_, input, code, field) => {
    const person = await aPerson(app, company)
    const before = filesOnDisk()
    const answer = await publish(person, { ...signed(), ...(input as Input) })
    expect(answer).toMatchObject({ status: 422, code, errors: [{ field }] })
    expect(await documentsOf(person)).toEqual([])
    expect(filesOnDisk()).toBe(before)
  })

  test('with an expired certificate it is refused', async () => {
    const other = await aCompany(app)
    const { bearer: there } = await anAdministrator(app, other)
    const id = await aCertificate(other, there)
    const kind = await aType(app, other)
    const person = await aPerson(app, other)
    const input = { ...signed(), tipo: kind.id, certificado: id }
    expect((await app.call(publishing.setup, {}, { as: there })).data).toMatchObject({
      certificate: 'active',
    })
    await app.call(certificates.expire, { id }, { as: there, headers: await stepUp(app, there) })
    expect(await publish(person, input, { as: there })).toMatchObject({
      code: 'SIGN_DOCUMENT_CERTIFICATE_EXPIRED',
    })
    expect((await app.call(publishing.setup, {}, { as: there })).data).toMatchObject({
      certificate: 'expired',
      position: 'default',
      mayConfigure: true,
      certificados: [],
      periodos: { desde: '2025-11-01', hasta: '2026-12-01' },
      maximo_megas: 10,
    })
    expect(await publish(person, { ...signed(), tipo: kind.id }, { as: there })).toMatchObject({
      code: 'SIGN_DOCUMENT_CERTIFICATE_NOT_FOUND',
    })
  })

  test('ten wrong passwords lock the certificate to who tried them, and to nobody else', async () => {
    const person = await aPerson(app, company)
    const { bearer: clumsy } = await anAdministrator(app, company)
    const wrong = () => publish(person, { ...signed(), password: 'otra-clave-1' }, { as: clumsy })
    for (let tries = 0; tries < 10; tries++) expect((await wrong()).code).toBe('SIGN_DOCUMENT_WRONG_PASSWORD')
    const right = await publish(person, signed(), { as: clumsy })
    expect(right).toMatchObject({ status: 429, code: 'SIGN_DOCUMENT_TOO_MANY_ATTEMPTS' })
    expect(await publish(person, signed())).toMatchObject({ status: 200 })
  })
})

describe('interrupted before the company’s signature', () => {
  /** A publication whose signature fails, as when the server is killed there. */
  async function interrupt(person: Person, input: Input = {}, wanted: Wanted = {}) {
    app.services.config.tsaUrl = 'http://127.0.0.1:9/'
    const answer = await publish(person, { ...signed(), ...input }, wanted)
    app.services.config.tsaUrl = undefined
    expect(answer).toMatchObject({ status: 503, code: 'SIGN_DOCUMENT_TIMESTAMP_FAILED' })
  }

  test('it waits, is listed, and is gone on with after its password', async () => {
    const person = await aPerson(app, company)
    await interrupt(person, { notificar: true })
    const [waiting] = await documentsOf(person)
    const id = waiting?.id ?? 0
    expect(waiting).toMatchObject({ state: 'waiting_company_signature', published_at: null, revision: 1 })
    expect(await mailsOf(person)).toEqual([])
    const list = await app.call(publishing.waiting, {}, { as: bearer })
    expect(list).toMatchObject({
      pagination: { total: 1 },
      data: [{ id, colaborador: { cuil: person.cuil } }],
    })
    const sign = (password: string) =>
      app.call(publishing.sign, { id, certificado, password }, { as: bearer })
    expect(await sign('otra-clave-1')).toMatchObject({ code: 'SIGN_DOCUMENT_WRONG_PASSWORD' })
    expect(await sign(certificatePassword)).toMatchObject({ status: 200, data: { id, correo: 'en_cola' } })
    expect(await documentsOf(person)).toMatchObject([{ state: 'published', revision: 2 }])
    expect(await mailsOf(person)).toHaveLength(1)
    expect(await sign(certificatePassword)).toMatchObject({ status: 409, code: 'SIGN_DOCUMENT_NOT_WAITING' })
    expect((await app.call(publishing.waiting, {}, { as: bearer })).data).toEqual([])
  })

  test.each([
    ['with its period', true],
    ['of a type without one', false],
  ])('asked for again it goes on where it was and doubles nothing, %s', async (_, hasPeriod) => {
    const kind = await aType(app, company, { hasPeriod })
    const person = await aPerson(app, company)
    const input: Input = { tipo: kind.id, periodo: hasPeriod ? '2026-10' : undefined }
    const wanted = { key: `asked again ${kind.id}`, bytes: await slipOf(person) }
    await interrupt(person, input, wanted)
    const [waiting] = await documentsOf(person)
    const again = await publish(person, { ...signed(), ...input }, wanted)
    expect(again).toMatchObject({ status: 200, data: { id: waiting?.id, firmado_por_empresa: true } })
    expect(await publish(person, { ...signed(), ...input }, wanted)).toMatchObject({ data: again.data })
    expect(await documentsOf(person)).toHaveLength(1)
  })

  test('nobody out of reach sees it or signs it', async () => {
    const person = await aPerson(app, company, { sector: 'Logística' })
    await interrupt(person)
    const limited = await aPerson(app, company, { profiles: ['limited'], sector: 'Ventas' })
    const there = await signIn(app, company, limited)
    expect((await app.call(publishing.waiting, {}, { as: there })).data).toEqual([])
    const [waiting] = await documentsOf(person)
    const input = { id: waiting?.id ?? 0, certificado, password: certificatePassword }
    expect(await app.call(publishing.sign, input, { as: there })).toMatchObject({
      status: 404,
      code: 'NOT_FOUND',
    })
  })
})

describe('published once', () => {
  test('a second one in the same place is refused and names the first', async () => {
    const person = await aPerson(app, company)
    await publish(person, {}, { name: 'octubre.pdf' })
    const again = await publish(person, {}, { bytes: await payslip({ taxId: person.cuil, pages: 2 }) })
    expect(again).toMatchObject({
      status: 409,
      code: 'SYSTEM_API_FILE_EXISTS',
      errors: [{ field: 'periodo' }],
    })
    expect(again.errors[0]?.message).toContain('octubre.pdf, 04/11/2026')
  })

  test('a type that takes several a month numbers them', async () => {
    const kind = await aType(app, company)
    await inCompany(app, company.id, (tx) =>
      tx.db.updateTable('document_types').set({ several_a_period: true }).where('id', '=', kind.id).execute(),
    )
    const person = await aPerson(app, company)
    for (const pages of [1, 2]) {
      const bytes = await payslip({ taxId: person.cuil, pages })
      expect(await publish(person, { tipo: kind.id }, { bytes })).toMatchObject({ status: 200 })
    }
    expect(await documentsOf(person)).toMatchObject([{ sequence: 1 }, { sequence: 2 }])
  })

  test.each([
    ['without a signature', {}],
    ['with the company’s', { firma_empresa: true }],
  ])('of many at once one passes, %s', async (_, input) => {
    const person = await aPerson(app, company)
    const many = [1, 2, 3].map((pages) =>
      payslip({ taxId: person.cuil, pages }).then((bytes) =>
        publish(person, 'firma_empresa' in input ? signed() : {}, { bytes }),
      ),
    )
    const statuses = (await Promise.all(many)).map(({ status }) => status).toSorted((a, b) => a - b)
    expect(statuses).toEqual([200, 409, 409])
    expect(await documentsOf(person)).toMatchObject([{ state: 'published' }])
  })

  test.each([
    ['without a signature', {}],
    ['with the company’s', { firma_empresa: true }],
  ])('a request repeated while the first still runs gets its answer, %s', async (name, input) => {
    const kind = await aType(app, company, { hasPeriod: false })
    const person = await aPerson(app, company)
    const asked = {
      ...('firma_empresa' in input ? signed() : {}),
      tipo: kind.id,
      periodo: undefined,
      notificar: true,
    }
    const bytes = await slipOf(person)
    const both = await Promise.all(
      [1, 2].map(() => publish(person, asked, { key: `same key ${name}`, bytes })),
    )
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(both[0]?.data).toEqual(both[1]?.data)
    expect(await documentsOf(person)).toHaveLength(1)
    expect(await mailsOf(person)).toHaveLength(1)
    const other = await publish(person, { ...asked, notificar: false }, { key: `same key ${name}`, bytes })
    expect(other).toMatchObject({ status: 422, code: 'IDEMPOTENCY_KEY_REUSED' })
  })
})

describe('what looks wrong is asked before it is published', () => {
  test('another’s id in the text, naming both; and then it is kept as evidence that somebody said so', async () => {
    const person = await aPerson(app, company, { firstName: 'Ana', lastName: 'Ledesma' })
    const other = await aPerson(app, company, { firstName: 'Bruno', lastName: 'Sosa' })
    const bytes = await slipOf(other)
    const asked = await publish(person, {}, { bytes })
    expect(asked).toMatchObject({ status: 422, code: 'CONFIRMATION_REQUIRED' })
    expect(asked.errors).toMatchObject([{ code: 'PUBLISH_OTHER_EMPLOYEE_IN_TEXT', field: 'cuil' }])
    expect(asked.errors[0]?.message).toContain(`${printed(other.cuil)} (Bruno Sosa)`)
    expect(asked.errors[0]?.message).toContain(`Ana Ledesma (${printed(person.cuil)})`)
    expect(await documentsOf(person)).toEqual([])
    const done = await publish(person, {}, { bytes, confirm: ['PUBLISH_OTHER_EMPLOYEE_IN_TEXT'] })
    expect(done.status).toBe(200)
    const event = await inCompany(app, company.id, (tx) =>
      tx.db
        .selectFrom('events')
        .select('data')
        .where('subject_kind', '=', 'document')
        .where('subject_id', '=', done.data.id)
        .executeTakeFirstOrThrow(),
    )
    expect(event.data).toMatchObject({ confirmed: ['PUBLISH_OTHER_EMPLOYEE_IN_TEXT'] })
  })

  test.each([
    [
      'an id that is nobody’s here',
      () => payslip({ taxId: '20-28714536-6' }),
      ['PUBLISH_OTHER_EMPLOYEE_IN_TEXT'],
    ],
    ['no id of the person', async () => onePage(), ['PUBLISH_EMPLOYEE_NOT_IN_TEXT']],
    [
      'no text at all',
      async () => onePage('', '', { 4: '<</Length 0>>\nstream\n\nendstream' }),
      ['PUBLISH_NO_TEXT'],
    ],
  ])('%s', async (_, make, codes) => {
    const answer = await publish(await aPerson(app, company), {}, { bytes: await make() })
    expect(answer.code).toBe('CONFIRMATION_REQUIRED')
    expect(answer.errors.map(({ code }) => code)).toEqual(codes)
  })

  test('another month, naming both', async () => {
    const person = await aPerson(app, company)
    const answer = await publish(person, {}, { bytes: await slipOf(person, '09/2026') })
    expect(answer.errors).toMatchObject([{ code: 'PUBLISH_OTHER_PERIOD_IN_TEXT', field: 'periodo' }])
    expect(answer.errors[0]?.message).toMatch(/septiembre de 2026.*octubre de 2026/)
  })

  test('the same bytes to the same person', async () => {
    const kind = await aType(app, company, { hasPeriod: false })
    const person = await aPerson(app, company)
    const bytes = await slipOf(person)
    const input = { tipo: kind.id, periodo: undefined }
    await publish(person, input, { bytes })
    const again = await publish(person, input, { bytes })
    expect(again).toMatchObject({ code: 'CONFIRMATION_REQUIRED', errors: [{ code: 'PUBLISH_SAME_FILE' }] })
    expect(await publish(person, input, { bytes, confirm: ['PUBLISH_SAME_FILE'] })).toMatchObject({
      status: 200,
    })
  })

  test('somebody who left; and long after, nobody', async () => {
    const person = await aPerson(app, company, { state: 'inactive' })
    expect(await publish(person)).toMatchObject({ errors: [{ code: 'PUBLISH_EMPLOYEE_INACTIVE' }] })
    expect(await publish(person, {}, { confirm: ['PUBLISH_EMPLOYEE_INACTIVE'] })).toMatchObject({
      status: 200,
    })
    await inCompany(app, company.id, (tx) =>
      tx.db
        .updateTable('employments')
        .set({ ends_on: '2024-11-03' })
        .where('employee_id', '=', person.id)
        .execute(),
    )
    const answer = await publish(person, { periodo: '2026-09' }, { confirm: ['PUBLISH_EMPLOYEE_INACTIVE'] })
    expect(answer).toMatchObject({ status: 422, code: 'PUBLISH_EMPLOYEE_ENDED' })
  })
})

describe('refused', () => {
  test('out of reach as somebody who doesn’t exist', async () => {
    const limited = await aPerson(app, company, { profiles: ['limited'], sector: 'Compras' })
    const there = await signIn(app, company, limited)
    const hidden = await aPerson(app, company, { sector: 'Dirección' })
    const other = await aCompany(app)
    const stranger = await aPerson(app, other)
    const bytes = await slipOf(hidden)
    const nobody = await publish({ ...hidden, cuil: '20111111112' }, {}, { as: there, bytes })
    expect(nobody).toMatchObject({ status: 422, code: 'SYSTEM_API_INVALID_CUIL' })
    for (const one of [hidden, stranger]) {
      const answer = await publish(one, {}, { as: there, bytes })
      expect(answer.errors).toEqual(nobody.errors)
    }
  })

  test.each([
    ['a tax id with separators', { cuil: '20-28714536-6' }, 'SYSTEM_API_INVALID_CUIL'],
    ['a type that isn’t there', { tipo: 999_999 }, 'NOT_FOUND'],
    ['a month that is too early', { periodo: '2025-10' }, 'PUBLISH_PERIOD_OUT_OF_WINDOW'],
    ['a month that is too late', { periodo: '2027-01' }, 'PUBLISH_PERIOD_OUT_OF_WINDOW'],
    ['no month', { periodo: undefined }, 'SYSTEM_API_PARAMETER_REQUIRED'],
    ['a month that is none', { periodo: '2026-13' }, 'SYSTEM_API_WRONG_DATA_TYPE'],
    ['a field that nobody knows', { nombre: 'x' }, 'SYSTEM_API_PARAMETER_NOT_EXPECTED'],
  ])('%s', async (_, input, code) => {
    expect((await publish(await aPerson(app, company), input as Input)).code).toBe(code)
  })

  test('a type hidden by the folder filter, or of another company', async () => {
    const { bearer: filtered, id } = await anAdministrator(app, company)
    await inCompany(app, company.id, (tx) =>
      tx.db
        .insertInto('user_folder_filters')
        .values({ company_id: tx.company, user_id: id, folder_id: type.folderId })
        .execute(),
    )
    const person = await aPerson(app, company)
    const elsewhere = await aType(app, company)
    expect(await publish(person, { tipo: elsewhere.id }, { as: filtered })).toMatchObject({
      code: 'NOT_FOUND',
    })
    expect(await publish(person, {}, { as: filtered })).toMatchObject({ status: 200 })
    const foreign = await aType(app, await aCompany(app))
    expect(await publish(person, { tipo: foreign.id })).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  })

  test('a notice of what employees don’t see', async () => {
    const hidden = await aType(app, company)
    await inCompany(app, company.id, (tx) =>
      tx.db
        .updateTable('folders')
        .set({ visible: false, signable: false })
        .where('id', '=', hidden.folderId)
        .execute(),
    )
    const person = await aPerson(app, company)
    const input = { tipo: hidden.id }
    expect(await publish(person, { ...input, notificar: true })).toMatchObject({
      code: 'PUBLISH_NOTIFY_NOT_VISIBLE',
    })
    expect(await publish(person, input)).toMatchObject({ status: 200, data: { espera_firma: false } })
  })

  test('without the action', async () => {
    const manager = await aPerson(app, company, { profiles: ['manager'] })
    const there = await signIn(app, company, manager)
    expect(await publish(await aPerson(app, company), {}, { as: there })).toMatchObject({
      status: 403,
      code: 'SYSTEM_ACTION_NOT_GRANTED',
    })
  })
})

test.each([
  ['America/Noronha', '2026-12-01T01:30:00Z', '2026-12', '2027-01'], // 23:30 of 30 November
  ['America/Noronha', '2026-12-01T02:30:00Z', '2027-01', '2027-02'],
  ['America/Tijuana', '2026-12-01T07:30:00Z', '2026-12', '2027-01'],
  ['America/Tijuana', '2026-12-01T08:30:00Z', '2027-01', '2027-02'],
])('in %s at %s the last month is %s', async (zone, at, last, next) => {
  app.setNow(new Date(at))
  const there = await aCompany(app, { zone })
  const { bearer: as } = await anAdministrator(app, there)
  const kind = await aType(app, there)
  const person = await aPerson(app, there)
  const within = await slipOf(person, `${last.slice(5)}/${last.slice(0, 4)}`)
  expect(await publish(person, { tipo: kind.id, periodo: next }, { as, bytes: within })).toMatchObject({
    code: 'PUBLISH_PERIOD_OUT_OF_WINDOW',
  })
  expect(await publish(person, { tipo: kind.id, periodo: last }, { as, bytes: within })).toMatchObject({
    status: 200,
  })
  app.setNow(now)
})

describe('hostile files', () => {
  const codes: Record<string, readonly string[]> = {
    empty: ['SYSTEM_API_WRONG_MIME_TYPE', 'SYSTEM_API_INVALID_PDF_FILE_SIZE'],
    not_pdf: ['SYSTEM_API_WRONG_MIME_TYPE'],
    damaged: ['4'],
    encrypted: ['268'],
    too_many_pages: ['PDF_FILE_TOO_MANY_PAGES'],
    too_big: ['SYSTEM_API_MAX_FILE_SIZE_EXCEEDED'],
    page_size: ['PDF_FILE_PAGE_SIZE_EXCEPTION'],
    too_complex: ['PDF_FILE_TOO_COMPLEX'],
    decompression_bomb: ['PDF_FILE_TOO_COMPLEX'],
    active_content: ['PDF_FILE_ACTIVE_CONTENT'],
  }

  test('are refused, each with its code, and leave nothing', { timeout: 120_000 }, async () => {
    const person = await aPerson(app, company)
    const before = filesOnDisk()
    for (const { name, file, fault } of await hostileFiles()) {
      const answer = await publish(person, {}, { bytes: file, name: `${name}.pdf` })
      expect.soft(codes[fault], `${name}: ${fault} answered ${answer.code}`).toContain(answer.code)
      expect.soft(answer.status, name).toBeLessThan(500)
    }
    expect(await documentsOf(person)).toEqual([])
    expect(filesOnDisk()).toBe(before)
  })
})

test('no file is loose and no row without its file after all of this', async () => {
  const rows = await inCompany(app, company.id, (tx) =>
    tx.db.selectFrom('files').select(['key', 'state']).execute(),
  )
  expect(rows.filter(({ state }) => state === 'loose')).toEqual([])
  for (const { key } of rows) await expect(app.services.files.read(key)).resolves.toBeInstanceOf(Buffer)
  // What repeated requests put twice is all that there is to sweep.
  expect(await sweepFiles(app.services, company.id, 0)).toBeLessThan(5)
})
