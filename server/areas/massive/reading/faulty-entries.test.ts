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
import { aType } from '#server/testing/documents.ts'
import { aCompany, anAdministrator, aPerson, inCompany, type Person } from '#server/testing/factories.ts'
import { begin, sendWhole } from '#server/testing/massive.ts'
import { now } from '#server/testing/publishing.ts'

let app: TestApp
let company: MadeCompany
let as: string
const people: Person[] = []
beforeAll(async () => {
  app = await testApp()
  app.setNow(now)
  company = await aCompany(app)
  as = (await anAdministrator(app, company)).bearer
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
  for (const name of ['html', 'vacío', 'dañado']) files[`${name}.pdf`] = await slip(1)
  files['html.xml'] = '<html><body>No encontrado</body></html>'
  files['vacío.xml'] = ''
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
    'dañado.pdf': 'MASSIVE_ENTRY_DAMAGED',
    'tamaño.pdf': unreadable,
    ...Object.fromEntries(Object.entries(faultyPages).map(([name, { alone }]) => [`${name}.pdf`, alone])),
    'capas.pdf': people[2]?.id,
  })
})

test.each(Object.entries(faultyPages))(
  'a page with %s is an exception, and the other pages of the PDF are read',
  async (_, { entries = '', objects, among }) => {
    const bytes = rawPdf({
      1: '<</Type/Catalog/Pages 2 0 R>>',
      2: '<</Type/Pages/Kids[20 0 R 3 0 R 22 0 R]/Count 3/MediaBox[0 0 595 842]>>',
      3: `<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>${entries}>>`,
      5: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
      4: stream('BT /F1 12 Tf 72 700 Td (Recibo de haberes 10/2026) Tj ET'),
      ...objects,
      ...receiptPage(20, 0),
      ...receiptPage(22, 2),
    })
    const id = await read(bytes, 'split_sign')
    expect(await rowsOf(id)).toEqual({ 1: people[0]?.id, 2: among, 3: people[2]?.id })
  },
)
