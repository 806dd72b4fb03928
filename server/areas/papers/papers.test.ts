import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { me } from '#contract/me/me.ts'
import { papers } from '#contract/papers.ts'
import { payslip } from '#pdf/testing/samples.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aBystander } from '#server/testing/bystander.ts'
import {
  aCompany,
  anAdministrator,
  aPerson,
  inCompany,
  type Person,
  signIn,
} from '#server/testing/factories.ts'
import { aDocument, type DocumentWanted, aFolder } from '#server/testing/published.ts'
import { today } from '#server/shared/today.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'

let app: TestApp
let company: MadeCompany
let hr: Person & { bearer: string }
let type: number
let scan: Buffer
const zone = 'America/Argentina/Buenos_Aires'
const day = today(zone, new Date())

beforeAll(async () => {
  app = await testApp()
  company = await aCompany(app)
  await aBystander(app, company)
  hr = await anAdministrator(app, company)
  type = (await aFolder(app, company)).type
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  scan = await sharp({ create: { width: 80, height: 120, channels: 3, background: 'white', noise } })
    .jpeg()
    .toBuffer()
})

/** A document of somebody who refused to sign electronically, unless they are said to have agreed. */
async function waiting(consent: 'given' | 'refused' = 'refused', wanted: Partial<DocumentWanted> = {}) {
  const who = await aPerson(app, company, { consent, sector: 'Planta' })
  return { who, doc: await aDocument(app, company, { employee: who.id, type, by: hr.id, ...wanted }) }
}

const attach = (id: number, bytes: Uint8Array, name = 'hoja.jpg', fecha = day, as = hr.bearer) =>
  app.call(papers.attach, { id, decision: 'conforme', fecha }, { as, file: { bytes, name } })

test('a scan of paper is kept beside the document, which doesn’t change', async () => {
  const { who, doc } = await waiting()
  const made = await attach(doc.id, scan)
  expect(made.data).toMatchObject({ decision: 'conforme', fecha: day, tipo: 'jpg' })
  const { data } = await app.call(papers.list, { id: doc.id }, { as: hr.bearer })
  expect(data).toMatchObject({ admite: true, papeles: [{ id: made.data.id, huella: made.data.huella }] })
  const file = await app.call(papers.file, { id: doc.id, papel: made.data.id }, { as: hr.bearer })
  expect(file.bytes.equals(scan)).toBe(true)
  expect(file.headers['content-security-policy']).toContain('sandbox')

  const seen = await app.call(me.document, { id: doc.id }, { as: await signIn(app, company, who, 'e') })
  expect(seen.data).toMatchObject({ estado: 'pendiente', firmas: [], papeles: [{ fecha: day }] })
  const acts = await inCompany(app, company.id, (tx) =>
    tx.db
      .selectFrom('events')
      .select(['act', 'data'])
      .where('subject_kind', '=', 'document')
      .where('subject_id', '=', doc.id)
      .orderBy('id')
      .execute(),
  )
  expect(acts).toMatchObject([
    { act: 'paper_attached', data: { sha256: made.data.huella, signed_on: day } },
    { act: 'paper_seen' },
  ])
})

test('is accepted only for an employee who does not sign electronically, a waiting document and a possible date', async () => {
  const agreed = await waiting('given')
  expect((await attach(agreed.doc.id, scan)).code).toBe('PAPER_NOT_EXPECTED')
  const unasked = await waiting('refused', { signing: 'none' })
  expect((await attach(unasked.doc.id, scan)).code).toBe('PAPER_NOT_EXPECTED')
  const { doc } = await waiting()
  for (const wrong of ['2020-01-01', '2099-01-01'])
    expect((await attach(doc.id, scan, 'hoja.jpg', wrong)).code).toBe('PAPER_DATE')
})

test('is checked by its bytes, and is not found out of reach', async () => {
  const { doc } = await waiting()
  expect((await attach(doc.id, await payslip(), 'hoja.pdf')).status).toBe(200)
  const png = await sharp(scan).png().toBuffer()
  expect((await attach(doc.id, png, 'hoja.png')).data).toMatchObject({ tipo: 'png' })
  expect((await attach(doc.id, Buffer.from('<svg/>'), 'hoja.png')).code).toBe('SYSTEM_API_WRONG_MIME_TYPE')
  expect((await attach(doc.id, scan.subarray(0, scan.length / 2))).code).toBe('PAPER_NOT_READABLE')
  const limited = await aPerson(app, company, { profiles: ['limited'], filters: [{ sector: 'Ventas' }] })
  const as = await signIn(app, company, limited)
  expect((await attach(doc.id, scan, 'hoja.jpg', day, as)).code).toBe('NOT_FOUND')
  expect((await app.call(papers.list, { id: doc.id }, { as })).code).toBe('NOT_FOUND')
})
