import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PdfFault } from './faults.ts'
import { serialize, textString } from './serialize.ts'
import { Name, Parser, Ref, textOf } from './syntax.ts'
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
])('the string %s', (source, text) => {
  expect(textOf(new Parser(Buffer.from(source, 'latin1')).value())).toBe(text)
})

test('comments are skipped and escaped names decoded', () => {
  const parser = new Parser(Buffer.from('<</J#61va% a comment >>\n[1 0 R -.5 +2 /X/Y()]>>'))
  expect(parser.value()).toEqual(
    new Map([['Java', [new Ref(1, 0), -0.5, 2, new Name('X'), new Name('Y'), new Uint8Array()]]]),
  )
})
