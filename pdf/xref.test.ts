import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { PdfFault } from './faults.ts'
import { readXref } from './xref.ts'

const latin1 = (text: string) => Buffer.from(text, 'latin1')

/** A file of these parts, whose end names where the last of them begins. */
function fileOf(...parts: string[]): Uint8Array {
  const start = parts.slice(0, -1).join('').length
  return latin1(`${parts.join('')}\nstartxref\n${start}\n%%EOF\n`)
}

/** A table with these rows and entries of its trailer. */
const table = (rows: string, trailer = '') => `xref\n${rows}trailer\n<<${trailer}>>\n`

/** A cross-reference stream with these entries and raw bytes. */
function streamOf(entries: string, data: string | Uint8Array, after = 'endstream'): string {
  const raw = Buffer.from(data as string, 'latin1')
  const length = entries.includes('/Length') ? '' : `/Length ${raw.length}`
  return `9 0 obj\n<</Type/XRef${entries}${length}>>\nstream\n${raw.toString('latin1')}\n${after}\nendobj\n`
}

/** The entries by their numbers, as short texts. */
function entriesIn(file: Uint8Array): Record<number, string> {
  return Object.fromEntries(
    [...readXref(file).entries].map(([num, entry]) => [
      num,
      entry.kind === 'offset'
        ? `at ${entry.offset}, ${entry.gen}`
        : entry.kind === 'packed'
          ? `in ${entry.container}, ${entry.index}`
          : entry.kind,
    ]),
  )
}

const damaged = (detail: string) => new PdfFault('damaged', detail)
const row = (offset: number, gen = 0, kind = 'n') =>
  `${String(offset).padStart(10, '0')} ${String(gen).padStart(5, '0')} ${kind} \n`

describe('a cross-reference table', () => {
  test('lists objects by their offsets, and others as free', () => {
    const file = fileOf(table(`0 2\n${row(4, 65_535, 'f')}${row(1)}4 2\n${row(0)}${row(300, 2)}`, '/Size 6'))
    expect(entriesIn(file)).toEqual({ 0: 'free', 1: 'at 1, 0', 4: 'free', 5: 'at 300, 2' })
    expect(readXref(file)).toMatchObject({ startxref: 0, kind: 'table', trailer: new Map([['Size', 6]]) })
  })

  test('gives way to newer ones, whether these list an object or free it', () => {
    const old = table(`0 4\n${row(0, 65_535, 'f')}${row(10)}${row(20)}${row(30)}`, '/Old true')
    const file = fileOf(old, table(`1 2\n${row(11, 1)}${row(0, 1, 'f')}`, '/Prev 0'))
    expect(entriesIn(file)).toEqual({ 0: 'free', 1: 'at 11, 1', 2: 'free', 3: 'at 30, 0' })
    expect(readXref(file)).toMatchObject({ startxref: old.length, trailer: new Map([['Prev', 0]]) })
  })

  test('names a stream that locates objects which it lists as free itself', () => {
    const packed = streamOf('/W[1 1 1]/Index[1 2]', '\x02\x06\x03\x01\x40\0')
    const hybrid = table(`0 3\n${row(0, 65_535, 'f')}${row(0, 0, 'f')}${row(50)}`, '/XRefStm 0')
    expect(entriesIn(fileOf(packed, hybrid))).toEqual({ 0: 'free', 1: 'in 6, 3', 2: 'at 50, 0' })
    // A stream names none.
    const second = streamOf('/W[1 1 1]/Index[3 1]/XRefStm 0', '\x01\x41\0')
    expect(entriesIn(fileOf(packed, second))).toEqual({ 3: 'at 65, 0' })
  })

  test('lists a million objects at most', () => {
    expect(entriesIn(fileOf(table(`999999 1\n${row(7)}`)))).toEqual({ 999_999: 'at 7, 0' })
    for (const rows of [`1000000 1\n${row(7)}`, '0 1000001\n'])
      expect(() => readXref(fileOf(table(rows)))).toThrow(new PdfFault('too_complex', 'too many objects'))
  })

  test('has a thousand sections at most', () => {
    const chained = (count: number) => {
      const parts: string[] = []
      let length = 0
      for (let n = 0; n < count; n++) {
        const part = table('', n === 0 ? '' : `/Prev ${length - (parts.at(-1)?.length ?? 0)}`)
        parts.push(part)
        length += part.length
      }
      return fileOf(...parts)
    }
    expect(readXref(chained(1000))).toMatchObject({ kind: 'table' })
    expect(() => readXref(chained(1001))).toThrow(damaged('a loop in the cross-reference sections'))
  })

  test.each([
    ['of another kind of entry', `0 1\n${row(7, 0, 'x')}`, '<<>>', 'expected f at byte 26'],
    ['without a dictionary', '', '[]', 'a trailer that is no dictionary at byte 15'],
  ])('%s is damaged', (_, rows, trailer, detail) => {
    expect(() => readXref(fileOf(`xref\n${rows}trailer\n${trailer}`))).toThrow(damaged(detail))
  })
})

describe('the end of a file names the newest section', () => {
  test('in its last 2048 bytes, before its mark', () => {
    const start = table('', '/Size 1')
    const ended = (length: number) => {
      const end = 'startxref\n0\n%%EOF'
      return latin1(`${start}${end}${' '.repeat(length - end.length)}`)
    }
    expect(readXref(ended(2048))).toMatchObject({ startxref: 0 })
    expect(() => readXref(ended(2049))).toThrow(damaged('no end of file mark'))
  })

  test('also as the first of its bytes', () => {
    expect(readXref(latin1(`startxref\n20\n%%EOF\n\n${table('', '/Size 1')}`))).toMatchObject({
      startxref: 20,
    })
  })

  test.each([
    ['no mark', `${table('')}startxref\n0\n`],
    ['the mark before it', `${table('')}%%EOF\nstartxref\n0\n`],
    ['only a mark', `%%EOF\n\n\n12\n${table('')}`],
  ])('%s is damaged', (_, text) => {
    expect(() => readXref(latin1(text))).toThrow(damaged('no end of file mark'))
  })

  /** A table with an address of constant length. */
  const addressed = (key: string, at: string) => fileOf(table('', `/${key} ${at.padEnd(8)}`))

  test.each(['(a)', '1.5', '-5', 'null', '99999', '/Name', 'its length'])(
    'an address of %s is damaged',
    (address) => {
      for (const key of ['Prev', 'XRefStm']) {
        const at = address === 'its length' ? String(addressed(key, '').length) : address
        expect(() => readXref(addressed(key, at))).toThrow(damaged('a cross-reference outside the file'))
      }
    },
  )

  test('an address of the last byte is one of the file', () => {
    const { length } = addressed('Prev', '')
    expect(() => readXref(addressed('Prev', String(length - 1)))).toThrow(
      damaged(`expected an integer at byte ${length}`),
    )
  })
})

describe('a cross-reference stream', () => {
  test('lists objects by their offsets, in object streams, and as free', () => {
    const rows = '\0\0\0\0\x01\x01\x2c\x02\x02\0\x05\x03\x03\0\x07\0'
    const file = fileOf(streamOf('/Size 4/W[1 2 1]', rows))
    expect(entriesIn(file)).toEqual({ 0: 'free', 1: 'at 300, 2', 2: 'in 5, 3', 3: 'free' })
    expect(readXref(file)).toMatchObject({ kind: 'stream' })
  })

  test('in ranges of numbers; a last one without its count is left out', () => {
    const rows = '\x01\x20\0\x01\x21\0\x01\x22\0'
    const entries = { 0: 'at 32, 0', 5: 'at 33, 0', 6: 'at 34, 0' }
    for (const index of ['0 1 5 2', '0 1 5 2 9'])
      expect(entriesIn(fileOf(streamOf(`/W[1 1 1]/Index[${index}]`, rows)))).toEqual(entries)
  })

  test('with widths that leave out kinds and generations, up to eight bytes', () => {
    expect(entriesIn(fileOf(streamOf('/Size 2/W[0 1 0]', '\x20\x21')))).toEqual({
      0: 'at 32, 0',
      1: 'at 33, 0',
    })
    const wide = `\x01${'\0'.repeat(6)}\x01\x02\x03`
    expect(entriesIn(fileOf(streamOf('/Size 1/W[1 8 1]', wide)))).toEqual({ 0: 'at 258, 3' })
  })

  test('gives way to newer ones, whether these list an object or free it', () => {
    const old = streamOf('/Size 3/W[1 1 1]', '\0\0\0\x01\x20\0\x01\x21\0')
    const file = fileOf(old, streamOf('/Size 3/W[1 1 1]/Index[1 2]/Prev 0', '\x01\x30\0\0\0\0'))
    expect(entriesIn(file)).toEqual({ 0: 'free', 1: 'at 48, 0', 2: 'free' })
  })

  test('is inflated, and its rows predicted', () => {
    const data = deflateSync(latin1('\0\x01\x20\0\x02\0\x01\x01'))
    const entries = '/Size 2/W[1 1 1]/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 3>>'
    expect(entriesIn(fileOf(streamOf(entries, data)))).toEqual({ 0: 'at 32, 0', 1: 'at 33, 1' })
  })

  test('has bytes after its rows, though fewer than a row', () => {
    expect(entriesIn(fileOf(streamOf('/Size 1/W[1 1 1]', '\x01\x20\0  ')))).toEqual({ 0: 'at 32, 0' })
    const longer = fileOf(streamOf('/Size 1/W[1 1 1]', '\x01\x20\0\x01\x21\0'))
    expect(() => readXref(longer)).toThrow(/more entries than it lists/)
  })

  test('lists a million objects at most', () => {
    const listed = (first: number) => fileOf(streamOf(`/W[1 1 1]/Index[${first} 1]`, '\x01\x20\0'))
    expect(entriesIn(listed(999_999))).toEqual({ 999_999: 'at 32, 0' })
    expect(() => readXref(listed(1_000_000))).toThrow(new PdfFault('too_complex', 'too many objects'))
  })

  test('of more than 64 megabytes is a bomb', () => {
    const bomb = deflateSync(Buffer.alloc(64 * 1_048_576 + 1), { level: 1 })
    expect(() => readXref(fileOf(streamOf('/Size 1/W[1 1 1]/Filter/FlateDecode', bomb)))).toThrow(
      expect.objectContaining({ fault: 'decompression_bomb' }),
    )
  })

  test.each([
    ['too few widths', '/Size 1/W[1 1]', 'cross-reference widths'],
    ['no widths', '/Size 1', 'cross-reference widths'],
    ['widths of nothing', '/Size 1/W[0 0 0]', 'cross-reference'],
    ['a width of nine bytes', '/Size 1/W[1 9 1]', 'cross-reference widths'],
    ['a width that is a name', '/Size 1/W[1 /A 1]', 'a number in a cross-reference'],
    ['a width that is no integer', '/Size 1/W[1 1.5 1]', 'a number in a cross-reference'],
    ['a negative width', '/Size 1/W[1 -1 1]', 'a number in a cross-reference'],
    ['too few rows', '/Size 2/W[1 1 1]', 'cross-reference stream too short'],
    ['no size', '/W[1 1 1]', 'a cross-reference stream with more entries than it lists'],
    ['a length elsewhere', '/Size 1/W[1 1 1]/Length 8 0 R', 'a cross-reference stream without its length'],
    [
      'a length beyond the file',
      '/Size 1/W[1 1 1]/Length 999',
      'a cross-reference stream without its length',
    ],
    [
      'a length that ends elsewhere',
      '/Size 1/W[1 1 1]/Length 0',
      'a cross-reference stream that does not end',
    ],
    ['another filter', '/Size 1/W[1 1 1]/Filter/LZWDecode', 'a cross-reference stream not deflated'],
  ])('with %s is damaged', (_, entries, detail) => {
    const read = () => readXref(fileOf(streamOf(entries, '\x01\x20\0')))
    expect(read).toThrow(
      expect.objectContaining({ fault: 'damaged', message: expect.stringContaining(detail) }),
    )
  })

  test('that ends with the file is not without its length', () => {
    const file = (length: number) =>
      `startxref\n19\n%%EOF\n9 0 obj<</Type/XRef/Size 1/W[1 1 1]/Length ${length}>>stream\n\x01\x20\0`
    expect(() => readXref(latin1(file(3)))).toThrow(/that does not end where it says/)
    expect(() => readXref(latin1(file(4)))).toThrow(/without its length/)
  })

  test.each([
    ['a dictionary alone', '9 0 obj\n<</Type/XRef>>\nendobj'],
    ['a number', '9 0 obj\n7\nendobj'],
    ['a stream of another type', streamOf('', '').replace('/XRef', '/ObjStm')],
    ['a type that is a string', streamOf('', '').replace('/XRef', '(XRef)')],
  ])('is not %s', (_, section) => {
    expect(() => readXref(fileOf(section))).toThrow(
      expect.objectContaining({
        fault: 'damaged',
        message: expect.stringContaining('expected a cross-reference'),
      }),
    )
  })
})
