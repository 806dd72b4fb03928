import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { PdfDocument } from './document.ts'
import { PdfFault } from './faults.ts'
import { Name, Ref, Stream, type Value } from './syntax.ts'
import { onePage, rawPdf } from './testing/samples.ts'

const damaged = (detail: string) => new PdfFault('damaged', detail)

test('an object is parsed once, and again after the document has forgotten it', () => {
  const doc = new PdfDocument(onePage())
  const before = doc.catalog
  expect(doc.catalog).toBe(before)
  doc.forget()
  expect(doc.catalog).not.toBe(before)
  expect(doc.catalog).toEqual(before)
})

test.each([
  ['', 'empty'],
  ['%', 'not_pdf'],
  ['%PDF-1', 'not_pdf'],
  [' %PDF-1.7\n', 'not_pdf'],
  ['%PDF-1.7\n', 'damaged'],
])('the bytes %j are %s', (text, fault) => {
  expect(() => new PdfDocument(Buffer.from(text))).toThrow(expect.objectContaining({ fault }))
})

test.each([
  ['/Size 9', '0 4', 9],
  ['/Size 4', '0 4', 4],
  ['/Size 3', '0 4', 4],
  ['', '0 4', 4],
  ['/Size (9)', '0 1', 1],
  ['', '0 0', 1],
])('the lowest free number of a file with %j, which lists %s, is another: %d', (entries, listed, size) => {
  const rows = '0000000000 65535 f \n'.repeat(Number(listed.slice(2)))
  const file = `%PDF-1.7\nxref\n${listed}\n${rows}trailer\n<<${entries}>>\nstartxref\n9\n%%EOF\n`
  expect(new PdfDocument(Buffer.from(file)).size).toBe(size)
})

describe('a reference', () => {
  /** Objects from number 6 that each lead to the next one, the last to a number. */
  function chained(count: number): PdfDocument {
    const more: Record<number, string> = {}
    for (let n = 0; n < count; n++) more[6 + n] = n === count - 1 ? '7' : `${7 + n} 0 R`
    return new PdfDocument(onePage('', '', more))
  }
  test('leads over at most sixteen objects', () => {
    expect(chained(16).get(new Ref(6, 0))).toBe(7)
    expect(() => chained(17).get(new Ref(6, 0))).toThrow(damaged('references in a circle'))
  })

  test('to an object that is free or isn’t there is null', () => {
    const doc = new PdfDocument(onePage('', '', { 7: '5' }))
    for (const num of [0, 6, 99]) expect(doc.get(new Ref(num, 0))).toBeNull()
    expect(doc.get(new Ref(7, 0))).toBe(5)
    expect(doc.get(undefined)).toBeNull()
  })

  test.each<[string, Value, string]>([
    ['dict', new Map(), 'dict'],
    ['array', [], 'array'],
    ['name', new Name('A'), 'name'],
    ['number', 7, 'number'],
  ])('a value is a %s or null', (_, value, kind) => {
    const doc = new PdfDocument(onePage())
    const read = {
      dict: doc.dict(value),
      array: doc.array(value),
      name: doc.name(value),
      number: doc.number(value),
    }
    const expected = value instanceof Name ? value.value : value
    expect(read).toEqual({ dict: null, array: null, name: null, number: null, [kind]: expected })
    // A stream counts as its dictionary.
    const dict = new Map()
    expect(doc.dict(new Stream(dict, 0))).toBe(dict)
  })

  test('to another object than the one at its place is damaged', () => {
    const text = Buffer.from(onePage('', '', { 6: '5' })).toString('latin1')
    const other = new PdfDocument(Buffer.from(text.replace('6 0 obj', '8 0 obj'), 'latin1'))
    expect(() => other.get(new Ref(6, 0))).toThrow(damaged('object 8 where 6 should be'))
    const length = String(text.length).padStart(10, '0')
    const beyond = text.replace(/\d{10}(?= 00000 n \ntrailer)/, length)
    expect(() => new PdfDocument(Buffer.from(beyond, 'latin1')).get(new Ref(6, 0))).toThrow(
      damaged('object 6 beyond the end of the file'),
    )
  })
})

describe('the bytes of a stream', () => {
  const file = onePage('', '', { 6: '<<>>\nstream\nabc\nendstream' })
  const start = Buffer.from(file).indexOf('abc')
  const raw = (length: Value | undefined) =>
    new PdfDocument(file).raw(new Stream(new Map(length === undefined ? [] : [['Length', length]]), start))

  test('end where its length says', () => {
    expect(Buffer.from(raw(3)).toString()).toBe('abc')
    const empty = Buffer.from(onePage('', '', { 6: '<</Length 0>>\nstream\n\nendstream' }))
    const doc = new PdfDocument(empty)
    expect(doc.raw(doc.get(new Ref(6, 0)) as Stream)).toHaveLength(0)
  })

  test.each([
    ['no length', undefined, 'a stream without its length'],
    ['no number', new Name('A'), 'a stream without its length'],
    ['a negative one', -1, 'a stream without its length'],
    ['one beyond the file', file.length - start + 1, 'a stream without its length'],
    ['that of the rest of the file', file.length - start, 'a stream that does not end where it says'],
    ['one that is too short', 2, 'a stream that does not end where it says'],
  ])('are damaged with %s', (_, length, detail) => {
    expect(() => raw(length)).toThrow(
      expect.objectContaining({ fault: 'damaged', message: expect.stringContaining(detail) }),
    )
  })
})

describe('an object stream', () => {
  /** A file whose objects 20 and 21 lie in the first of these streams, 22 in the second. */
  function packed(...streams: { entries?: string; data: Buffer }[]): PdfDocument {
    const objects = Object.fromEntries(
      streams.map(({ entries = '', data }, n) => [
        n + 1,
        `<</Type/ObjStm${entries}/Length ${data.length}>>\nstream\n${data.toString('latin1')}\nendstream`,
      ]),
    )
    const text = Buffer.from(rawPdf(objects)).toString('latin1')
    const rows = '\x02\x01\0\x02\x01\x01\x02\x02\0'
    const hybrid = `${text}8 0 obj\n<</Type/XRef/W[1 1 1]/Index[20 3]/Prev ${text.lastIndexOf('xref\n0')}/Length 9>>stream\n${rows}\nendstream\nendobj\nstartxref\n${text.length}\n%%EOF\n`
    return new PdfDocument(Buffer.from(hybrid, 'latin1'))
  }
  const [first, second, third] = [new Ref(20, 0), new Ref(21, 0), new Ref(22, 0)]
  const plain = (entries: string, text: string) => ({ entries, data: Buffer.from(text, 'latin1') })

  test('holds objects by their numbers, of which the first counts', () => {
    const doc = packed(plain('/N 3/First 15', '21 0 20 2 21 4 7 8 9'))
    expect([doc.get(first), doc.get(second)]).toEqual([8, 7])
  })

  test('without a count holds none, and without a start begins at once', () => {
    expect(() => packed(plain('/First 5', '20 0 7')).get(first)).toThrow(
      damaged('object 20 missing from its stream'),
    )
    expect(packed(plain('/N 1', '20 5 (a)')).get(first)).toEqual(new Uint8Array([97]))
    expect(packed(plain('/N 1/First 5', '20 0 7')).get(first)).toBe(7)
  })

  test('is inflated, and its rows predicted', () => {
    const data = deflateSync(Buffer.from('\x0020 \x000 7', 'latin1'))
    const entries = '/N 1/First 5/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 3>>'
    expect(packed({ entries, data }).get(first)).toBe(7)
  })

  test('is a stream of the file itself, deflated or plain', () => {
    expect(() => packed(plain('/N 1/First 5/Filter/AHx', '20 0 7')).get(first)).toThrow(
      damaged('an object stream not deflated'),
    )
    expect(() => packed(plain('/N 1/First 5', '20 0 7')).get(third)).toThrow(damaged('no object stream 2'))
    const number = new PdfDocument(
      Buffer.from(
        Buffer.from(packed(plain('', '')).bytes)
          .toString('latin1')
          .replace(/1 0 obj\n.*?endobj/s, (object) => '1 0 obj\n7\nendobj'.padEnd(object.length)),
        'latin1',
      ),
    )
    expect(() => number.get(first)).toThrow(damaged('no object stream 1'))
  })

  test('counts once, and together they are of 128 megabytes at most', () => {
    const half = (text: string, size: number) => ({
      entries: '/N 2/First 10/Filter/FlateDecode',
      data: deflateSync(Buffer.concat([Buffer.from(text.padEnd(20)), Buffer.alloc(size - 20)]), { level: 1 }),
    })
    const size = 64 * 1_048_576
    const doc = packed(half('20 0 21 1 78', size), half('22 0 23 1 78', size + 1))
    expect([doc.get(first), doc.get(second)]).toEqual([78, 8])
    expect(() => doc.get(third)).toThrow(expect.objectContaining({ fault: 'decompression_bomb' }))
    doc.forget()
    expect(doc.get(third)).toBe(78)
  })
})
