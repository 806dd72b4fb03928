import { PDF } from '@libpdf/core'
import { constants, deflateRawSync, deflateSync } from 'node:zlib'
import type { Fault } from '../faults.ts'
import { onePage, payslip, rawPdf } from './samples.ts'
import { layeredPayslip, unfilledPayslip } from './shadows.ts'
import { makeSigners } from './signers.ts'
import { tamperedFiles } from './tampered.ts'

/** A file that must be refused, with the expected fault. */
export interface Hostile {
  name: string
  file: Uint8Array
  fault: Fault
}

const javaScript = '<</S/JavaScript/JS(app.alert\\(1\\))>>'
const form = '<</Length 0>>\nstream\n\nendstream'

/** Active content in each place where it may occur. */
const active: Record<string, Uint8Array> = {
  'JavaScript when opened': onePage('', `/OpenAction${javaScript}`),
  'JavaScript with its name in disguise': onePage('', '/OpenAction<</S/J#61vaScript/J#53(1)>>'),
  'JavaScript in the names': onePage('', '/Names<</JavaScript<</Names[(a) 6 0 R]>>>>', { 6: javaScript }),
  'JavaScript of a page': onePage(`/AA<</O ${javaScript}>>`),
  'JavaScript of an annotation': onePage('/Annots[6 0 R]', '', {
    6: `<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A ${javaScript}>>`,
  }),
  'JavaScript of a field': onePage('/Annots[6 0 R]', '/AcroForm<</Fields[6 0 R]>>', {
    6: `<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/Rect[0 0 9 9]/AA<</K ${javaScript}>>>>`,
  }),
  'JavaScript after another action': onePage('', `/OpenAction<</S/GoTo/D[3 0 R/Fit]/Next[${javaScript}]>>`),
  'JavaScript that claims to be structure': onePage('', '/OpenAction<</Type/StructElem/S/JavaScript/JS(1)>>'),
  'launch a program': onePage('', '/OpenAction<</S/Launch/F(cmd.exe)>>'),
  'another file': onePage('', '/OpenAction<</S/GoToR/F(//host/share/a.pdf)/D[0/Fit]>>'),
  'a file address': onePage('/Annots[6 0 R]', '', {
    6: '<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(file:///etc/passwd)>>>>',
  }),
  'a script address': onePage('/Annots[6 0 R]', '', {
    6: '<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(\n javascript:alert\\(1\\))>>>>',
  }),
  'submit a form': onePage('/Annots[6 0 R]', '', {
    6: '<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/SubmitForm/F(http://a.example/)>>>>',
  }),
  'import data': onePage('', '/OpenAction<</S/ImportData/F(a.fdf)>>'),
  'an embedded file': onePage('', '/Names<</EmbeddedFiles<</Names[(a.exe) 6 0 R]>>>>', {
    6: '<</Type/Filespec/F(a.exe)/EF<</F 7 0 R>>>>',
    7: form,
  }),
  'an attached file': onePage('/Annots[6 0 R]', '', {
    6: '<</Type/Annot/Subtype/FileAttachment/Rect[0 0 9 9]/FS(a)>>',
  }),
  'an XFA form': onePage('', '/AcroForm<</Fields[]/XFA 6 0 R>>', { 6: form }),
  'rich media': onePage('/Annots[6 0 R]', '', { 6: '<</Type/Annot/Subtype/RichMedia/Rect[0 0 9 9]>>' }),
  'a stream in another file': onePage('', '/Metadata 6 0 R', {
    6: '<</Length 0/F(http://a.example/x)>>\nstream\n\nendstream',
  }),
  'a page of another file': onePage('', '/PieceInfo<</A 6 0 R>>', {
    6: '<</Length 0/Subtype/Form/Ref<</F(a.pdf)/Page 0>>>>\nstream\n\nendstream',
  }),
}

const damaged = (intact: Uint8Array): Record<string, Uint8Array> => ({
  'half a file': intact.subarray(0, intact.length >> 1),
  'a file without its last bytes': intact.subarray(0, intact.length - 40),
  'a file without its middle': Buffer.concat([intact.subarray(0, 800), intact.subarray(900)]),
  'only a header': Buffer.from('%PDF-1.7\n%%EOF\n'),
  'a header and noise': Buffer.concat([Buffer.from('%PDF-1.7\n'), noise(20_000)]),
  'a page tree that holds itself': rawPdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 595 842]>>',
    3: '<</Type/Pages/Parent 2 0 R/Kids[2 0 R]/Count 1>>',
  }),
  'the same page twice': rawPdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Kids[3 0 R 3 0 R]/Count 2/MediaBox[0 0 595 842]>>',
    3: '<</Type/Page/Parent 2 0 R>>',
  }),
  'a page count that lies': rawPdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Kids[3 0 R]/Count 9/MediaBox[0 0 595 842]>>',
    3: '<</Type/Page/Parent 2 0 R>>',
  }),
  'a cross-reference that leads to itself': xrefLoop(),
  'a length that needs itself': rawPdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 595 842]>>',
    3: '<</Type/Page/Parent 2 0 R/Contents 4 0 R>>',
    4: '<</Length 4 0 R>>\nstream\n\nendstream',
  }),
  'a page without a size': rawPdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    3: '<</Type/Page/Parent 2 0 R>>',
  }),
  'a page turned by 45 degrees': onePage('/Rotate 45'),
  'no catalogue': rawPdf({ 1: '[]' }),
  'a trailer without its end': Buffer.from('%PDF-1.7\nxref\n0 0\ntrailer\n<<\nstartxref\n9\n%%EOF\n'),
})

const sized = (box: string, more = ''): Uint8Array => onePage(`/MediaBox[${box}]${more}`)

/** Hostile files, each with the fault by which it is refused. Made anew at each call. */
export async function hostileFiles(): Promise<Hostile[]> {
  const intact = await payslip()
  const of = (fault: Fault, files: Record<string, Uint8Array>): Hostile[] =>
    Object.entries(files).map(([name, file]) => ({ name, file, fault }))
  return [
    ...of('empty', { 'no bytes': new Uint8Array() }),
    ...of('empty', {
      'no pages': rawPdf({ 1: '<</Type/Catalog/Pages 2 0 R>>', 2: '<</Type/Pages/Kids[]/Count 0>>' }),
    }),
    ...of('not_pdf', {
      garbage: noise(5000),
      'HTML called .pdf': Buffer.from('<!doctype html><script>alert(1)</script>'.padEnd(2000)),
      'a zip': Buffer.from('PK\x03\x04'.padEnd(3000, '\0'), 'latin1'),
      'a page before the PDF': Buffer.concat([Buffer.from('<html></html>'), intact]),
    }),
    ...of('damaged', damaged(intact)),
    ...of('encrypted', { encrypted: await encrypted(), 'encrypted without a password': await encrypted('') }),
    ...of('too_many_pages', { 'five thousand pages': manyPages(5000) }),
    ...of('too_big', { 'eleven megabytes': Buffer.concat([intact, Buffer.alloc(11 * 1_048_576)]) }),
    ...of('page_size', {
      'a stamp': sized('0 0 72 72'),
      'a wall': sized('0 0 5000 5000'),
      'A4 made A2 by its unit': sized('0 0 595 842', '/UserUnit 2'),
      'A4 cut to a strip': sized('0 0 595 842', '/CropBox[0 0 595 100]'),
    }),
    ...of('too_complex', {
      'arrays in arrays': onePage('', `/A ${'['.repeat(100_000)}${']'.repeat(100_000)}`),
      'dictionaries in dictionaries': onePage('', `/A ${'<</A'.repeat(50_000)} 1${'>>'.repeat(50_000)}`),
      'an array of a million dictionaries': onePage('', '/A 6 0 R', { 6: `[${'<<>>'.repeat(1_000_000)}]` }),
      'a page tree of a thousand floors': tower(1000),
    }),
    ...of('decompression_bomb', {
      'a stream of a gigabyte': withContent(deflatedZeros(64), '/FlateDecode'),
      'a bomb in a bomb': withContent(
        deflateSync(deflatedZeros(32), { level: 9 }),
        '[/FlateDecode/FlateDecode]',
      ),
      'many streams that are too much together': swarm(),
    }),
    ...of('active_content', active),
    ...of('hidden_content', {
      'another amount on a layer that is off': layeredPayslip(),
      'layers that are all off': onePage('', '/OCProperties<</OCGs[6 0 R]/D<</BaseState/OFF/ON[]>>>>', {
        6: '<</Type/OCG/Name(A)>>',
      }),
      'a layer that printing hides': layerOf('Print', '/Print<</PrintState/OFF>>'),
      'a layer that only printing shows': layerOf('View', '/View<</ViewState/OFF>>/Print<</PrintState/ON>>'),
      'a layer that a larger view shows': layerOf('View', '/Zoom<</min 4>>', '/Zoom'),
      'a content that comes later': unfilledPayslip(),
    }),
    ...of('changed_after_signing', await changedFiles()),
  ]
}

/** A page with a layer of a usage, which a viewer applies for an event. */
export function layerOf(event: string, usage: string, category = `/${event}`): Uint8Array {
  const automatic = `/AS[<</Event/${event}/OCGs[6 0 R]/Category[${category}]>>]`
  return onePage('', `/OCProperties<</OCGs[6 0 R]/D<<${automatic}>>>>`, {
    6: `<</Type/OCG/Name(A)/Usage<<${usage}>>>>`,
  })
}

async function encrypted(userPassword = 'secret'): Promise<Uint8Array> {
  const pdf = await PDF.load(await payslip())
  pdf.setProtection({ userPassword, ownerPassword: 'owner' })
  return pdf.save()
}

/** Files altered after two signatures, which no publication may accept. */
async function changedFiles(): Promise<Record<string, Uint8Array>> {
  const { signAsCompany, signAsEmployee, signAsStranger } = await makeSigners()
  const { list } = await tamperedFiles({
    asCompany: signAsCompany,
    asEmployee: signAsEmployee,
    asStranger: signAsStranger,
  })
  // A change inside the signed bytes shows only in the signature; files refused earlier have another reason.
  const later = new Set(['page_content', 'drawn_over', 'page_shape', 'signature_removed', 'signature_look'])
  return Object.fromEntries(
    list.filter(({ found }) => found.some((one) => later.has(one))).map(({ what, file }) => [what, file]),
  )
}

/** Deterministic pseudo-random bytes. */
function noise(length: number): Uint8Array {
  let state = 42
  return Uint8Array.from({ length }, () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) & 0xff)
}

function xrefLoop(): Uint8Array {
  const text = Buffer.from(onePage()).toString('latin1')
  const start = /startxref\n(\d+)/.exec(text)?.[1] ?? '0'
  return Buffer.from(text.replace('/Root 1 0 R', `/Root 1 0 R/Prev ${start}`), 'latin1')
}

export function manyPages(count: number): Uint8Array {
  const objects: Record<number, string> = { 1: '<</Type/Catalog/Pages 2 0 R>>' }
  const kids = Array.from({ length: count }, (_, n) => `${n + 3} 0 R`)
  objects[2] = `<</Type/Pages/Kids[${kids.join(' ')}]/Count ${count}/MediaBox[0 0 595 842]>>`
  for (let n = 0; n < count; n++) objects[n + 3] = '<</Type/Page/Parent 2 0 R>>'
  return rawPdf(objects)
}

function tower(floors: number): Uint8Array {
  const objects: Record<number, string> = { 1: '<</Type/Catalog/Pages 2 0 R>>' }
  for (let n = 2; n < floors; n++) {
    objects[n] = `<</Type/Pages/Kids[${n + 1} 0 R]/Count 1/MediaBox[0 0 595 842]>>`
  }
  objects[floors] = `<</Type/Page/Parent ${floors - 1} 0 R>>`
  return rawPdf(objects)
}

function stream(data: Uint8Array, filter: string): string {
  return `<</Length ${data.length}/Filter${filter}>>\nstream\n${Buffer.from(data).toString('latin1')}\nendstream`
}

function withContent(data: Uint8Array, filter: string): Uint8Array {
  return onePage('', '', { 4: stream(data, filter) })
}

/** So many times 16 megabytes of zeros as zlib writes them (RFC 1950), made of one deflated piece. */
function deflatedZeros(pieces: number): Uint8Array {
  const size = 1 << 24
  const piece = deflateRawSync(Buffer.alloc(size), { level: 9, finishFlush: constants.Z_FULL_FLUSH })
  // Adler-32 of n zeros: n in the upper half, 1 in the lower.
  const check = Buffer.alloc(4)
  check.writeUInt16BE((pieces * size) % 65_521)
  check.writeUInt16BE(1, 2)
  const end = deflateRawSync(Buffer.alloc(0))
  return Buffer.concat([Buffer.from([0x78, 0xda]), ...Array<Buffer>(pieces).fill(piece), end, check])
}

function swarm(): Uint8Array {
  const one = stream(deflatedZeros(4), '/FlateDecode')
  const objects = Object.fromEntries(Array.from({ length: 12 }, (_, n) => [6 + n, one]))
  const refs = Object.keys(objects).map((num) => `${num} 0 R`)
  return onePage('', `/Held[${refs.join(' ')}]`, objects)
}
