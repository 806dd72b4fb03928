import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { certificates } from '#contract/certificates.ts'
import { documents } from '#contract/documents/documents.ts'
import { publishing } from '#contract/publishing/publishing.ts'
import { verification } from '#contract/verification.ts'
import { opensslCades, pdfsig, printedText, qpdfCheck, signaturesOf } from '#pdf/testing/judges.ts'
import { makeSigners } from '#pdf/testing/signers.ts'
import { verifyPdf } from '#pdf/verify.ts'
import { type TestApp } from '#server/testing/app.ts'
import { aDocument, aType } from '#server/testing/documents.ts'
import {
  aCompany,
  anAdministrator,
  aPerson,
  inCompany,
  type Person,
  signIn,
  stepUp,
} from '#server/testing/factories.ts'
import {
  aCertificate,
  aPublisher,
  certificatePassword,
  type Input,
  now,
  type Publisher,
  slipOf,
  type Wanted,
} from '#server/testing/publishing.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'

let app: TestApp
let company: MadeCompany
let bearer: string
let certificado: number
let publish: Publisher['publish']
let signed: Publisher['signed']
let documentsOf: Publisher['documentsOf']
let mailsOf: Publisher['mailsOf']
let filesOnDisk: Publisher['filesOnDisk']
beforeAll(async () => {
  ;({ app, company, bearer, certificado, publish, signed, documentsOf, mailsOf, filesOnDisk } =
    await aPublisher())
})

describe('published and signed by the company', () => {
  test('it satisfies every judge, shows the signer, and leaves the employee’s field', async () => {
    const person = await aPerson(app, company)
    const answer = await publish(person, { ...signed(), notificar: true })
    expect(answer).toMatchObject({
      status: 200,
      data: { revision: 2, firmado_por_empresa: true, correo: 'en_cola' },
    })
    const { bytes } = await app.call(documents.download, { a: answer.data.id, b: 0 }, { as: bearer })
    const unsigned = await app.call(documents.download, { a: answer.data.id, b: 1 }, { as: bearer })
    expect(Buffer.compare(bytes.subarray(0, unsigned.bytes.length), unsigned.bytes)).toBe(0)
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
    const byCode = await app.call(verification.byCode, { codigo: answer.data.codigo_verificacion })
    expect(byCode.data.firmas).toMatchObject([{ firmante: 'empresa', iniciales: 'C. E. R.' }])
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
    const id = await aCertificate(app, other, there)
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

  // Twelve keys are derived, each as slowly as a guess must be.
  test('a file that was signed here before takes only the signatures that it lacks', async () => {
    const { signAsCompany, signAsEmployee } = await makeSigners()
    const [one, two] = [await aPerson(app, company), await aPerson(app, company)]
    const once = await signAsCompany(await slipOf(one))
    const before = filesOnDisk()
    expect((await publish(one, signed(), { bytes: once })).code).toBe('SIGN_DOCUMENT_LOCKED')
    expect([await documentsOf(one), filesOnDisk()]).toEqual([[], before])
    expect((await publish(one, {}, { bytes: once })).data).toMatchObject({ espera_firma: true })
    const twice = await signAsEmployee(await signAsCompany(await slipOf(two)))
    expect((await publish(two, {}, { bytes: twice })).code).toBe('CONFIRMATION_REQUIRED')
    const confirm = ['PUBLISH_WITHOUT_EMPLOYEE_SIGNATURE']
    expect((await publish(two, {}, { bytes: twice, confirm })).data).toMatchObject({ espera_firma: false })
  })

  test('a document that can’t be signed keeps waiting, and is not public', async () => {
    const person = await aPerson(app, company)
    const id = await aDocument(app, company, {
      employee_id: person.id,
      type_id: (await aType(app, company)).id,
      state: 'waiting_company_signature',
      bytes: Buffer.from('%PDF-1.7\nnothing'),
    })
    const input = { id, certificado, password: certificatePassword }
    expect((await app.call(publishing.sign, input, { as: bearer })).code).toBe('SIGN_DOCUMENT_FAILED')
    expect(await documentsOf(person)).toMatchObject([{ state: 'waiting_company_signature', revision: 1 }])
    await inCompany(app, company.id, (tx) =>
      tx.db.updateTable('documents').set({ state: 'cancelled' }).where('id', '=', id).execute(),
    )
  })

  test('ten wrong passwords lock the certificate to who tried them', { timeout: 90_000 }, async () => {
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
  ])('requested again it continues where it was and doubles nothing, %s', async (_, hasPeriod) => {
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

  test('the same file to another month, of another type or by another user doesn’t continue it', async () => {
    const kind = (await aType(app, company)).id
    const [person, type] = [await aPerson(app, company), (await aType(app, company)).id]
    const wanted = {
      bytes: await slipOf(person),
      confirm: ['PUBLISH_SAME_FILE', 'PUBLISH_OTHER_PERIOD_IN_TEXT'],
    }
    const first = { tipo: kind, periodo: '2026-10' }
    await interrupt(person, first, wanted)
    const [waiting] = await documentsOf(person)
    const { bearer: colleague } = await anAdministrator(app, company)
    const theirs = await publish(person, { ...signed(), ...first }, { ...wanted, as: colleague })
    expect(theirs.code).toBe('SYSTEM_API_FILE_EXISTS')
    for (const other of [
      { ...first, periodo: '2026-09' },
      { ...first, tipo: type },
    ]) {
      const { status, data } = await publish(person, { ...signed(), ...other }, wanted)
      expect([status, data.id === waiting?.id]).toEqual([200, false])
    }
    expect(await documentsOf(person)).toMatchObject([
      { id: waiting?.id, state: 'waiting_company_signature' },
      { type_id: kind, period: '2026-09-01', state: 'published' },
      { type_id: type, period: '2026-10-01', state: 'published' },
    ])
    await inCompany(app, company.id, (tx) =>
      tx.db
        .updateTable('documents')
        .set({ state: 'cancelled' })
        .where('id', '=', waiting?.id ?? 0)
        .execute(),
    )
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
