import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PdfFault } from './faults.ts'
import { serialize, textString } from './serialize.ts'
import { Name, Parser, Ref, Stream, textOf } from './syntax.ts'
import type { Value } from './syntax.ts'

const value: fc.Arbitrary<Value> = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constant(null),
    fc.boolean(),
    fc.integer({ min: -2_000_000_000, max: 2_000_000_000 }),
    fc.integer({ min: -1_000_000, max: 1_000_000 }).map((n) => n / 64),
    fc
      .string({ unit: fc.integer({ min: 1, max: 255 }).map((code) => String.fromCharCode(code)) })
      .map((text) => new Name(text)),
    fc.tuple(fc.nat(99_999), fc.nat(99)).map(([num, gen]) => new Ref(num, gen)),
    fc.uint8Array({ maxLength: 40 }),
    fc.array(tie('value'), { maxLength: 5 }),
    fc
      .array(fc.tuple(fc.string({ unit: 'grapheme-ascii', minLength: 1 }), tie('value')), { maxLength: 5 })
      .map((pairs) => new Map(pairs)),
  ),
})).value

test('a written value is read back the same', () => {
  fc.assert(
    fc.property(value, (original) => {
      const parser = new Parser(Buffer.from(`${serialize(original)} `, 'latin1'))
      expect(parser.value()).toEqual(original)
    }),
  )
})

test('texts of any language survive', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(textOf(new Parser(Buffer.from(textString(text), 'latin1')).value())).toBe(text)
    }),
  )
})

test('any bytes are read as a value or as damage, and reading ends', () => {
  const piece = fc.constantFrom(
    '<<',
    '>>',
    '[',
    ']',
    '(',
    ')',
    '\\',
    '<',
    '>',
    '/A',
    '1',
    ' ',
    'R',
    '0 R',
    'obj',
    '%',
    '\n',
    'null',
    '\0',
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(piece).map((parts) => parts.join('')),
        fc.string({ unit: 'binary' }),
      ),
      (text) => {
        try {
          new Parser(Buffer.from(text, 'latin1')).value()
        } catch (error) {
          expect(error).toBeInstanceOf(PdfFault)
        }
      },
    ),
    { numRuns: 1000 },
  )
})

test.each([
  ['(a\\(b\\)\\\\\\n\\101\\0612(c))', 'a(b)\\\nA12(c)'],
  ['(one\\\ntwo\r\nthree)', 'onetwo\nthree'],
  ['<48 65 6C6c 6F7>', 'Hellop'],
  // Only a whole mark says that the bytes are UTF-8 or UTF-16.
  ['<EF BB BF C3 A1>', 'á'],
  ['<EF BB C3 A1>', 'ï»Ã¡'],
  ['<FE FF 00 E1>', 'á'],
  ['<FE 00 E1>', 'þ\0á'],
  ['<41 FF 00 E1>', 'Aÿ\0á'],
  ['<41 BB BF>', 'A»¿'],
  ['<EF 41 BF>', 'ïA¿'],
  ['<EF BB 41>', 'ï»A'],
  ['(\\n\\r\\t\\b\\f\\x)', '\n\r\t\b\fx'],
  ['(\\-\\8\\7\\000\\10\\17\\18\\1-\\777\\1234)', '-8\x07\0\b\x0f\x018\x01-ÿS4'],
  ['(one\\\rtwo\\\r\nthree\rfour\nfive)', 'onetwothree\nfour\nfive'],
  ['(a(b(c)d)e)', 'a(b(c)d)e'],
  ['<4142 4>', 'AB@'],
  ['<4 00 >', '@\0'],
  ['<>', ''],
])('the string %s', (source, text) => {
  expect(textOf(new Parser(Buffer.from(source, 'latin1')).value())).toBe(text)
})

test('comments are skipped and escaped names decoded', () => {
  const parser = new Parser(Buffer.from('<</J#61va% a comment >>\n[1 0 R -.5 +2 /X/Y()]>>'))
  expect(parser.value()).toEqual(
    new Map([['Java', [new Ref(1, 0), -0.5, 2, new Name('X'), new Name('Y'), new Uint8Array()]]]),
  )
})

test('a comment ends with its line, of either kind', () => {
  const parser = new Parser(Buffer.from('[%a\r1%b\n2%c\r\n3 ]% the end'))
  expect(parser.value()).toEqual([1, 2, 3])
  expect(() => parser.value()).toThrow('unexpected end')
})

test('a word ends before white space and delimiters, and nowhere else', () => {
  const ending = Array.from({ length: 256 }, (_, code) => code).filter((code) => {
    const bytes = Uint8Array.of(32, 65, code, 65)
    return new Parser(bytes).peekWord() === 'A'
  })
  const expected = [...'\0\t\n\f\r ()<>[]{}/%'].map((char) => char.charCodeAt(0))
  expect(ending).toEqual(expected.toSorted((a, b) => a - b))
  expect(new Parser(Buffer.from(' AB')).peekWord()).toBe('AB')
})

test('a word is taken whole or not at all', () => {
  const parser = new Parser(Buffer.from(' objx obj'))
  expect([parser.take('obj'), parser.take('objx'), parser.take('obj'), parser.take('obj')]).toEqual([
    false,
    true,
    true,
    false,
  ])
})

test.each([
  ['0', 0],
  ['123456789012345', 123_456_789_012_345],
  [' 7/', 7],
])('%j is an integer', (text, number) => {
  expect(new Parser(Buffer.from(text)).integer()).toBe(number)
})

test.each(['1234567890123456', '12ab', '(', '-1', '+1', '1.0', ''])('%j is no integer', (text) => {
  expect(() => new Parser(Buffer.from(text)).integer()).toThrow('expected an integer')
})

test.each<[string, Value]>([
  ['[0 1 -2 1.5 -.5 4. +3]', [0, 1, -2, 1.5, -0.5, 4, 3]],
  ['[0 0 R 12 99999 R +4 5 R]', [new Ref(0, 0), new Ref(12, 99_999), new Ref(4, 5)]],
  ['[+0 0 R]', [new Ref(0, 0)]],
  ['[true false null]', [true, false, null]],
  ['[1234567890123456 0 R 9 ]', [new Ref(1_234_567_890_123_456, 0), 9]],
  ['[/A#0a#a0#/B#zz#1z#z1/#41 /#4]', ['A\n\xa0#', 'B#zz#1z#z1', 'A', '#4'].map((name) => new Name(name))],
  [
    '<</A<</B[1 ]>> /C 2 >>',
    new Map<string, Value>([
      ['A', new Map([['B', [1]]])],
      ['C', 2],
    ]),
  ],
])('%s is read', (source, expected) => {
  expect(new Parser(Buffer.from(source)).value()).toEqual(expected)
})

test.each([
  ['[1 R]', 'unexpected token'],
  ['[1 123456 R]', 'unexpected token'],
  ['[-5 0 R]', 'unexpected token'],
  ['[1.5 0 R]', 'unexpected token'],
  ['[9999999999999999 0 R]', 'unexpected token'],
  ['[+9999999999999999 0 R]', 'unexpected token'],
  ['[truer]', 'unexpected token'],
  ['[1', 'unexpected end'],
  ['<4g>', 'not a hexadecimal digit'],
  ['<41', 'string without end'],
  ['(41', 'string without end'],
  ['(41\\', 'string without end'],
  ['<</A 1>x', 'expected a key'],
  ['<</A 1 x>', 'expected a key'],
  ['<<A 1>>', 'expected a key'],
])('%s is damaged', (source, detail) => {
  expect(() => new Parser(Buffer.from(source)).value()).toThrow(
    expect.objectContaining({ fault: 'damaged', message: expect.stringContaining(detail) }),
  )
})

test('values are nested 64 deep, and half a million in one, at most', () => {
  const nested = (depth: number) =>
    new Parser(Buffer.from(`${'['.repeat(depth)}${']'.repeat(depth)}`)).value()
  expect(() => nested(64)).not.toThrow()
  expect(() => nested(65)).toThrow(new PdfFault('too_complex', 'nesting deeper than 64'))
  const many = (count: number) => new Parser(Buffer.from(`[${'[]'.repeat(count - 1)}]`)).value()
  expect(many(500_000)).toHaveLength(499_999)
  expect(() => many(500_001)).toThrow(new PdfFault('too_complex', 'more than 500000 values in an object'))
})

test('a key that a dictionary has twice is reported', () => {
  const reported = ['<</A 1/B 2>>', '<</A 1/A 2>>'].map((source) => {
    const parser = new Parser(Buffer.from(source))
    parser.value()
    return parser.duplicateKey
  })
  expect(reported).toEqual([false, true])
})

test('the places of hexadecimal strings are noted', () => {
  const parser = new Parser(Buffer.from('[<4142> (a) <41 4> 1]'))
  parser.hexStrings = []
  expect(parser.value()).toEqual([Uint8Array.of(65, 66), Uint8Array.of(97), Uint8Array.of(65, 64), 1])
  expect(parser.hexStrings).toEqual([
    [1, 7],
    [12, 18],
  ])
})

test.each([
  ['\n', 22],
  ['\r\n', 23],
  ['\r', 22],
])('a stream begins after the end of its line: %j', (end, start) => {
  const source = `7 1 obj <</A 1>>stream${end}abc`
  const found = new Parser(Buffer.from(source)).indirect()
  expect(found).toEqual({ num: 7, gen: 1, value: new Stream(new Map([['A', 1]]), start + 1) })
})

test.each([
  ['7 0 obj 5 endobj', 5],
  ['7 0 obj<<>>endobj', new Map()],
])('%s is an object', (source, value) => {
  expect(new Parser(Buffer.from(source)).indirect()).toEqual({ num: 7, gen: 0, value })
})

test.each(['7 0 obj 5', '7 0 obj 5 stream\n', '7 0 5 endobj', '7 0 obj 5 endobject'])(
  '%s is none',
  (source) => {
    expect(() => new Parser(Buffer.from(source)).indirect()).toThrow(/expected/)
  },
)
