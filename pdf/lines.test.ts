import { describe, expect, test } from 'vitest'
import { space } from './glyphs.ts'
import type { Glyphs, Turn } from './glyphs.ts'
import { turnOfText, wordsOf } from './lines.ts'

/** A character as its line has it: where it begins, its baseline, its length and its size. */
interface Char {
  char: string
  start: number
  base: number
  length?: number
  size?: number
  turned?: Turn
}

const page = { width: 100, height: 200 }
const turns = [0, 90, 180, 270] as const

function glyphsOf(chars: readonly Char[]): Glyphs {
  const boxes = chars.map(({ start, base, length = 5, size = 12.5, turned = 0 }) => {
    if (turned === 0)
      return { x: start, y: base - size, width: length, height: size, baseX: start, baseY: base }
    if (turned === 90)
      return {
        x: page.width - base,
        y: start,
        width: size,
        height: length,
        baseX: page.width - base,
        baseY: start,
      }
    const [x, y] = [page.width - start, page.height - base]
    if (turned === 180) return { x: x - length, y, width: length, height: size, baseX: x, baseY: y }
    return {
      x: base - size,
      y: page.height - start - length,
      width: size,
      height: length,
      baseX: base,
      baseY: 0,
    }
  })
  const column = (name: 'x' | 'y' | 'width' | 'height' | 'baseX' | 'baseY') =>
    // Columns may be longer than the text.
    Float64Array.from([...boxes.map((box) => box[name]), 7])
  return {
    count: chars.length,
    code: Uint32Array.from([...chars.map(({ char }) => char.codePointAt(0) ?? 0), 88]),
    x: column('x'),
    y: column('y'),
    width: column('width'),
    height: column('height'),
    baseX: column('baseX'),
    baseY: column('baseY'),
    turned: [...chars.map(({ turned = 0 }) => turned), 270],
    object: new Uint32Array(chars.length + 1),
    characters: chars.length,
    unmapped: 0,
  }
}

/** The words of each line, in reading order. */
const linesOf = (chars: readonly Char[], turned: Turn = 0) =>
  wordsOf(glyphsOf(chars), page, turned).map((line) => line.map(({ text }) => text))

describe('the direction of a page’s text', () => {
  const text = (...directions: Turn[]) =>
    turnOfText(glyphsOf(directions.map((turned, n) => ({ char: 'a', start: n, base: 20, turned }))))
  test('is that of most of its characters, upright where as many have another', () => {
    expect(text()).toBe(0)
    expect(text(90, 270, 270)).toBe(270)
    expect(text(180, 90, 180, 90, 0)).toBe(90)
    expect(text(180, 0)).toBe(0)
  })
  test('leaves spaces out', () => {
    const at = { start: 0, base: 20 }
    const blank = { ...at, char: String.fromCharCode(space), turned: 180 as const }
    expect(turnOfText(glyphsOf([blank, blank, { ...at, char: 'a', turned: 90 }]))).toBe(90)
  })
})

describe.each(turns)('words that are turned by %d degrees', (turned) => {
  const lines = (...chars: Char[]) =>
    linesOf(
      chars.map((char) => ({ ...char, turned })),
      turned,
    )
  const a = { char: 'a', start: 10, base: 50 }
  const b = (start: number, base = 50, size = 12.5) => ({ char: 'b', start, base, size })

  test.each<[string, Char, string[][]]>([
    ['beside it', b(15), [['ab']]],
    ['after the widest gap', b(19.375), [['ab']]],
    ['after a wider one', b(19.5), [['a', 'b']]],
    ['over its last half', b(7.5), [['ab']]],
    ['before it', b(7.25), [['b', 'a']]],
    ['a little lower', b(15, 53.75), [['ab']]],
    ['lower', b(15, 54), [['a'], ['b']]],
    ['higher', b(15, 46), [['b'], ['a']]],
    ['smaller and a little lower', b(15, 51.875, 6.25), [['ab']]],
    ['smaller and lower', b(15, 52, 6.25), [['a'], ['b']]],
    ['smaller, after its own widest gap', b(17.1875, 50, 6.25), [['ab']]],
    ['smaller, after a wider one', b(17.5, 50, 6.25), [['a', 'b']]],
  ])('a character %s', (_, other, expected) => {
    expect(lines(a, other)).toEqual(expected)
  })

  test('end at spaces, and pieces that touch are one', () => {
    const blank = { char: ' ', start: 15, base: 50 }
    expect(lines(a, blank, b(15))).toEqual([['ab']])
    expect(lines(a, blank, b(16))).toEqual([['ab']])
    expect(lines(a, blank, b(16.25))).toEqual([['a', 'b']])
    expect(lines(a, blank, b(14))).toEqual([['ab']])
    expect(lines(a, blank, b(13.75))).toEqual([['a', 'b']])
    expect(lines(a, blank, b(15.75, 50, 6.25))).toEqual([['a', 'b']])
    expect(lines(b(15, 50, 6.25), blank, { ...a, start: 20.75 })).toEqual([['b', 'a']])
  })

  test('are sorted from the top, and on each line from its start', () => {
    const blank = { char: ' ', start: 0, base: 0 }
    const found = lines(b(40, 90), blank, { ...a, start: 60 }, blank, b(30, 52), blank, { ...a, base: 88 })
    expect(found).toEqual([
      ['b', 'a'],
      ['a', 'b'],
    ])
  })

  test('have the box around their characters', () => {
    const chars: Char[] = [
      { char: 'a', start: 10, base: 50, turned },
      { char: 'b', start: 15, base: 51, length: 3, size: 15, turned },
    ]
    const [[word] = []] = wordsOf(glyphsOf(chars), page, turned)
    const { x, y, width, height, ...line } = word ?? { x: 0, y: 0, width: 0, height: 0 }
    expect(line).toEqual({ text: 'ab', turned, start: 10, end: 18, base: 50, size: 15 })
    const expected = {
      0: [10, 36, 8, 15],
      90: [49, 10, 15, 8],
      180: [82, 149, 8, 15],
      270: [36, 182, 15, 8],
    }
    expect([x, y, width, height]).toEqual(expected[turned])
  })
})

test('words of the page’s own direction come first, then those of each other', () => {
  const chars = turns.map((turned, n) => ({ char: 'abcd'.charAt(n), start: 10, base: 50, turned }))
  expect(linesOf(chars)).toEqual([['a'], ['b'], ['c'], ['d']])
  expect(linesOf(chars, 180)).toEqual([['c'], ['a'], ['b'], ['d']])
})
