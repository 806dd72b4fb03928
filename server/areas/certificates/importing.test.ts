import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { certificates } from '#contract/certificates.ts'
import { documents } from '#contract/documents/documents.ts'
import { publishing } from '#contract/publishing/publishing.ts'
import { opensslCades, pdfsig, printedText, signaturesOf } from '#pdf/testing/judges.ts'
import { aWorkshop, filePassword, type Workshop } from '#pdf/testing/p12.ts'
import { payslip } from '#pdf/testing/samples.ts'
import { setSetting } from '#server/shared/settings.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aBystander } from '#server/testing/bystander.ts'
import { aType } from '#server/testing/documents.ts'
import { aCompany, anAdministrator, aPerson, inCompany, signIn, stepUp } from '#server/testing/factories.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'

let app: TestApp
let company: MadeCompany
let bearer: string
let picture: Buffer
let shop: Workshop
let number = 0
const authority = ['basicConstraints=critical,CA:TRUE', 'keyUsage=critical,keyCertSign,cRLSign']
beforeAll(async () => {
  app = await testApp()
  company = await aCompany(app, { legalName: 'Austral Alimentos S.A.' })
  await aBystander(app, company)
  bearer = (await anAdministrator(app, company)).bearer
  await inCompany(app, company.id, (tx) => setSetting(tx, 'certificates.most_active', 5, null))
  picture = await sharp({ create: { width: 300, height: 120, channels: 4, background: '#1c3d8f' } })
    .png()
    .toBuffer()
  shop = aWorkshop()
  shop.certificate('root', { extensions: authority })
  shop.certificate('Rivarola RSA', { issuer: 'root' })
  shop.certificate('Rivarola EC', { issuer: 'root', key: 'P-256' })
  shop.certificate('Sola')
})
afterAll(() => shop.close())

const aPassword = () => `Barrilete-${++number}-azul`

interface Wanted {
  as?: string
  password?: string
  licensed?: boolean
  replaces?: number
  withoutPicture?: boolean
}

async function bring(bytes: Uint8Array, wanted: Wanted = {}) {
  const as = wanted.as ?? bearer
  const pass = wanted.password ?? aPassword()
  return app.call(
    certificates.import,
    {
      cargo: 'Apoderado',
      mail: 'c.rivarola@correo.example',
      cuil: '20249031179',
      id_empleador: company.employers[0] ?? 0,
      clave: filePassword,
      pass,
      repass: pass,
      licenciada: wanted.licensed ?? false,
      responsabilidad: true,
      ...(wanted.replaces !== undefined && { reemplaza: wanted.replaces }),
    },
    {
      as,
      file: { name: 'firma.pfx', bytes },
      beside: wanted.withoutPicture ? undefined : { name: 'firma.png', bytes: picture },
      headers: await stepUp(app, as),
    },
  )
}

const chained = (name: string, ...options: string[]) =>
  shop.p12(name, '-certfile', shop.bundle('root'), ...options)

async function publishSigned(certificado: number, password: string) {
  const person = await aPerson(app, company)
  const type = await aType(app, company, { hasPeriod: false })
  const answer = await app.call(
    publishing.single,
    { cuil: person.cuil, tipo: type.id, firma_empresa: true, certificado, password },
    { as: bearer, file: { name: 'a.pdf', bytes: await payslip({ taxId: person.cuil }) } },
  )
  return { answer, person }
}

describe('an imported certificate', () => {
  test.each([
    ['Rivarola RSA', 'RSA 2048', ['-legacy']],
    ['Rivarola EC', 'ECDSA P-256', []],
  ])('of %s makes signatures that other programs accept, and shows its kind', async (name, key, options) => {
    const password = aPassword()
    const made = await bring(chained(name, ...options), { password, licensed: true })
    expect(made).toMatchObject({
      status: 200,
      data: {
        nombre: name,
        tipo: 'imported',
        licenciada: true,
        clave: key,
        emisor: 'root',
        estado: 'active',
      },
    })
    const { answer } = await publishSigned(made.data.id, password)
    expect(answer.status).toBe(200)
    const { bytes } = await app.call(documents.view, { a: answer.data.id, b: 0 }, { as: bearer })
    expect(pdfsig(bytes)).toMatchObject({ valid: 1 })
    const [signature] = signaturesOf(bytes)
    if (!signature) throw new Error('unsigned')
    expect(opensslCades(signature.cms, signature.content, shop.der('root'))).toMatchObject({ accepted: true })
    expect(printedText(bytes)).toMatch(/digitalmente/)
  })

  test('that is self-issued makes electronic signatures, and can’t be called licensed', async () => {
    const bytes = shop.p12('Sola')
    expect(await bring(bytes, { licensed: true })).toMatchObject({ code: 'CERTIFICATE_FILE_NOT_LICENSED' })
    const password = aPassword()
    const { data } = await bring(bytes, { password })
    const { answer } = await publishSigned(data.id, password)
    const signed = await app.call(documents.view, { a: answer.data.id, b: 0 }, { as: bearer })
    expect(printedText(signed.bytes)).toMatch(/electrónicamente/)
    expect(await bring(bytes)).toMatchObject({ status: 409, code: 'CERTIFICATE_FILE_KNOWN' })
  })

  test('keeps nothing of the file: neither its password nor its key', async () => {
    const row = await inCompany(app, company.id, (tx) =>
      tx.db
        .selectFrom('certificates')
        .selectAll()
        .where('holder_name', '=', 'Sola')
        .executeTakeFirstOrThrow(),
    )
    expect(JSON.stringify(row)).not.toContain(filePassword)
    expect(row.wrapped_key).toMatchObject({ kdf: 'scrypt' })
    const events = await inCompany(app, company.id, (tx) =>
      tx.db.selectFrom('events').select('act').where('subject_id', '=', row.id).execute(),
    )
    expect(events).toContainEqual({ act: 'imported' })
  })
})

describe('is refused, by the name of the fault', () => {
  const day = 86_400_000
  const faults: [string, () => Uint8Array, string, string][] = [
    ['something else', () => Buffer.from('%PDF-1.7'), 'CERTIFICATE_FILE_NOT_P12', 'archivo'],
    ['a public-key MAC', () => shop.p12('Sola', '-nomac'), 'CERTIFICATE_FILE_UNSUPPORTED', 'archivo'],
    ['no key', () => shop.p12('Sola', '-nokeys'), 'CERTIFICATE_FILE_WITHOUT_KEY', 'archivo'],
    ['another’s key', () => shop.p12('Sola', '-nocerts'), 'CERTIFICATE_FILE_OTHER_KEY', 'archivo'],
    ['no chain', () => shop.p12('Rivarola RSA'), 'CERTIFICATE_FILE_WITHOUT_CHAIN', 'archivo'],
    ['a weak key', () => made({ key: 'rsa:1024' }), 'CERTIFICATE_FILE_WEAK', 'archivo'],
    ['its end', () => made({ to: new Date(Date.now() - day / 2) }), 'CERTIFICATE_FILE_EXPIRED', 'archivo'],
    [
      'its beginning',
      () => made({ from: new Date(Date.now() + day) }),
      'CERTIFICATE_FILE_NOT_YET_VALID',
      'archivo',
    ],
    [
      'its use',
      () => made({ extensions: ['keyUsage=keyAgreement'] }),
      'CERTIFICATE_FILE_WRONG_USAGE',
      'archivo',
    ],
    ['rounds', () => bomb(), 'CERTIFICATE_FILE_TOO_COSTLY', 'archivo'],
    [
      'a password',
      () => shop.p12('Sola', '-passout', 'pass:otra'),
      'CERTIFICATE_FILE_WRONG_PASSWORD',
      'clave',
    ],
  ]
  test.each(faults)('%s', async (_, bytes, code, field) => {
    const answer = await bring(bytes())
    expect([answer.code, answer.errors[0]?.field]).toEqual([code, field])
    expect(answer.errors[0]?.message.length).toBeGreaterThan(20)
  })

  test('a file beyond the size of any, and no picture', async () => {
    const big = await bring(Buffer.alloc(262_145, 0x30))
    expect(big).toMatchObject({ code: 'SYSTEM_API_MAX_FILE_SIZE_EXCEEDED', errors: [{ field: 'archivo' }] })
    const none = await bring(shop.p12('Sola'), { withoutPicture: true })
    expect(none).toMatchObject({ code: 'SYSTEM_API_PARAMETER_REQUIRED', errors: [{ field: 'firma' }] })
  })

  test('a viewer without the certificate profile', async () => {
    const reader = await signIn(app, company, await aPerson(app, company, { profiles: ['hr'] }))
    expect(await bring(shop.p12('Sola'), { as: reader })).toMatchObject({
      status: 403,
      code: 'CERTIFICATE_HOLDER_REQUIRED',
    })
  })

  function made(wanted: Parameters<Workshop['certificate']>[1]): Buffer {
    const name = `uno ${++number}`
    shop.certificate(name, wanted)
    return shop.p12(name)
  }

  /** A count of rounds made greater than any program would ask for. */
  function bomb(): Buffer {
    const bytes = Buffer.from(shop.p12('Sola', '-iter', '600000'))
    Buffer.from('02037fffff', 'hex').copy(bytes, bytes.lastIndexOf(Buffer.from('02030927c0', 'hex')))
    return bytes
  }
})
