import { randomBytes } from 'node:crypto'
import { PDF } from '@libpdf/core'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { codeOf } from '#contract/errors.ts'
import { massive } from '#contract/massive/massive.ts'
import { undo } from '#contract/processes/undo.ts'
import { payslip } from '#pdf/testing/samples.ts'
import { makeSigners } from '#pdf/testing/signers.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aBystandingPublication } from '#server/testing/bystander.ts'
import { aType } from '#server/testing/documents.ts'
import {
  aCompany,
  anAdministrator,
  aPerson,
  inCompany,
  type Person,
  stepUp,
} from '#server/testing/factories.ts'
import { begin, loseFile, sendWhole, zipOfFiles } from '#server/testing/massive.ts'
import { now } from '#server/testing/publishing.ts'
import { unzip } from '#server/testing/zips.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'

let app: TestApp
let company: MadeCompany
let as: string
let type: number
const people: Person[] = []
const names = ['Acosta', 'Benítez', 'Cardozo', 'Duarte', 'Escobar']
beforeAll(async () => {
  app = await testApp()
  app.setNow(now)
  company = await aCompany(app)
  as = (await anAdministrator(app, company)).bearer
  await aBystandingPublication(app, company, as)
  type = (await aType(app, company)).id
  await inCompany(app, company.id, (tx) =>
    tx.db.updateTable('document_types').set({ capture: 'first_page' }).where('id', '=', type).execute(),
  )
  for (const lastName of names) people.push(await aPerson(app, company, { firstName: 'Ana', lastName }))
})

const slip = (at: number) =>
  payslip({ name: `${names[at] ?? ''}, Ana`, taxId: people[at]?.cuil ?? '', net: `1.000.00${at},00` })

/** Splits everybody's, and answers what goes out. */
async function sentOut(): Promise<{ id: number; out: Map<string, Buffer> }> {
  const pieces = await Promise.all(names.map(async (_, at) => ({ pdf: await slip(at), pages: [0] })))
  const all = await app.services.engine.assemble(pieces)
  if (!all.ok) throw new Error(all.detail)
  const { id, subida } = await begin(app, as, type, { modo: 'split', tamano: all.pdf.length })
  await sendWhole(app, as, subida, all.pdf)
  await app.services.jobs.runDueJobs()
  const sent = await app.call(
    massive.publish,
    { id, recibos: names.length },
    { as, confirm: ['MASSIVE_ZIP_UNLIKE_LAST_MONTH'] },
  )
  expect([sent.status, sent.errors]).toEqual([200, []])
  await app.services.jobs.runDueJobs()
  expect((await app.call(massive.one, { id }, { as })).data.paso).toBe('waiting_upload')
  const zip = await app.call(massive.outgoing, { id }, { as })
  return { id, out: await unzip(zip.bytes) }
}

async function bringBack(id: number, files: ReadonlyMap<string, Uint8Array>): Promise<void> {
  const zip = await zipOfFiles(files)
  const { data } = await app.call(
    massive.returned,
    { id, archivo: 'firmados.zip', tamano: zip.length },
    { as },
  )
  expect((await app.call(massive.one, { id }, { as })).data.recibido).toBe(0)
  await sendWhole(app, as, data.subida, zip)
  await app.services.jobs.runDueJobs()
}

/** Adds a page with a picture of noise, which no compression makes smaller: over 10 MB. */
async function withPicture(pdf: Uint8Array): Promise<Uint8Array> {
  const side = 2100
  const noise = await sharp(randomBytes(3 * side ** 2), { raw: { width: side, height: side, channels: 3 } })
    .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
    .toBuffer()
  const open = await PDF.load(pdf)
  const picture = open.embedImage(noise)
  open.addPage({ size: 'a4' }).drawImage(picture, { x: 0, y: 0, width: 500, height: 500 })
  return open.save()
}

const undoable = async () => (await app.call(undo.list, {}, { as })).data.map((one: { id: number }) => one.id)

test('a receipt signed elsewhere is accepted only as the one that went out', async () => {
  const { id, out } = await sentOut()
  const { companyRequest } = await makeSigners()
  const signed = async (pdf: Uint8Array) => {
    const made = await app.services.engine.sign(companyRequest(pdf))
    if (!made.ok) throw new Error(made.detail)
    return made.pdf
  }
  const [one, two, three, four, five] = [...out.keys()] as [string, string, string, string, string]
  const bytes = (name: string) => out.get(name) ?? Buffer.alloc(0)
  await bringBack(
    id,
    new Map<string, Uint8Array>([
      [one, await signed(bytes(one))],
      // As it went out, without a signature.
      [two, bytes(two)],
      // Two of them exchanged, both signed.
      [three, await signed(bytes(four))],
      // The signer's program wrote it anew: the same person's. It is larger than a file that a person may publish.
      [four, await signed(await withPicture(await slip(3)))],
      ['nobody-asked.pdf', await signed(bytes(one))],
      [`otra carpeta/${one.toUpperCase()}`, await signed(bytes(one))],
    ]),
  )
  const { data } = await app.call(massive.one, { id }, { as })
  expect(data).toMatchObject({
    paso: 'preview',
    al_publicar: { recibos: 2 },
    progreso: { hechos: 5, fallidos: 0, total: 5 },
  })
  const open = await app.call(massive.items, { id, grupo: 'por_resolver' }, { as })
  const faults = open.data.map((row: { archivo: string; falla: { code: string } }) => [
    row.archivo,
    row.falla.code,
  ])
  expect(Object.fromEntries(faults)).toEqual({
    [two]: 'MASSIVE_RETURNED_UNSIGNED',
    [three]: 'MASSIVE_RETURNED_OTHER',
    [five]: 'MASSIVE_RETURNED_MISSING',
    'nobody-asked.pdf': 'MASSIVE_RETURNED_EXTRA',
    [`otra carpeta/${one.toUpperCase()}`]: 'MASSIVE_NAME_TWICE',
  })
  // Each keeps its person, as a suggestion where it is another's.
  const rows = await inCompany(app, company.id, (tx) =>
    tx.db
      .selectFrom('publication_items')
      .select(['source_name', 'found', 'employee_id', 'suggested_id'])
      .where('process_id', '=', id)
      .where('source_name', 'in', [...out.keys()])
      .orderBy('place')
      .execute(),
  )
  const of = (at: number, found: string) => ({ found, employee_id: people[at]?.id, suggested_id: null })
  expect(rows).toMatchObject([
    of(0, 'listo'),
    of(1, 'archivo_rechazado'),
    { found: 'nombre_distinto', employee_id: null, suggested_id: null },
    of(3, 'listo'),
    of(4, 'archivo_rechazado'),
  ])
  // The returned, signed files replace the outgoing ones.
  const kept = await inCompany(app, company.id, (tx) =>
    tx.db
      .selectFrom('publication_items')
      .innerJoin('files', 'files.id', 'publication_items.file_id')
      .select(['source_name', 'files.key'])
      .where('process_id', '=', id)
      .where('source_name', '=', one)
      .executeTakeFirstOrThrow(),
  )
  const verified = await app.services.engine.verify(await app.services.files.read(kept.key))
  expect(verified).toMatchObject({ ok: true, signatures: [{ valid: true }] })
  const missing = open.data.find((row: { archivo: string }) => row.archivo === five)
  // A receipt that came back signed is not cut any more.
  const cut = await app.call(massive.split, { id, item: missing.id, desde: 2 }, { as })
  expect(cut.code).toBe(codeOf('MASSIVE_NOT_PUBLISHABLE'))
  const anyway = await app.call(massive.decide, { id, items: [missing.id], acto: 'publicar_igual' }, { as })
  expect(anyway.data.items).toMatchObject([{ situacion: 'ready', colaborador: { id: people[4]?.id } }])
  // Nothing of it is public yet, so there is nothing to undo.
  expect(await undoable()).not.toContain(id)
  const confirm = ['MASSIVE_UNLIKE_LAST_MONTH']
  expect((await app.call(massive.publish, { id, recibos: 3 }, { as, confirm })).status).toBe(200)
  await app.services.jobs.runDueJobs()
  expect((await app.call(massive.one, { id }, { as })).data).toMatchObject({
    estado: 'completed_with_observations',
    // Only the files that can't be taken have failed; what is left is published without that signature, or not at all.
    progreso: { hechos: 3, fallidos: 2, total: 5 },
    quedan: { cantidad: 2 },
  })
  expect(await undoable()).toContain(id)
  const headers = await stepUp(app, as)
  expect((await app.call(undo.undo, { id }, { as, headers })).data).toMatchObject({ documentos: 3 })
  await app.services.jobs.runDueJobs()
  const { data: gone } = await app.call(undo.one, { id }, { as })
  expect(gone).toMatchObject({ documentos: 0, anulados: 3, deshecha: expect.any(String) })
})

test('a receipt that came back in another’s place is decided by what it shows, not by what went out', async () => {
  const { id, out } = await sentOut()
  const { companyRequest } = await makeSigners()
  const back = new Map<string, Uint8Array>()
  for (const [name, bytes] of out) {
    const made = await app.services.engine.sign(companyRequest(bytes))
    if (made.ok) back.set(name, made.pdf)
  }
  const sent = [...back.keys()]
  const [third = '', fourth = ''] = sent.slice(2)
  const files = [back.get(fourth), back.get(third)]
  for (const [at, name] of [third, fourth].entries()) back.set(name, files[at] ?? Buffer.alloc(0))
  await bringBack(id, back)
  const { data } = await app.call(massive.items, { id, grupo: 'nombre_distinto' }, { as })
  expect(data.map((row: { archivo: string }) => row.archivo)).toEqual([third, fourth])
  const item = data[0].id
  const [named, shown] = people.slice(2)
  expect(data[0].id_leido.replaceAll('-', '')).toBe(shown?.cuil)
  expect(data[0].nombre_leido).toContain('Duarte')
  expect(data[0].indicios).toMatchObject([{ id: shown?.id }])
  const assign = (to: Person | undefined) =>
    app.call(massive.assign, { id, item, colaborador: to?.id ?? 0 }, { as })
  expect((await assign(named)).errors).toMatchObject([{ code: 'MASSIVE_SHOWS_ANOTHER' }])
  expect((await assign(shown)).data.items).toMatchObject([
    { situacion: 'ready', colaborador: { id: shown?.id } },
  ])
})

test('a receipt that the signer wrote anew is not taken for the one that went out where it is of another month', async () => {
  const { id, out } = await sentOut()
  const { companyRequest } = await makeSigners()
  const facts = { name: `${names[0]}, Ana`, taxId: people[0]?.cuil ?? '', net: '1.000.000,00' }
  const made = await app.services.engine.sign(companyRequest(await payslip({ ...facts, period: '09/2026' })))
  if (!made.ok) throw new Error(made.detail)
  await bringBack(id, new Map([[[...out.keys()][0] ?? '', made.pdf]]))
  const { data } = await app.call(massive.items, { id, grupo: 'nombre_distinto' }, { as })
  expect(data).toMatchObject([{ falla: { code: 'MASSIVE_RETURNED_OTHER' }, situacion: 'open' }])
})

test('a document whose outgoing file is lost is compared by its text, and the others are compared', async () => {
  const { id, out } = await sentOut()
  const { companyRequest } = await makeSigners()
  const signed = new Map<string, Uint8Array>()
  for (const [name, bytes] of out) {
    const made = await app.services.engine.sign(companyRequest(bytes))
    if (made.ok) signed.set(name, made.pdf)
  }
  const { id: item } = await inCompany(app, company.id, (tx) =>
    tx.db
      .selectFrom('publication_items')
      .select('id')
      .where('process_id', '=', id)
      .where('source_name', '=', [...out.keys()][0] ?? '')
      .executeTakeFirstOrThrow(),
  )
  await loseFile(app, company, item)
  await bringBack(id, signed)
  const { data } = await app.call(massive.one, { id }, { as })
  expect(data).toMatchObject({ paso: 'preview', al_publicar: { recibos: names.length } })
})

test('a zip that can’t be taken is waited for again', async () => {
  const { id } = await sentOut()
  await bringBack(id, new Map([['more.zip', Buffer.from('x')]]))
  expect((await app.call(massive.one, { id }, { as })).data).toMatchObject({
    paso: 'waiting_upload',
    avisos: [{ code: 'SYSTEM_API_SUSPICIOUS_ZIP' }],
  })
})
