import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { certificates } from '#contract/certificates.ts'
import { documents } from '#contract/documents/documents.ts'
import { publishing } from '#contract/publishing/publishing.ts'
import { verification } from '#contract/verification.ts'
import { aWorkshop, filePassword, type Workshop } from '#pdf/testing/p12.ts'
import { payslip } from '#pdf/testing/samples.ts'
import { setSetting } from '#server/shared/settings.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aBystander } from '#server/testing/bystander.ts'
import { aType } from '#server/testing/documents.ts'
import { aCompany, anAdministrator, aPerson, inCompany, stepUp } from '#server/testing/factories.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'

/** Importing a certificate that names another organisation than the employer that it signs for. */
let app: TestApp
let company: MadeCompany
let bearer: string
let picture: Buffer
let shop: Workshop
let number = 0
const asked = 'CERTIFICATE_FILE_OTHER_ORGANIZATION'
const other = '/O=Cafés Serra Dourada'
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
})
afterAll(() => shop.close())

const aPassword = () => `Barrilete-${++number}-azul`
const chained = (name: string) => shop.p12(name, '-certfile', shop.bundle('root'))

async function bring(bytes: Uint8Array, pass: string, confirm: readonly string[] = []) {
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
      responsabilidad: true,
    },
    {
      as: bearer,
      file: { name: 'firma.pfx', bytes },
      beside: { name: 'firma.png', bytes: picture },
      headers: await stepUp(app, bearer),
      ...(confirm.length > 0 && { confirm }),
    },
  )
}

/** The public page's report on a document that the certificate signed. */
async function verified(certificado: number, password: string) {
  const { cuil } = await aPerson(app, company)
  const { id: tipo } = await aType(app, company, { hasPeriod: false })
  const published = await app.call(
    publishing.single,
    { cuil, tipo, firma_empresa: true, certificado, password },
    { as: bearer, file: { name: 'a.pdf', bytes: await payslip({ taxId: cuil }) } },
  )
  const { bytes } = await app.call(documents.view, { a: published.data.id, b: 0 }, { as: bearer })
  return (await app.call(verification.verify, {}, { file: { name: 'recibo.pdf', bytes } })).data
}

test.each([
  ['another name', other],
  ['another’s tax id', '/O=Austral Alimentos S.A./organizationIdentifier=VATAR-30710000001'],
  ['no organisation', ''],
])('a self-issued certificate with %s is refused, confirmed or not', async (_, organization) => {
  const name = `uno ${++number}`
  shop.certificate(name, { organization })
  const answer = await bring(shop.p12(name), aPassword(), [asked])
  expect(answer).toMatchObject({ status: 422, code: 'CERTIFICATE_FILE_OTHER_EMPLOYER' })
  expect(answer.errors[0]?.message).toContain('Austral Alimentos S.A.')
})

test('an authority’s certificate of another organization needs a confirmation that names both and is evidence; nobody vouches for it', async () => {
  shop.certificate('Ajena', { issuer: 'root', organization: other })
  const bytes = chained('Ajena')
  const password = aPassword()
  const unconfirmed = await bring(bytes, password)
  expect(unconfirmed).toMatchObject({
    status: 422,
    code: 'CONFIRMATION_REQUIRED',
    errors: [{ code: asked, field: 'archivo' }],
  })
  for (const name of ['Cafés Serra Dourada', 'Austral Alimentos S.A.'])
    expect(unconfirmed.errors[0]?.message).toContain(name)
  const made = await bring(bytes, password, [asked])
  expect(made.status).toBe(200)
  const event = await inCompany(app, company.id, (tx) =>
    tx.db
      .selectFrom('events')
      .select('data')
      .where('act', '=', 'imported')
      .where('subject_id', '=', made.data.id)
      .executeTakeFirstOrThrow(),
  )
  expect(event.data).toMatchObject({
    confirmed: { organization: 'Cafés Serra Dourada', employer: 'Austral Alimentos S.A.' },
  })
  expect(await verified(made.data.id, password)).toMatchObject({
    veredicto: 'sin_aval',
    firmas: [
      {
        valida: true,
        aval: 'otra_organizacion',
        organizacion: 'Cafés Serra Dourada',
        empleador: 'Austral Alimentos S.A.',
      },
    ],
  })
})

test.each([
  ['names the employer', undefined],
  ['names a person alone', ''],
])(
  'an authority’s certificate that %s is imported at once; the employer vouches',
  async (_, organization) => {
    const name = `uno ${++number}`
    shop.certificate(name, { issuer: 'root', ...(organization !== undefined && { organization }) })
    const password = aPassword()
    const made = await bring(chained(name), password)
    expect(await verified(made.data.id, password)).toMatchObject({
      veredicto: 'valido',
      firmas: [{ aval: 'empresa', empleador: 'Austral Alimentos S.A.' }],
    })
  },
)
