import { describe, expect, test } from 'vitest'
import { agreement, nearly, withJoinedNames } from './names.ts'
import { indexPeople } from './people.ts'
import type { Phrase } from './phrases.ts'
import { rowsOf } from './rows.ts'
import { nameWords } from './plain.ts'
import { pageOf, person } from './testing/pages.ts'

describe('recognised words', () => {
  test.each([
    ['gomez', 'gonez', true],
    ['gomez', 'gomezz', true],
    ['gomezz', 'gomez', true],
    ['gomez', 'omez', false],
    ['gomez', 'gonzz', false],
    ['gomes', 'lopez', false],
    ['perez', 'perezza', false],
    ['luna', 'lunas', false],
    ['lunas', 'luna', false],
    ['ledesma', 'edesma', true],
    ['rivarola', 'rivalora', false],
  ])('%s and %s differ by one letter at most: %s', (one, other, same) => {
    expect(nearly(one, other)).toBe(same)
  })
})

test('the words that tell a person are those of more than a letter that are no particles, else all', () => {
  expect(nameWords('María E. de la Peña y O’Ñez')).toEqual(['maria', 'pena', 'nez'])
  expect(nameWords('E. y O.')).toEqual(['e', 'y', 'o'])
})

test('a name agrees with its words, better in order and less where words are missing', () => {
  const [one] = indexPeople([person({ firstName: 'Ana María', lastName: 'Gómez Ruiz' })]).byPerson.values()
  if (!one) throw new Error('nobody')
  const fit = (words: string, fuzzy = false) => agreement(one, words.split(' '), fuzzy)
  expect(fit('gomez ruiz ana maria')).toBeCloseTo(4.05)
  expect(fit('ana ruiz maria gomez')).toBeCloseTo(4)
  expect(fit('gomez ana maria')).toBeCloseTo(2.9)
  expect(fit('gomez ruiz a maria')).toBeCloseTo(3.4)
  expect(fit('gonez ruiz ana maria')).toBeCloseTo(2.9)
  expect(fit('gonez ruis ana maria')).toBeNull()
  expect(fit('gonez ruiz ana maria', true)).toBeCloseTo(3.8)
  expect(fit('gomez ruiz')).toBeNull()
  expect(fit('ana maria')).toBeNull()
})

test.each([
  [-0.5, 2],
  [0.5, 1],
  [14, 1],
  [14.5, 2],
])('a surname and a first name in cells %d mm apart are %d names', (gap, names) => {
  const people = indexPeople([person({ firstName: 'Ana', lastName: 'Gómez' })])
  const cell = (text: string, x: number): Phrase => ({
    text,
    words: [text.toLowerCase()],
    label: null,
    beside: false,
    begins: false,
    row: 0,
    line: 0,
    from: 0,
    to: text.length,
    box: { x, y: 10, width: 8, height: 3 },
    confidence: 1,
  })
  expect(withJoinedNames([cell('GOMEZ', 10), cell('ANA', 18 + gap)], people)).toHaveLength(names)
})

describe('the rows of a page', () => {
  const word = (text: string, x: number, y: number, height: number) => ({ text, x, y, width: 8, height })
  const rowTexts = (...words: ReturnType<typeof word>[]) =>
    rowsOf(pageOf('', { words })).map(({ text }) => text)

  test.each([
    ['a tall word beside a small one', word('Neto', 10, 5, 10), word('pesos', 30, 9, 2)],
    ['a small word beside a tall one', word('Neto', 10, 9, 2), word('pesos', 30, 5, 10)],
  ])('%s is one row where their middles are level', (_, ...words) => {
    expect(rowTexts(...words)).toEqual([expect.stringMatching(/^Neto\s+pesos$/)])
  })

  test('words are of two rows from half the height of the lower one apart', () => {
    expect(rowTexts(word('Neto', 10, 10, 4), word('pesos', 20, 11.9, 4))).toHaveLength(1)
    expect(rowTexts(word('Neto', 10, 10, 4), word('pesos', 20, 12, 4))).toHaveLength(2)
  })
})
