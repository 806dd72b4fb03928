import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { PdfDocument } from './document.ts'
import { decodedSize, filtersOf, inflate, unpredict } from './filters.ts'
import { Name, Parser, Ref } from './syntax.ts'
import type { Dict, Stream, Value } from './syntax.ts'
import { onePage } from './testing/samples.ts'

const refused = (fault: string, detail: string) =>
  expect.objectContaining({ fault, message: expect.stringContaining(detail) })

const dictOf = (source: string) => new Parser(Buffer.from(source)).value() as Dict

describe('the filters of a stream', () => {
  const steps = (source: string) => filtersOf(dictOf(source), (value) => value ?? null)

  test.each<[string, [string, number | null][]]>([
    ['<<>>', []],
    ['<</Filter/A>>', [['A', null]]],
    ['<</Filter/A/DecodeParms<</N 1>>>>', [['A', 1]]],
    [
      '<</Filter[/A/B/C]/DecodeParms[null<</N 2>>7]>>',
      [
        ['A', null],
        ['B', 2],
        ['C', null],
      ],
    ],
    [
      '<</Filter[/A/B]/DecodeParms<</N 1>>>>',
      [
        ['A', 1],
        ['B', null],
      ],
    ],
  ])('of %s', (source, expected) => {
    expect(steps(source).map(({ name, parms }) => [name, parms?.get('N') ?? null])).toEqual(expected)
  })

  test.each(['<</Filter 7>>', '<</Filter[/A(B)]>>'])('%s is damaged', (source) => {
    expect(() => steps(source)).toThrow(refused('damaged', 'a filter that is no name'))
  })
})

describe('the decoded size of a stream', () => {
  function sizeOf(filter: string, data: Uint8Array, limit = 1000): number {
    const raw = Buffer.from(data).toString('latin1')
    const stream = `<</Length ${data.length}/Filter${filter}>>\nstream\n${raw}\nendstream`
    const doc = new PdfDocument(onePage('', '', { 6: stream }))
    return decodedSize(doc, doc.get(new Ref(6, 0)) as Stream, limit)
  }
  const once = deflateSync(Buffer.alloc(500))

  test('is that after inflating; other filters leave theirs', () => {
    expect(sizeOf('/FlateDecode', once)).toBe(500)
    expect(sizeOf('/Fl', once)).toBe(500)
    expect(sizeOf('[/Fl/FlateDecode]', deflateSync(once))).toBe(500)
    expect(sizeOf('[/Fl/AHx]', once)).toBe(500)
    expect(sizeOf('[/AHx/Fl]', once)).toBe(once.length)
    expect(sizeOf('/FlateDecode', once, 500)).toBe(500)
    expect(() => sizeOf('/FlateDecode', once, 499)).toThrow(refused('decompression_bomb', 'more than 499'))
  })

  test.each(['FlateDecode', 'Fl', 'LZWDecode', 'LZW', 'RunLengthDecode', 'RL'])(
    'is refused behind %s and two more',
    (name) => {
      const twice = deflateSync(once)
      expect(sizeOf('[/Fl/Fl/ASCIIHexDecode]', twice)).toBe(500)
      expect(() => sizeOf(`[/Fl/Fl/${name}]`, twice)).toThrow(
        refused('decompression_bomb', 'filters upon filters'),
      )
    },
  )
})

test('only data that is complete is inflated, whatever its checksum', () => {
  const data = deflateSync('abc')
  const altered = (at: number) => data.map((byte, n) => (n === at ? byte ^ 1 : byte))
  const last = data.length - 1
  expect(Buffer.from(inflate(data, 3)).toString()).toBe('abc')
  expect(Buffer.from(inflate(altered(last), 3)).toString()).toBe('abc')
  expect(inflate(new Uint8Array(), 3)).toHaveLength(0)
  for (const bytes of [altered(0), altered(1), data.subarray(0, -5), Buffer.from('x')])
    expect(() => inflate(bytes, 3)).toThrow(refused('damaged', 'a stream that does not inflate'))
  for (const bytes of [data, altered(last)])
    expect(() => inflate(bytes, 2)).toThrow(refused('decompression_bomb', 'a stream of more than 2 bytes'))
})

describe('the predictors of rows', () => {
  const rowsOf = (entries: Record<string, Value>, ...bytes: number[]) => [
    ...unpredict(Uint8Array.from(bytes), new Map(Object.entries(entries))),
  ]

  test('are those of PNG, one column unless more are named', () => {
    expect(rowsOf({ Columns: 3 }, 1, 2)).toEqual([1, 2])
    expect(rowsOf({ Predictor: 10 }, 0, 7, 2, 1)).toEqual([7, 8])
    expect(rowsOf({ Predictor: 15, Colors: 1, BitsPerComponent: 8, Columns: 1 }, 0, 7)).toEqual([7])
    expect(rowsOf({ Predictor: 12, Columns: 4096 }, 0, ...Array<number>(4096).fill(5))).toHaveLength(4096)
  })

  test('leave out a last row that is not whole', () => {
    expect(rowsOf({ Predictor: 12 }, 0, 7, 5)).toEqual([7])
  })

  test.each<[Record<string, Value>, string]>([
    [{ Predictor: 9 }, 'a predictor that no structure uses'],
    [{ Predictor: new Name('A') }, 'a predictor that no structure uses'],
    [{ Predictor: 12, Columns: new Name('A') }, 'a predictor that no structure uses'],
    [{ Predictor: 12, Colors: 2 }, 'a predictor that no structure uses'],
    [{ Predictor: 12, BitsPerComponent: 16 }, 'a predictor that no structure uses'],
    [{ Predictor: 12, Columns: 1.5 }, 'predictor columns'],
    [{ Predictor: 12, Columns: -1 }, 'predictor columns'],
  ])('%j is damaged', (entries, detail) => {
    expect(() => rowsOf(entries, 0, 7)).toThrow(refused('damaged', detail))
  })

  test.each([
    ['all', [5, 5, 5], 5],
    ['left', [7, 6, 5], 7],
    ['above', [6, 7, 5], 7],
    ['the corner', [4, 6, 5], 5],
    ['left, before the corner', [3, 6, 5], 3],
    ['above, before the corner', [6, 3, 5], 3],
  ] as const)('of the kind Paeth take the nearest: %s', (_, [left, above, corner], nearest) => {
    const rows = rowsOf({ Predictor: 15, Columns: 2 }, 0, corner, above, 4, (left - corner + 256) % 256, 0)
    expect(rows).toEqual([corner, above, left, nearest])
  })
})
