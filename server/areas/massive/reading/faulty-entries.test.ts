import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { deflateSync } from 'node:zlib'
import { ZipFile } from 'yazl'
import { beforeAll, expect, test } from 'vitest'
import { codeOf } from '#contract/errors.ts'
import { massive } from '#contract/massive/massive.ts'
import type { MassiveMode } from '#contract/massive/modes.ts'
import { onePage, payslip, rawPdf } from '#pdf/testing/samples.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aBystandingPublication } from '#server/testing/bystander.ts'
import { aType } from '#server/testing/documents.ts'
import { aCompany, anAdministrator, aPerson, inCompany, type Person } from '#server/testing/factories.ts'
import { begin, sendWhole } from '#server/testing/massive.ts'
import { aCertificate, certificatePassword, now } from '#server/testing/publishing.ts'

let app: TestApp
let company: MadeCompany
let as: string
const people: Person[] = []
beforeAll(async () => {
  app = await testApp()
  app.setNow(now)
  company = await aCompany(app)
  as = (await anAdministrator(app, company)).bearer
  await aBystandingPublication(app, company, as)
  for (const lastName of ['Acosta', 'Benítez', 'Cardozo'])
    people.push(await aPerson(app, company, { firstName: 'Ana', lastName }))
})
const cuilOf = (at: number) => people[at]?.cuil ?? ''
const names = ['Acosta, Ana', 'Benítez, Ana', 'Cardozo, Ana']
const slip = (at: number) => payslip({ name: names[at] ?? '', taxId: cuilOf(at) })

/** Uploads a file and reads it; returns the publication's id. */
async function read(bytes: Uint8Array, modo: MassiveMode, hasXml = false): Promise<number> {
  const { id: tipo } = await aType(app, company, { hasXml })
  await inCompany(app, company.id, (tx) =>
    tx.db.updateTable('document_types').set({ capture: 'first_page' }).where('id', '=', tipo).execute(),
  )
  const { id, subida } = await begin(app, as, tipo, { modo, tamano: bytes.length })
  await sendWhole(app, as, subida, bytes)
  await app.services.jobs.runDueJobs()
  return id
}

interface Row {
  archivo: string | null
  paginas: number[]
  grupo: string
  colaborador: { id: number } | null
  falla: { code: string } | null
}

/** The preview's rows: by file or pages, the owner of a ready receipt, or the reason of an exception. */
async function rowsOf(id: number) {
  const rows: Row[] = []
  for (const grupo of ['listo', 'por_resolver'] as const)
    rows.push(...(await app.call(massive.items, { id, grupo, perPage: 100 }, { as })).data)
  return Object.fromEntries(
    rows.map((row) => [
      row.archivo ?? row.paginas.join(),
      row.falla?.code ?? (row.grupo === 'listo' ? row.colaborador?.id : row.grupo),
    ]),
  )
}
async function zipped(files: Record<string, Uint8Array | string>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, bytes] of Object.entries(files)) zip.addBuffer(Buffer.from(bytes as string), name)
  zip.end()
  return buffer(Readable.from(zip.outputStream as AsyncIterable<Buffer>))
}

const stream = (data: Uint8Array | string, entries = '') => {
  const bytes = Buffer.from(data as string)
  return `<<${entries}/Length ${bytes.length}>>\nstream\n${bytes.toString('latin1')}\nendstream`
}
const flate = '/Filter/FlateDecode'
const cutShort = stream(
  deflateSync('BT /F1 12 Tf 72 700 Td (Recibo) Tj ET '.repeat(99)).subarray(0, 60),
  flate,
)
const form = '/Type/XObject/Subtype/Form/BBox[0 0 9 9]'
const withX = (num: number) => `/Resources<</XObject<</X ${num} 0 R>>>>`

/** The page tree of a payroll of three pages, which counts `count`. */
const kidsOf = (count: number, box = '[0 0 595 842]') =>
  `<</Type/Pages/Kids[20 0 R 3 0 R 22 0 R]/Count ${count}/MediaBox${box}>>`

interface FaultyPage {
  /** Entries of the page. */
  entries?: string
  /** By number; 4 is the page's content. */
  objects: Record<number, string>
  /** Its exception: as a file of a zip, and as a page among others. */
  alone: string
  among: string
}

const unreadable = codeOf('PDF_NOT_READABLE')

/** Pages that break one part of a reader each. */
const faultyPages: Record<string, FaultyPage> = {
  'a content that does not inflate': {
    objects: { 4: cutShort },
    alone: unreadable,
    among: unreadable,
  },
  'a content that ends elsewhere': {
    objects: { 4: '<</Length 9>>\nstream\nBT /F1 12 Tf 72 700 Td ET\nendstream' },
    alone: unreadable,
    among: unreadable,
  },
  'arrays in arrays': {
    objects: { 4: stream(deflateSync(`${'['.repeat(200_000)}${']'.repeat(200_000)} TJ`), flate) },
    alone: 'pagina_suelta',
    among: 'pagina_suelta',
  },
  'a broken font': {
    entries: '/Resources<</Font<</F1 30 0 R>>>>',
    objects: {
      30: '<</Type/Font/Subtype/TrueType/FontDescriptor 31 0 R/ToUnicode 32 0 R>>',
      31: '<</Type/FontDescriptor/FontFile2 33 0 R>>',
      32: cutShort,
      33: stream('\0\x01\0\0\xff\xff\xff\xff'),
    },
    alone: unreadable,
    among: unreadable,
  },
  'a form that draws itself': {
    entries: withX(30),
    objects: { 4: stream('/X Do'), 30: stream('/X Do', form + withX(30)) },
    alone: 'pagina_suelta',
    among: 'pagina_suelta',
  },
  'forms in forms': {
    entries: withX(30),
    objects: {
      4: stream('/X Do'),
      ...Object.fromEntries(
        Array.from({ length: 40 }, (_, at) => [30 + at, stream('/X Do', form + withX(31 + at))]),
      ),
      70: stream('0 0 9 9 re f', form),
    },
    alone: 'PDF_FILE_TOO_COMPLEX',
    among: 'PDF_FILE_TOO_COMPLEX',
  },
  'a content that is a number': {
    entries: '/Contents 7',
    objects: { 4: 'null' },
    alone: unreadable,
    among: 'pagina_suelta',
  },
}

/** A page of a receipt, with its content in the next object. */
const receiptPage = (num: number, at: number) => ({
  [num]: `<</Type/Page/Parent 2 0 R/Contents ${num + 1} 0 R/Resources<</Font<</F1 5 0 R>>>>>>`,
  [num + 1]: stream(
    `BT /F1 12 Tf 72 700 Td (${names[at]} CUIL ${cuilOf(at)} RECIBO 10/2026 NETO 9.999,00) Tj ET`,
  ),
})

const cfdi = (at: number) => `<?xml version="1.0"?><Comprobante><Receptor Rfc="${cuilOf(at)}"/></Comprobante>`

test('a file of a zip that can not be read is an exception with its reason, and the others are read', async () => {
  const files: Record<string, Uint8Array | string> = {}
  for (const [name, { entries, objects }] of Object.entries(faultyPages)) {
    files[`${name}.pdf`] = onePage(entries, '', objects)
    files[`${name}.xml`] = cfdi(1)
  }
  files['tamaño.pdf'] = Buffer.from(
    Buffer.from(onePage()).toString('latin1').replace('/Size 6', '/Size 5'),
    'latin1',
  )
  files['tamaño.xml'] = cfdi(1)
  for (const name of ['html', 'vacío', 'cortado', 'dañado']) files[`${name}.pdf`] = await slip(1)
  files['html.xml'] = '<html><body>No encontrado</body></html>'
  files['vacío.xml'] = ''
  files['cortado.xml'] = cfdi(1).slice(0, -5)
  files['dañado.xml'] = cfdi(1)
  files['bien.pdf'] = await slip(0)
  files['bien.xml'] = cfdi(0)
  files['capas.pdf'] = rawPdf({
    1: '<</Type/Catalog/Pages 2 0 R/OCProperties<</OCGs[6 0 R]/D<</AS[<</Event/Print/OCGs[6 0 R]/Category[/Print]>>]>>>>>>',
    2: '<</Type/Pages/Kids[20 0 R]/Count 1/MediaBox[0 0 595 842]>>',
    5: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    6: '<</Type/OCG/Name(Recibo)/Usage<</View<</ViewState/ON>>/Print<</PrintState/ON>>>>>>',
    ...receiptPage(20, 2),
  })
  files['capas.xml'] = cfdi(2)
  const zip = await zipped(files)
  // The last byte of a name is followed by the file's own bytes, of which one is changed.
  const at = zip.indexOf('dañado.xml') + Buffer.byteLength('dañado.xml')
  zip.writeUInt8(zip.readUInt8(at + 9) ^ 1, at + 9)
  const id = await read(zip, 'publish', true)
  expect(await rowsOf(id)).toEqual({
    'bien.pdf': people[0]?.id,
    'html.pdf': 'PUBLISH_XML_NOT_READABLE',
    'vacío.pdf': 'PUBLISH_XML_NOT_READABLE',
    'cortado.pdf': 'PUBLISH_XML_NOT_READABLE',
    'dañado.pdf': 'MASSIVE_ENTRY_DAMAGED',
    'tamaño.pdf': unreadable,
    ...Object.fromEntries(Object.entries(faultyPages).map(([name, { alone }]) => [`${name}.pdf`, alone])),
    'capas.pdf': people[2]?.id,
  })
})

/** A page among two receipts. Its object is 3, its content 4. */
const amongReceipts = (entries: string, objects: Record<number, string>) =>
  rawPdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Kids[20 0 R 3 0 R 22 0 R]/Count 3/MediaBox[0 0 595 842]>>',
    3: `<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>${entries}>>`,
    5: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    4: stream('BT /F1 12 Tf 72 700 Td (Recibo de haberes 10/2026) Tj ET'),
    ...objects,
    ...receiptPage(20, 0),
    ...receiptPage(22, 2),
  })

/** Faults of a page beside its content, each of which refuses a file that is published by itself. */
const faultyAmong: Record<
  string,
  Pick<FaultyPage, 'entries' | 'among'> & { objects?: FaultyPage['objects'] }
> = {
  'no size': { entries: '/MediaBox[0 0]', among: unreadable },
  'the size of a wall': {
    entries: '/MediaBox[0 0 5000 5000]',
    among: codeOf('PDF_FILE_PAGE_SIZE_EXCEPTION'),
  },
  'a turn of 45 degrees': { entries: '/Rotate 45', among: unreadable },
  'no object': { objects: { 3: 'null' }, among: unreadable },
  'an object that does not end': { objects: { 3: '<</Type/Page/Parent 2 0 R' }, among: unreadable },
  'arrays in arrays of its own': {
    entries: `/A ${'['.repeat(100_000)}${']'.repeat(100_000)}`,
    among: 'PDF_FILE_TOO_COMPLEX',
  },
  'a content that is not there': { entries: '/Contents 99 0 R', among: 'PDF_FILE_HIDDEN_CONTENT' },
  'an annotation that does not end': {
    entries: '/Annots[30 0 R]',
    objects: { 30: '<<' },
    among: unreadable,
  },
  'a stamp that does not inflate': {
    entries: '/Annots[30 0 R]',
    objects: {
      30: '<</Type/Annot/Subtype/Stamp/Rect[0 0 9 9]/AP<</N 31 0 R>>>>',
      31: stream('no zlib', `${form}${flate}`),
    },
    among: unreadable,
  },
}

test.each(Object.entries({ ...faultyPages, ...faultyAmong }))(
  'a page with %s is an exception, and the other pages of the PDF are read',
  async (_, { entries = '', objects = {}, among }) => {
    const id = await read(amongReceipts(entries, objects), 'split_sign')
    expect(await rowsOf(id)).toEqual({ 1: people[0]?.id, 2: among, 3: people[2]?.id })
  },
)

test('a receipt whose second sheet can not be read is not ready without it', async () => {
  const bytes = amongReceipts('/Rotate 45', {})
  const first = Buffer.from(bytes).toString('latin1').replace('NETO 9.999,00', 'HOJA 1 DE 2  ')
  const id = await read(Buffer.from(first, 'latin1'), 'split_sign')
  expect(await rowsOf(id)).toEqual({ 1: 'texto_dudoso', 2: unreadable, 3: people[2]?.id })
})

test('a payroll with a page that can not be read is published without it', async () => {
  const certificado = await aCertificate(app, company, as)
  const id = await read(amongReceipts('/Rotate 30', {}), 'split_sign')
  await app.call(massive.publish, { id, recibos: 2, certificado, password: certificatePassword }, { as })
  await app.services.jobs.runDueJobs()
  const { data } = await app.call(massive.one, { id }, { as })
  expect(data).toMatchObject({ paso: 'done', estado: 'completed_with_observations' })
  const published = await inCompany(app, company.id, (tx) =>
    tx.db
      .selectFrom('documents')
      .innerJoin('process_items as item', 'item.id', 'documents.process_item_id')
      .where('item.process_id', '=', id)
      .where('documents.state', '=', 'published')
      .select('documents.employee_id')
      .orderBy('documents.employee_id')
      .execute(),
  )
  expect(published.map(({ employee_id }) => employee_id)).toEqual([people[0]?.id, people[2]?.id])
})

test.each([
  [
    'every page has the size of a wall',
    amongReceipts('', { 2: kidsOf(3, '[0 0 5000 5000]') }),
    codeOf('PDF_FILE_PAGE_SIZE_EXCEPTION'),
  ],
  [
    'its count says that more than a page is missing',
    amongReceipts('', { 3: 'null', 2: kidsOf(9) }),
    unreadable,
  ],
  [
    'a mark of a page runs a script',
    amongReceipts('/Annots[30 0 R 31 0 R]', {
      30: '<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/JavaScript/JS(a)>>>>',
      31: '<<',
    }),
    'PDF_FILE_ACTIVE_CONTENT',
  ],
])('a payroll is refused whole where %s', async (_, bytes, code) => {
  const id = await read(bytes, 'split_sign')
  const { data } = await app.call(massive.one, { id }, { as })
  expect([data.estado, data.avisos]).toMatchObject(['error', [{ code }]])
})
