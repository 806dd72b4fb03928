import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import { beforeAll, describe, expect, test } from 'vitest'
import { codeOf } from '#contract/errors.ts'
import { massive } from '#contract/massive/massive.ts'
import { onePage, payslip } from '#pdf/testing/samples.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aBystandingPublication } from '#server/testing/bystander.ts'
import { aType } from '#server/testing/documents.ts'
import {
  aCompany,
  anAdministrator,
  aPerson,
  cuilOf,
  inCompany,
  type Person,
} from '#server/testing/factories.ts'
import { begin, sendWhole } from '#server/testing/massive.ts'
import { now } from '#server/testing/publishing.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'
import { openZip, SuspiciousZip } from './untrusted-zip.ts'

let app: TestApp
let company: MadeCompany
let as: string
let ana: Person
let berta: Person
beforeAll(async () => {
  app = await testApp()
  app.setNow(now)
  company = await aCompany(app)
  as = (await anAdministrator(app, company)).bearer
  await aBystandingPublication(app, company, as)
  ana = await aPerson(app, company, { firstName: 'Ana', lastName: 'Acosta' })
  berta = await aPerson(app, company, { firstName: 'Berta', lastName: 'Benítez' })
})

const anaSlip = () => payslip({ name: 'Acosta, Ana', taxId: ana.cuil })
const bertaSlip = () => payslip({ name: 'Benítez, Berta', taxId: berta.cuil })

interface Wanted {
  name: string
  bytes?: Uint8Array | undefined
  mode?: number
}

async function zipped(files: readonly Wanted[]): Promise<Buffer> {
  const zip = new ZipFile()
  for (const { name, bytes, mode } of files)
    zip.addBuffer(Buffer.from(bytes ?? 'x'), name, {
      compress: bytes !== undefined,
      ...(mode !== undefined && { mode }),
    })
  zip.end()
  return buffer(Readable.from(zip.outputStream as AsyncIterable<Buffer>))
}

/** The same bytes with another name of the same length, in the directory and before the file. */
function renamed(zip: Buffer, from: string, to: string): Buffer {
  return Buffer.from(zip.toString('latin1').replaceAll(from, to), 'latin1')
}

async function faultOf(bytes: Buffer): Promise<string | null> {
  const stored = await app.services.files.put(company.id, bytes, { type: 'zip', maxBytes: 1e9 })
  try {
    const zip = await openZip(app.services.files, stored)
    zip.close()
    return null
  } catch (error) {
    if (error instanceof SuspiciousZip) return error.fault
    throw error
  }
}

/** Sets a field of an entry's place in the directory. */
function patched(zip: Buffer, at: number, write: (entry: Buffer) => void): Buffer {
  const bytes = Buffer.from(zip)
  let entry = -1
  for (let n = 0; n <= at; n++) entry = bytes.indexOf('PK\x01\x02', entry + 1, 'latin1')
  write(bytes.subarray(entry))
  return bytes
}

describe('a zip that is taken for an attack is refused whole', () => {
  const two = () => zipped([{ name: 'one.pdf' }, { name: 'two.pdf' }])
  test.each([
    ['a path that leads out of it', () => two().then((zip) => renamed(zip, 'one.pdf', '../a.pf')), 'path'],
    ['an absolute path', () => two().then((zip) => renamed(zip, 'one.pdf', '/a.pdf.')), 'path'],
    ['a drive letter', () => two().then((zip) => renamed(zip, 'one.pdf', 'C:a.pdf')), 'path'],
    ['backslashes', () => two().then((zip) => renamed(zip, 'one.pdf', 'a\\b.pdf')), 'path'],
    ['a link', () => zipped([{ name: 'one.pdf', mode: 0o120777 }]), 'link'],
    ['an archive in it', () => zipped([{ name: 'one.pdf' }, { name: 'more.ZIP' }]), 'nested'],
    [
      'an encrypted file',
      () =>
        zipped([{ name: 'one.pdf', bytes: Buffer.alloc(99) }]).then((zip) =>
          patched(zip, 0, (entry) => entry.writeUInt16LE(entry.readUInt16LE(8) | 1, 8)),
        ),
      'encrypted',
    ],
    ['a bomb', () => zipped([{ name: 'one.pdf', bytes: Buffer.alloc(4_000_000) }]), 'too_large'],
    [
      'files that lie over each other',
      () => two().then((zip) => patched(zip, 1, (entry) => entry.writeUInt32LE(0, 42))),
      'overlapping',
    ],
    ['half of its bytes', () => two().then((zip) => zip.subarray(0, zip.length - 30)), 'damaged'],
    [
      'more files than anybody has',
      () => two().then((zip) => (zip.writeUInt16LE(20_001, zip.length - 12), zip)),
      'too_many',
    ],
  ] as const)('%s', async (_, make, fault) => expect(await faultOf(await make())).toBe(fault))

  test('a harmless zip is opened, without the files that systems leave in it', async () => {
    const zip = await zipped([
      { name: 'a.pdf' },
      { name: 'Sub/B.PDF' },
      { name: '__MACOSX/._a.pdf' },
      { name: '.DS_Store' },
    ])
    const stored = await app.services.files.put(company.id, zip, { type: 'zip', maxBytes: 1e6 })
    const open = await openZip(app.services.files, stored)
    expect(open.entries.map(({ base, extension }) => [base, extension])).toEqual([
      ['a', 'pdf'],
      ['b', 'pdf'],
    ])
    open.close()
  })

  test('a zip whose storage fails is read again, and not refused as damaged', async () => {
    const { files } = app.services
    const zip = await zipped([{ name: 'a.pdf', bytes: Buffer.alloc(100, 'a') }])
    const stored = await files.put(company.id, zip, { type: 'zip', maxBytes: 1e6 })
    const open = await openZip(files, stored)
    await files.remove(stored.key)
    const [entry] = open.entries
    await expect(entry?.read(buffer)).rejects.toMatchObject({ code: 'ENOENT' })
    await expect(openZip(files, stored)).rejects.toMatchObject({ code: 'ENOENT' })
    open.close()
  })
})

async function published(
  bytes: Buffer,
  wanted: { capture: 'first_page' | 'file_name'; hasXml?: boolean },
): Promise<number> {
  const { id: tipo } = await aType(app, company, { hasXml: wanted.hasXml ?? false })
  await inCompany(app, company.id, (tx) =>
    tx.db.updateTable('document_types').set({ capture: wanted.capture }).where('id', '=', tipo).execute(),
  )
  const { id, subida } = await begin(app, as, tipo, { modo: 'publish', tamano: bytes.length })
  await sendWhole(app, as, subida, bytes)
  await app.services.jobs.runDueJobs()
  return id
}

interface Row {
  archivo: string
  grupo: string
  colaborador: { id: number } | null
  falla: { code: string } | null
}

async function rowsOf(id: number): Promise<Record<string, unknown>> {
  const rows: Row[] = []
  for (const grupo of ['listo', 'por_resolver'] as const)
    rows.push(...(await app.call(massive.items, { id, grupo, perPage: 100 }, { as })).data)
  return Object.fromEntries(
    rows.map((row) => [
      row.archivo,
      row.falla?.code ?? (row.grupo === 'listo' ? row.colaborador?.id : row.grupo),
    ]),
  )
}

describe('a zip of documents', () => {
  test('is read file by file; each refused file is named', async () => {
    const id = await published(
      await zipped([
        { name: 'a.pdf', bytes: await anaSlip() },
        { name: 'sub/b.pdf', bytes: await bertaSlip() },
        { name: 'A.PDF', bytes: await anaSlip() },
        { name: 'c.pdf', bytes: Buffer.from('not a PDF at all') },
        { name: 'd.docx', bytes: Buffer.from('PK') },
        { name: 'e.xml', bytes: Buffer.from('<a/>') },
        { name: '__MACOSX/._a.pdf' },
      ]),
      { capture: 'first_page' },
    )
    expect(await rowsOf(id)).toEqual({
      'a.pdf': ana.id,
      'sub/b.pdf': berta.id,
      'A.PDF': 'MASSIVE_NAME_TWICE',
      'c.pdf': codeOf('PDF_NOT_READABLE'),
      'd.docx': 'SYSTEM_API_WRONG_MIME_TYPE',
      'e.xml': 'PUBLISH_XML_NOT_EXPECTED',
    })
  })

  test('in a layout without labels is read by what its documents have in common', async () => {
    const slashed = (cuil: string) => cuil.replace(/^(..)(.*)(.)$/, '$1/$2/$3')
    const slip = (name: string, cuil: string, net: number) => {
      const lines = [`Percibe ${name}`, slashed(cuil), 'Haber uno 120.300,00', `A cobrar ${net}.400,00`]
      const content = lines
        .map((line, at) => `BT /F1 10 Tf 72 ${700 - 20 * at} Td (${line}) Tj ET`)
        .join('\n')
      return onePage('', '', { 4: `<</Length ${content.length}>>\nstream\n${content}\nendstream` })
    }
    const people = []
    for (const lastName of ['Castro', 'Duarte', 'Escobar']) {
      const made = await aPerson(app, company, { firstName: 'Luisa', lastName })
      people.push({ ...made, name: `Luisa ${lastName}` })
    }

    const id = await published(
      await zipped([
        ...people.map(({ name, cuil }, at) => ({ name: `${at}.pdf`, bytes: slip(name, cuil, 100 + at) })),
        { name: 'stranger.pdf', bytes: slip('Nadia Nunca', cuilOf('19222333'), 300) },
      ]),
      { capture: 'first_page' },
    )

    expect(await rowsOf(id)).toEqual({
      ...Object.fromEntries(people.map(({ id: of }, at) => [`${at}.pdf`, of])),
      'stranger.pdf': 'sin_id',
    })
  })

  test('two of one person are both left open', async () => {
    const id = await published(
      await zipped([
        { name: 'a.pdf', bytes: await anaSlip() },
        { name: 'again.pdf', bytes: await payslip({ name: 'Acosta, Ana', taxId: ana.cuil, net: '1,00' }) },
      ]),
      { capture: 'first_page' },
    )
    expect(await rowsOf(id)).toEqual({ 'a.pdf': 'repetido', 'again.pdf': 'repetido' })
  })

  test('read by their names needs the person’s name in the text as well', async () => {
    const other = await aPerson(app, company, { firstName: 'Carla', lastName: 'Cardozo' })
    const without = (name: string) => payslip({ name, taxId: 's/n' })
    const id = await published(
      await zipped([
        { name: `recibo_${ana.cuil}_2026-10.pdf`, bytes: await without('Acosta, Ana') },
        { name: `recibo_${berta.cuil}.pdf`, bytes: await without('Quiroga, Marta') },
        { name: `${other.cuil}.pdf`, bytes: await anaSlip() },
        { name: '20999999998.pdf', bytes: await without('Acosta, Ana') },
        { name: 'octubre.pdf', bytes: await without('Acosta, Ana') },
      ]),
      { capture: 'file_name' },
    )
    expect(await rowsOf(id)).toEqual({
      [`recibo_${ana.cuil}_2026-10.pdf`]: ana.id,
      [`recibo_${berta.cuil}.pdf`]: 'nombre_distinto',
      [`${other.cuil}.pdf`]: 'dos_ids',
      '20999999998.pdf': 'desconocido',
      'octubre.pdf': 'sin_id',
    })
  })

  test('of a type with XML are pairs that agree', async () => {
    const cfdi = (taxId: string, total: string) =>
      Buffer.from(
        `<?xml version="1.0" encoding="UTF-8"?><Comprobante Total="${total}"><Receptor Rfc="${taxId}"/></Comprobante>`,
      )
    const net = '1.275.591,84'
    const id = await published(
      await zipped([
        { name: 'a.pdf', bytes: await payslip({ name: 'Acosta, Ana', taxId: ana.cuil, net }) },
        { name: 'A.xml', bytes: cfdi(ana.cuil, '1275591.84') },
        { name: 'b.pdf', bytes: await bertaSlip() },
        { name: 'b.xml', bytes: cfdi(ana.cuil, '1275591.84') },
        { name: 'alone.pdf', bytes: await bertaSlip() },
        { name: 'lost.xml', bytes: cfdi(ana.cuil, '1.00') },
        { name: 'more.xml', bytes: cfdi(ana.cuil, '1.00') },
        { name: 'pdf/apart.pdf', bytes: await payslip({ name: 'Benítez, Berta', taxId: berta.cuil, net }) },
        { name: 'xml/apart.xml', bytes: cfdi(berta.cuil, '1275591.84') },
        // Which of two is meant is never guessed.
        { name: 'pdf/two-xml.pdf', bytes: await anaSlip() },
        { name: 'xml/two-xml.xml', bytes: cfdi(ana.cuil, '1275591.84') },
        { name: 'more/two-xml.xml', bytes: cfdi(berta.cuil, '1275591.84') },
        { name: 'pdf/two-pdf.pdf', bytes: await anaSlip() },
        { name: 'more/two-pdf.pdf', bytes: await bertaSlip() },
        { name: 'xml/two-pdf.xml', bytes: cfdi(ana.cuil, '1275591.84') },
      ]),
      { capture: 'first_page', hasXml: true },
    )
    expect(await rowsOf(id)).toEqual({
      'a.pdf': ana.id,
      'b.pdf': 'xml_distinto',
      'alone.pdf': 'PUBLISH_XML_REQUIRED',
      'lost.xml': 'MASSIVE_XML_ALONE',
      'more.xml': 'MASSIVE_XML_ALONE',
      'pdf/apart.pdf': berta.id,
      'pdf/two-xml.pdf': 'PUBLISH_XML_REQUIRED',
      'xml/two-xml.xml': 'MASSIVE_XML_ALONE',
      'more/two-xml.xml': 'MASSIVE_XML_ALONE',
      'pdf/two-pdf.pdf': 'PUBLISH_XML_REQUIRED',
      'more/two-pdf.pdf': 'PUBLISH_XML_REQUIRED',
      'xml/two-pdf.xml': 'MASSIVE_XML_ALONE',
    })
    const { data } = await app.call(massive.one, { id }, { as })
    expect(data.avisos).toMatchObject([{ code: 'PUBLISH_DOCUMENT_MASSIVE_XML_COUNT' }])
  })

  test('that is suspicious, or has no PDF, ends with its reason', async () => {
    const nested = await published(await zipped([{ name: 'a.zip' }]), { capture: 'first_page' })
    expect((await app.call(massive.one, { id: nested }, { as })).data).toMatchObject({
      estado: 'error',
      avisos: [
        {
          code: 'SYSTEM_API_SUSPICIOUS_ZIP',
          message: expect.stringContaining('otros archivos comprimidos'),
        },
      ],
    })
    const empty = await published(await zipped([{ name: 'a.txt' }]), { capture: 'first_page' })
    expect((await app.call(massive.one, { id: empty }, { as })).data.avisos).toMatchObject([
      { code: 'PUBLISH_DOCUMENT_MASSIVE_EMPTY' },
    ])
  })
})
