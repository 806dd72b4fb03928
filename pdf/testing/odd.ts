import { deflateSync } from 'node:zlib'
import { qpdfRewrite } from './judges.ts'
import { onePage, payslip } from './samples.ts'

const latin1 = (text: string) => Buffer.from(text, 'latin1')
const textOf = (pdf: Uint8Array) => Buffer.from(pdf).toString('latin1')
const instructions = 'BT /F1 12 Tf 72 700 Td (Recibo de haberes 10/2026) Tj ET\n'.repeat(9)

function withContent(data: Uint8Array, entries: string): Uint8Array {
  const content = `<<${entries}/Length ${data.length}>>\nstream\n${textOf(data)}\nendstream`
  return onePage('', '', { 4: content })
}

/** The same file with another /Size, by the one that it has. */
function resized(pdf: Uint8Array, change: (size: number) => number): Uint8Array {
  return latin1(textOf(pdf).replace(/\/Size (\d+)/, (_, size: string) => `/Size ${change(Number(size))}`))
}

/** A file whose catalogue lies in an object stream, which its table lists as free for older readers. */
function hybrid(): Uint8Array {
  const catalog = '<</Type/Catalog/Pages 2 0 R>>'
  const packed = `<</Type/ObjStm/N 1/First 4/Length ${catalog.length + 4}>>\nstream\n1 0 ${catalog}\nendstream`
  const row = '\x02\0\x06\0'
  const index = `<</Type/XRef/Size 8/W[1 2 1]/Index[1 1]/Length 4>>\nstream\n${row}\nendstream`
  const file = textOf(onePage('', '', { 1: 'null', 6: packed, 7: index }))
  const at = file.indexOf('7 0 obj')
  return latin1(
    file
      .replace(/(xref\n0 8\n.{20})\d{10} \d{5} n/s, '$10000000000 00000 f')
      .replace('/Root 1 0 R', `/Root 1 0 R/XRefStm ${at}`),
  )
}

/** Files with an oddity in which qpdf, poppler and PDFium find no fault. */
export async function oddFiles(): Promise<Record<string, Uint8Array>> {
  const wrong = deflateSync(instructions)
  wrong.writeUInt8(wrong.readUInt8(wrong.length - 1) ^ 1, wrong.length - 1)
  const packed = textOf(qpdfRewrite(await payslip(), '--object-streams=generate'))
  const lines = instructions.match(/.{1,9}/gs) ?? []
  const rows = deflateSync(latin1(lines.map((line) => `\0${line.padEnd(9)}`).join('')))
  return {
    'a stream with a wrong checksum': withContent(wrong, '/Filter/FlateDecode'),
    'a stream with bytes after its end': withContent(
      Buffer.concat([deflateSync(instructions), latin1('\r\n')]),
      '/Filter/FlateDecode',
    ),
    'an empty stream that says it is compressed': withContent(Buffer.alloc(0), '/Filter/FlateDecode'),
    'instructions in rows with a predictor': withContent(
      rows,
      '/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 9>>',
    ),
    'a catalogue in an object stream, found a byte after its address': latin1(
      packed.replace(/startxref\n(\d+)/, (_, at: string) => `startxref\n${Number(at) - 1}`),
    ),
    'a catalogue in an object stream of a hybrid file': hybrid(),
    'a free object at the end of the table': latin1(
      textOf(onePage())
        .replace('xref\n0 6', 'xref\n0 7')
        .replace('trailer\n<</Size 6', '0000000000 00001 f \ntrailer\n<</Size 7'),
    ),
  }
}

/** Files in which qpdf finds a fault that would reach whoever opens the document. */
export async function faultyFiles(): Promise<Record<string, Uint8Array>> {
  const packed = qpdfRewrite(await payslip(), '--object-streams=generate')
  const filters: [string, string][] = [
    ['FlateDecode', 'no deflate'],
    ['ASCIIHexDecode', '71 qq>'],
    ['ASCII85Decode', '{}~>'],
    ['LZWDecode', '\x80\x7f\xff'],
    ['Unknown', 'q Q'],
  ]
  return {
    ...Object.fromEntries(
      filters.map(([filter, data]) => [
        `a content that isn’t ${filter}`,
        withContent(latin1(data), `/Filter/${filter}`),
      ]),
    ),
    'a content cut off': withContent(deflateSync(instructions).subarray(0, 30), '/Filter/FlateDecode'),
    'a form that does not inflate': onePage('/Resources<</XObject<</X 6 0 R>>>>', '', {
      6: '<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Filter/ASCIIHexDecode/Length 2>>\nstream\nqq\nendstream',
    }),
    'a content that is a number': onePage('', '', { 4: '7' }),
    'a size that leaves an object out': resized(onePage(), (size) => size - 1),
    'a size of nothing': resized(onePage(), () => 0),
    'a size of too many': resized(onePage(), (size) => size + 1),
    'a size of millions': resized(onePage(), () => 5_000_000),
    'no size': latin1(textOf(onePage()).replace('/Size 6', '')),
    'a size that leaves out entries of its own stream': resized(packed, (size) => size - 1),
  }
}
