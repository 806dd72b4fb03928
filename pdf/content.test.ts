import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { namesIn } from './content-names.ts'
import { checkContents, contentOf, decodedContent, isDecoded } from './content.ts'
import { PdfDocument } from './document.ts'
import { unpredict } from './filters.ts'
import { pagesOf } from './pages.ts'
import { type Dict, Ref, Stream, type Value } from './syntax.ts'
import { onePage } from './testing/samples.ts'

/** The instructions of a stream with these entries and raw bytes. */
function decoded(entries: string, bytes: Uint8Array): string {
  const raw = Buffer.from(bytes).toString('latin1')
  const file = onePage('', '', { 6: `<</Length ${bytes.length}${entries}>>stream\n${raw}\nendstream` })
  return Buffer.from(contentOf(new PdfDocument(file), new Ref(6, 0))).toString('latin1')
}

const bytesOf = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex')

describe('each filter of instructions is undone', () => {
  test.each<[string, Uint8Array, string]>([
    ['FlateDecode', deflateSync('0 0 9 9 re f'), '0 0 9 9 re f'],
    ['Fl', deflateSync('q Q'), 'q Q'],
    ['ASCIIHexDecode', Buffer.from('71 20\n51>7171'), 'q Q'],
    ['AHx', Buffer.from('71205'), 'q P'],
    ['ASCII85Decode', Buffer.from('87cUR\nD]i,"Ebo80~>zzz'), 'Hello World!'],
    ['A85', Buffer.from('z87cURD]~>'), '\0\0\0\0Hello '.slice(0, 9)],
    ['A85', Buffer.from('!!!!!!!!!uzs8W-!s8W-"!'), '\0\0\0\0\0\0\0T\0\0\0\0\xff\xff\xff\xff\0\0\0\0'],
    ['A85', Buffer.from('5sdq,'), 'ABCD'],
    ['A85', Buffer.from('5sdp\0 '), 'ABC'],
    ['A85', Buffer.from('5sb'), 'AB'],
    ['A85', Buffer.from('5l~b'), 'A'],
    ['RL', bytesOf('00 61 7f' + '62'.repeat(128) + 'ff 63'), `a${'b'.repeat(128)}cc`],
    ['RunLengthDecode', bytesOf('02 61 62 63 fe 78 00 79 80 61 61'), 'abcxxxy'],
    ['RL', bytesOf('81 7a'), 'z'.repeat(128)],
    // The example of ISO 32000-2, 7.4.4.2.
    ['LZWDecode', bytesOf('80 0b 60 50 22 0c 0c 85 01'), '-----A---B'],
  ])('%s', (filter, bytes, expected) => {
    expect(decoded(`/Filter/${filter}`, bytes)).toBe(expected)
  })

  test('compressed data that is complete, whatever its checksum, and rows with a predictor', () => {
    const wrong = deflateSync('q Q')
    wrong.writeUInt8(wrong.readUInt8(wrong.length - 1) ^ 1, wrong.length - 1)
    expect(decoded('/Filter/FlateDecode', wrong)).toBe('q Q')
    const rows = deflateSync(Buffer.from('\0q Q\x02\0\0\0', 'latin1'))
    expect(decoded('/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 3>>', rows)).toBe('q Qq Q')
    expect(decoded('/Filter/FlateDecode', Buffer.alloc(0))).toBe('')
  })

  test('several, in their order', () => {
    const bytes = Buffer.from(`${deflateSync('q Q').toString('hex')}>`)
    expect(decoded('/Filter[/AHx/Fl]', bytes)).toBe('q Q')
  })

  test.each([
    ['LZWDecode', 1],
    ['LZW', 0],
  ] as const)('%s with codes of 9 to 12 bits, which grow %s code early', (filter, early) => {
    const text = Array.from({ length: 4500 }, (_, n) => String.fromCharCode(32 + ((n * n) % 90))).join('')
    const bits: string[] = []
    const write = (code: number, width: number) => bits.push(code.toString(2).padStart(width, '0'))
    let size = 258
    const widthOf = () =>
      size + early >= 2048 ? 12 : size + early >= 1024 ? 11 : size + early >= 512 ? 10 : 9
    for (const [n, char] of [...text].entries()) {
      // The table is cleared once on the way, and full at the end.
      if (n === 0 || n === 300) {
        write(256, n === 0 ? 9 : widthOf())
        size = 257
      }
      write(char.charCodeAt(0), size === 257 ? 9 : widthOf())
      size = Math.min(size + 1, 4096)
    }
    write(257, widthOf())
    const all = bits.join('')
    const bytes = Buffer.from(
      (all.match(/.{1,8}/g) ?? []).map((part) => Number.parseInt(part.padEnd(8, '0'), 2)),
    )
    const parms = early === 0 ? '/DecodeParms<</EarlyChange 0>>' : ''
    expect(decoded(`/Filter/${filter}${parms}`, bytes)).toBe(text)
  })

  test.each([
    ['/Filter/DCTDecode', 'x'],
    ['/Filter/FlateDecode/DecodeParms<</Predictor 2>>', deflateSync('q').toString('latin1')],
    ['/Filter/FlateDecode', 'no deflate'],
    ['/Filter/FlateDecode', deflateSync('q Q').subarray(0, -5).toString('latin1')],
    ['/Filter/ASCII85Decode', 'v~>'],
    ['/Filter/ASCII85Decode', '5z~>'],
    ['/Filter/ASCIIHexDecode', '71 2G>'],
    // Its first code is none that the table has.
    ['/Filter/LZWDecode', '\x80\x40\xa0\x80'],
    ['/Filter/LZWDecode', '\x80\x7f\xff'],
    ['/Filter 7', 'x'],
  ])('%s of other data is damaged', (entries, raw) => {
    expect(() => decoded(entries, Buffer.from(raw, 'latin1'))).toThrow(
      expect.objectContaining({ fault: 'damaged' }),
    )
  })
})

describe('the instructions of a page', () => {
  const stream = (text: string) => `<</Length ${text.length}>>\nstream\n${text}\nendstream`
  const docOf = (contents: string) =>
    new PdfDocument(onePage(`/Contents ${contents}`, '', { 6: stream('q'), 7: stream('Q'), 8: '7' }))
  const of = (contents: string) => {
    const doc = docOf(contents)
    const [page] = pagesOf(doc, 1)
    if (!page) throw new Error('no page')
    return { doc, page, text: () => Buffer.from(contentOf(doc, page.dict.get('Contents'))).toString() }
  }

  test.each([
    ['6 0 R', 'q'],
    ['[6 0 R]', 'q'],
    ['[6 0 R 7 0 R]', 'q\nQ\n'],
    ['[6 0 R 99 0 R]', 'q'],
    ['[]', ''],
    ['null', ''],
  ])('in %s are %j, and no fault', (contents, text) => {
    const found = of(contents)
    expect(found.text()).toBe(text)
    expect(() => checkContents(found.doc, found.page)).not.toThrow()
  })

  test.each(['8 0 R', '[6 0 R 8 0 R]', '<<>>'])('in %s are damaged', (contents) => {
    const { doc, page } = of(contents)
    expect(() => checkContents(doc, page)).toThrow(
      expect.objectContaining({ fault: 'damaged', message: 'a content that is no stream' }),
    )
  })

  test('are noted as decoded', () => {
    const { doc } = of('[6 0 R 7 0 R]')
    const [first, second] = [doc.get(new Ref(6, 0)), doc.get(new Ref(7, 0))]
    if (!(first instanceof Stream && second instanceof Stream)) throw new Error('no streams')
    decodedContent(doc, first)
    expect([isDecoded(first), isDecoded(second)]).toEqual([true, false])
  })

  const most = 32 * 1_048_576
  const bomb = expect.objectContaining({ fault: 'decompression_bomb' })

  test('are of 32 megabytes at most, however they are compressed', () => {
    const blocks = Buffer.alloc(most / 64, Uint8Array.of(0x81, 0x20))
    expect(decoded('/Filter/RL', blocks)).toHaveLength(most)
    expect(() => decoded('/Filter/RL', Buffer.concat([blocks, bytesOf('00 20')]))).toThrow(bomb)
    expect(() => decoded('/Filter/Fl', deflateSync(Buffer.alloc(most + 1), { level: 1 }))).toThrow(bomb)
    // The codes of one long run, then the longest of them until it is too much.
    const codes = [256, 0, ...Array.from({ length: 4096 - 258 }, (_, n) => 258 + n)]
    codes.push(...Array<number>(7000).fill(4095))
    let size = 257
    const bits = codes.map((code) => {
      const width = size + 1 >= 2048 ? 12 : size + 1 >= 1024 ? 11 : size + 1 >= 512 ? 10 : 9
      if (code !== 256) size = Math.min(size + 1, 4096)
      return code.toString(2).padStart(width, '0')
    })
    const bytes = (bits.join('').match(/.{8}/g) ?? []).map((part) => Number.parseInt(part, 2))
    expect(() => decoded('/Filter/LZW', Buffer.from(bytes))).toThrow(bomb)
  })

  test('are of 32 megabytes at most together', () => {
    const half = (size: number) => {
      const data = deflateSync(Buffer.alloc(size), { level: 1 })
      return `<</Filter/Fl/Length ${data.length}>>\nstream\n${data.toString('latin1')}\nendstream`
    }
    const both = (size: number) =>
      contentOf(new PdfDocument(onePage('', '', { 6: half(most / 2), 7: half(size) })), [
        new Ref(6, 0),
        new Ref(7, 0),
      ])
    expect(both(most / 2 - 2)).toHaveLength(most)
    expect(() => both(most / 2 - 1)).toThrow(bomb)
  })
})

describe('PNG predictors are reversed', () => {
  const parms = (entries: Record<string, Value>): Dict => new Map(Object.entries(entries))
  test('of every kind, row by row', () => {
    const data = bytesOf('00 01 02 03  01 0a 05 05  02 01 01 01  03 00 00 00  04 01 01 01  04 64 00 00')
    const rows = [1, 2, 3, 10, 15, 20, 11, 16, 21, 5, 10, 15, 6, 11, 16, 106, 106, 106]
    expect([...unpredict(data, parms({ Predictor: 12, Columns: 3 }))]).toEqual(rows)
  })
  test('by the corner where it is nearest', () => {
    const found = unpredict(bytesOf('00 64 96  04 ce 00'), parms({ Predictor: 15, Columns: 2 }))
    expect([...found]).toEqual([100, 150, 50, 100])
  })
  test('and data without a predictor stays as it is', () => {
    expect(unpredict(bytesOf('01 02'), null)).toEqual(bytesOf('01 02'))
    expect(unpredict(bytesOf('01 02'), parms({ Predictor: 1 }))).toEqual(bytesOf('01 02'))
  })
  test.each<[Record<string, Value>]>([
    [{ Predictor: 2 }],
    [{ Predictor: 12, Colors: 3 }],
    [{ Predictor: 12, BitsPerComponent: 4 }],
    [{ Predictor: 12, Columns: 0 }],
    [{ Predictor: 12, Columns: 4097 }],
    [{ Predictor: 12, Columns: 1.5 }],
  ])('%j is damaged', (entries) => {
    expect(() => unpredict(bytesOf('00 01'), parms(entries))).toThrow(
      expect.objectContaining({ fault: 'damaged' }),
    )
  })
  test('an unknown kind of row is damaged', () => {
    expect(() => unpredict(bytesOf('05 01'), parms({ Predictor: 12, Columns: 1 }))).toThrow(
      /unknown predictor/,
    )
  })
})

describe('the resources that instructions name', () => {
  const names = (content: string) =>
    Object.fromEntries([...namesIn(Buffer.from(content, 'latin1'))].map(([kind, some]) => [kind, [...some]]))

  test.each<[string, Record<string, string[]>]>([
    ['/F1 9 Tf /Im1 Do /G gs', { Font: ['F1'], XObject: ['Im1'], ExtGState: ['G'] }],
    ['/A cs /B CS /P scn /Q SCN /S sh', { ColorSpace: ['A', 'B'], Pattern: ['P', 'Q'], Shading: ['S'] }],
    ['/Span /MC0 BDC EMC /T /MC1 DP', { Properties: ['MC0', 'MC1'] }],
    ['/F#31 9 Tf', { Font: ['F1'] }],
    ['(/X Do \\) /Y Do (nested)) Tj /Z Do', { XObject: ['Z'] }],
    ['% /X Do\n/Z Do', { XObject: ['Z'] }],
    ['<2f58> Tj /Z Do', { XObject: ['Z'] }],
    ['/Span <</A /X>> BDC /Z Do', { Properties: ['X'], XObject: ['Z'] }],
    ['/X 1 0 0 rg Do', {}],
    ["/X ' Do", {}],
    ['/X Do/X Do', { XObject: ['X'] }],
    ['BI /W 2 /H 1 /BPC 8 /CS /RGB ID EI /XEI EI /Z Do', { ColorSpace: ['RGB'], XObject: ['Z'] }],
    ['BI /W 8 /H 1 /IM true ID x EI /Z Do', { XObject: ['Z'] }],
    ['BI /W 2 /H 1 /CS /Own ID xy EI /Z Do', { ColorSpace: ['Own'], XObject: ['Z'] }],
    [
      'BI /Width 1 /Height 1 /ColorSpace /DeviceCMYK /F /AHx ID 00000000> EI /Z Do',
      {
        ColorSpace: ['DeviceCMYK'],
        XObject: ['Z'],
      },
    ],
    // Samples, strings and comments that look like instructions, up to their last byte.
    ['/X\0Do /Y\tDo /Z\fDo', { XObject: ['X', 'Y', 'Z'] }],
    ['/X(a)Do /Y[7]Do', { XObject: ['X', 'Y'] }],
    ['/X Do{/Y}Do /Z Do%', { XObject: ['X', 'Y', 'Z'] }],
    ['% /X Do\r/Z Do', { XObject: ['Z'] }],
    ['/Z Do <2f', { XObject: ['Z'] }],
    ['/X " Do /Y @ Do /Z A Do', { XObject: ['Y'] }],
    ['/X -.5 Do /Y Dooo Do /Z D Do', { XObject: ['X'] }],
    ['/F#4a#4B#zz 9 Tf', { Font: ['FJK#zz'] }],
    ['((a) /X Do) Tj (\\() Tj /Z Do (/Y Do', { XObject: ['Z'] }],
    ['BI /W 8 /H 1 /CS /G ID EI /Y Do EI /Z Do', { ColorSpace: ['G'], XObject: ['Z'] }],
    ['BI /W 4 /H 2 /CS /DeviceGray ID EI /Y Do EI /Z Do', { ColorSpace: ['DeviceGray'], XObject: ['Z'] }],
    ['BI /W 3 /H 1 /CS /RGB ID EI /Y Do  EI /Z Do', { ColorSpace: ['RGB'], XObject: ['Z'] }],
    ['BI /W 3 /H 1 /CS /DeviceRGB ID EI /Y Do  EI /Z Do', { ColorSpace: ['DeviceRGB'], XObject: ['Z'] }],
    ['BI /W 2 /H 1 /CS /CMYK ID EI /Y Do EI /Z Do', { ColorSpace: ['CMYK'], XObject: ['Z'] }],
    [
      'BI /Width 2 /Height 1 /ColorSpace /DeviceCMYK ID EI /Y Do EI /Z Do',
      { ColorSpace: ['DeviceCMYK'], XObject: ['Z'] },
    ],
    ['BI /W 15 /H 1 /BPC 4 /CS /G ID EI /Y Do EI /Z Do', { ColorSpace: ['G'], XObject: ['Z'] }],
    ['BI /W 4 /H 1 /BitsPerComponent 16 /CS /G ID EI /Y Do EI /Z Do', { ColorSpace: ['G'], XObject: ['Z'] }],
    ['BI /W 57 /H 1 /IM true ID EI /Y Do EI /Z Do', { XObject: ['Z'] }],
    ['BI /W 57 /H 1 /ImageMask true ID EI /Y Do EI /Z Do', { XObject: ['Z'] }],
    ['BI /W 8 /H 1 /IM false /CS /Own ID EI /Y Do EI /Z Do', { ColorSpace: ['Own'], XObject: ['Y', 'Z'] }],
    ['BI /W 8 /H 1 /CS /G /F /AHx ID 00> EI /Y Do EI /Z Do', { ColorSpace: ['G'], XObject: ['Y', 'Z'] }],
    ['BI /W 8 /H 1 /CS /G /Filter /AHx ID 00> EI /Y Do EI /Z Do', { ColorSpace: ['G'], XObject: ['Y', 'Z'] }],
    ['BI /W 1 /H 1 ID x EIx /Y Do EI /Z Do', { XObject: ['Z'] }],
    ['BI /W 1 /H 1 ID x E /Y Do EI /Z Do', { XObject: ['Z'] }],
    ['BI /W 1 /H 1 ID EI /Z Do', { XObject: ['Z'] }],
    ['BI /W 1 /H 1 ID x EI', {}],
    ['BI /W 1 /H 1 ID x EI\t/Z Do /Y Do ', { XObject: ['Z', 'Y'] }],
    ['BI /W 1 /H 1 ID x EI /Y Do \x7f EI /Z Do', { XObject: ['Z'] }],
    ['BI /W 1 /H 1 ID x EI /Y Do \x1f EI /Z Do', { XObject: ['Z'] }],
    ['BI /W 1 /H 1 ID x EI /Y Do 56789\x7f EI /Z Do', { XObject: ['Y', 'Z'] }],
    ['BI /W 1 /H 1 ID x EI /Y Do 5678\x7f EI /Z Do', { XObject: ['Z'] }],
  ])('of %j are %j', (content, expected) => {
    expect(names(content)).toEqual(expected)
  })

  test.each(['BI 1 2 ID x EI', 'BI /W 1 /H 1 /CS /G ID x'])('%s is damaged', (content) => {
    expect(() => names(content)).toThrow(expect.objectContaining({ fault: 'damaged' }))
  })
})
