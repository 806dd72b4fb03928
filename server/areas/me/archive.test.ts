import { beforeAll, expect, test } from 'vitest'
import { me } from '#contract/me/me.ts'
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
import { aDocument, aFolder } from '#server/testing/published.ts'
import { unzip } from '#server/testing/zips.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'

let app: TestApp
let company: MadeCompany
let hr: Person & { bearer: string }

beforeAll(async () => {
  app = await testApp()
  company = await aCompany(app)
  await aBystander(app, company)
  hr = await anAdministrator(app, company)
})

const textOf = (file: Uint8Array | undefined) => Buffer.from(file ?? []).toString('utf8')

test('the archive holds all own documents by folder and year, names those left out, and counts none as read', async () => {
  const who = await aPerson(app, company, { firstName: 'Ana <b>', lastName: 'Soto' })
  const other = await aPerson(app, company)
  const bearer = await signIn(app, company, who, 'e')
  const closed = await aFolder(app, company, { name: 'Cerrada' })
  const receipts = await aFolder(app, company, { name: 'Recibos: sueldo/jornal', blocks: [closed.folder] })
  const publish = (employee: number, type: number, wanted: object = {}) =>
    aDocument(app, company, { employee, type, by: hr.id, ...wanted })
  const pdf = await payslip({ name: 'Soto, Ana' })
  const waiting = await publish(who.id, receipts.type, { pdf })
  await publish(who.id, receipts.type, { period: '2025-12-01', signing: 'conforme' })
  await publish(who.id, closed.type)
  const annulled = await publish(who.id, receipts.type, { period: '2026-09-01', signing: 'conforme' })
  await inCompany(app, company.id, (tx) =>
    tx.db
      .updateTable('documents')
      .set({ state: 'cancelled', cancelled_at: new Date(), cancelled_by: hr.id, cancel_reason: 'Otro mes' })
      .where('id', '=', annulled.id)
      .execute(),
  )
  await publish(other.id, receipts.type)

  const size = await app.call(me.archiveSize, {}, { as: bearer })
  expect(size.data).toMatchObject({ documentos: 2, anulados: 1, cerrados: 1 })
  const answer = await app.call(me.archive, {}, { as: bearer })
  expect(answer.headers).toMatchObject({ 'content-type': 'application/zip' })
  const files = await unzip(answer.bytes)
  expect([...files.keys()]).toEqual([
    'indice.html',
    'Recibos sueldo jornal/2026/Recibos sueldo jornal, tipo 2026-10.pdf',
    'Recibos sueldo jornal/2025/Recibos sueldo jornal, tipo 2025-12.pdf',
  ])
  expect(Buffer.from([...files.values()][1] ?? []).equals(Buffer.from(pdf))).toBe(true)
  const index = textOf(files.get('indice.html'))
  expect(index).toContain('Documentos de Ana &lt;b&gt; Soto')
  expect(index).toContain(waiting.verificationCode.slice(0, 4))
  expect(index).toContain('Motivo: Otro mes')
  expect(index).toContain('Cerrada, tipo, 2026-10')
  expect(index).toContain('<html lang="es-AR">')
  expect(index).toMatch(/<td>\d+\/\d+\/\d+, [^<]+ GMT-03:00<\/td>/)
  const translated = await app.call(me.archive, {}, { as: bearer, headers: { 'accept-language': 'pt' } })
  const inPortuguese = textOf((await unzip(translated.bytes)).get('indice.html'))
  expect(inPortuguese).toContain('<html lang="pt-BR">')

  const written = await inCompany(app, company.id, (tx) =>
    tx.db
      .selectFrom('events')
      .innerJoin('documents', 'documents.id', 'events.subject_id')
      .select(['documents.first_read_at', 'events.act'])
      .where('events.subject_kind', '=', 'document')
      .where('events.actor_id', '=', who.id)
      .execute(),
  )
  expect(written).toEqual([1, 2, 3, 4].map(() => ({ act: 'downloaded', first_read_at: null })))
})

test('an archive without documents is refused, and requests are limited', async () => {
  const who = await aPerson(app, company)
  const bearer = await signIn(app, company, who, 'e')
  const answers = []
  for (let n = 0; n < 5; n++) answers.push((await app.call(me.archive, {}, { as: bearer })).code)
  expect(answers).toEqual(['NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND', 'TOO_MANY_REQUESTS'])
})
