import { expect, test } from 'vitest'
import { splitCharacters } from './characters.ts'
import type { Split } from './characters.ts'

/** Fonts of one and two bytes a code; any other varies. */
const bytesOf = (font: string) => ({ One: 1, Two: 2 })[font] ?? null

const split = (content: string, which: Split = 'all') =>
  Buffer.from(splitCharacters(Buffer.from(content, 'latin1'), bytesOf, which)).toString('latin1')

const marked = (n: number, text: string) => `\n/LegajoText${n} BMC\n${text}\nEMC\n`

test.each([
  ['a string', 'BT /One 9 Tf (ab) Tj ET', `BT /One 9 Tf ${marked(0, '<61> Tj\n<62> Tj\n')} ET`],
  [
    'strings and moves',
    '/One 9 Tf [(a)-120.5(b)]TJ',
    `/One 9 Tf ${marked(0, '<61> Tj\n[-120.500000] TJ\n<62> Tj\n')}`,
  ],
  ['a string on a new line', "/One 9 Tf (ab)'", `/One 9 Tf ${marked(0, 'T* <61> Tj\n<62> Tj\n')}`],
  ['codes of two bytes', '/Two 9 Tf <01020304> Tj', `/Two 9 Tf ${marked(0, '<0102> Tj\n<0304> Tj\n')}`],
  ['codes that vary', '/Three 9 Tf (ab) Tj', `/Three 9 Tf ${marked(0, '(ab) Tj')}`],
  ['text before any font', '(ab) Tj', marked(0, '(ab) Tj')],
  ['a font without a name', '/One 9 Tf 9 Tf (a) Tj', `/One 9 Tf 9 Tf ${marked(0, '(a) Tj')}`],
  [
    'a font that is restored',
    '/One 9 Tf q /Two 9 Tf Q (ab) Tj',
    `/One 9 Tf q /Two 9 Tf Q ${marked(0, '<61> Tj\n<62> Tj\n')}`,
  ],
  ['a font that was never saved', '/One 9 Tf Q (ab) Tj', `/One 9 Tf Q ${marked(0, '(ab) Tj')}`],
  [
    'several texts',
    '/One 9 Tf(a)Tj 0 0 m(b)Tj',
    `/One 9 Tf${marked(0, '<61> Tj\n')} 0 0 m${marked(1, '<62> Tj\n')}`,
  ],
  ['operands that are words', '/One 9 Tf true false null (a) Tj', `/One 9 Tf ${marked(0, '<61> Tj\n')}`],
])('%s', (_, content, expected) => {
  expect(split(content)).toBe(expected)
})

test('only the texts with the given numbers are shown character by character', () => {
  const content = '/One 9 Tf (a) Tj (b) Tj'
  expect(split(content, new Set([1]))).toBe(`/One 9 Tf ${marked(0, '(a) Tj')} ${marked(1, '<62> Tj\n')}`)
})

test.each([
  '/One 9 Tf (a) Tj BI /W 1 ID x EI',
  '(a) TJ',
  '[(a)] Tj',
  '1 2 (a) "',
  'Tj',
  "[(a)]'",
  'q 0 0 9 9 re f Q ',
])('%s stays as it is', (content) => {
  expect(split(content)).toBe(content)
})
