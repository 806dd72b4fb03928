import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { checkDigitFits } from '#server/shared/text/check-digits.ts'
import { noScore, scoreFile } from './score.ts'
import type { Reading, Score, TruthFile } from './score.ts'

const person = (id: number) => ({
  id,
  cuil: `2012345678${id}`,
  dni: '12345678',
  fileNumber: `${id}`,
  firstName: 'Inés',
  lastName: 'Peña',
  state: 'active' as const,
  alreadyPublished: false,
})

const receipt = (pages: number[], whose: number | null, expected: 'listo' | 'exception' | 'either') => ({
  pages,
  person: whose,
  expected,
  traps: ['plain'],
  why: '',
  forbidden: whose === 1 ? [2] : [1],
  readable: 'text' as const,
})

/** Person 1 on two pages, a blank one, person 2, an id of nobody, and person 3 who should be looked at. */
const truth: TruthFile = {
  file: 'a.pdf',
  producer: '',
  about: '',
  country: 'AR',
  employerIds: [],
  employerNames: [],
  period: '2026-10-01',
  people: [person(1), person(2), person(3)],
  pages: [
    { receipts: [0], kind: 'receipt' },
    { receipts: [0], kind: 'receipt' },
    { receipts: [], kind: 'blank' },
    { receipts: [1], kind: 'receipt' },
    { receipts: [2], kind: 'receipt' },
    { receipts: [3], kind: 'receipt' },
  ],
  receipts: [
    receipt([0, 1], 1, 'listo'),
    receipt([3], 2, 'listo'),
    receipt([4], null, 'exception'),
    receipt([5], 3, 'exception'),
  ],
}

const ready = (pages: number[], employeeId: number | null): Reading => ({ pages, found: 'listo', employeeId })

function scored(read: Reading[]): Score {
  const score = noScore()
  scoreFile(score, truth, read)
  return score
}

test('a reader that finds every receipt has no missed and no wrong ones', () => {
  const score = scored([
    ready([0, 1], 1),
    { pages: [2], found: 'pagina_suelta', employeeId: null },
    ready([3], 2),
    { pages: [4], found: 'desconocido', employeeId: null },
    { pages: [5], found: 'inactivo', employeeId: 3 },
  ])
  expect(score).toMatchObject({ wrong: [], careless: [], stray: [], missed: [], unaccounted: [] })
  expect(score.text).toEqual({ expected: 2, right: 2 })
})

test('another person’s receipt, another person’s page and a receipt of nobody each count as wrong', () => {
  const score = scored([ready([0, 1], 2), ready([2, 3], 2), ready([4], 1), ready([3, 5], 3)])
  expect(score.wrong.map((one) => [one.pages, one.belongsTo, one.forbidden])).toEqual([
    [[1, 2], [1], true],
    [[5], [null], true],
    [[4, 6], [2, 3], false],
  ])
  expect(score.stray.map((one) => one.pages)).toEqual([[3, 4]])
  expect(score.text.right).toBe(0)
  expect(score.unaccounted).toEqual([{ file: 'a.pdf', page: 4 }])
})

test('a receipt without its second page counts as missed, a doubtful one that was assigned as careless', () => {
  const score = scored([ready([0], 1), ready([5], 3)])
  expect(score.missed.map((one) => one.person)).toEqual([1, 2])
  expect(score.careless.map((one) => one.assignedTo)).toEqual([3])
  expect(score.wrong).toEqual([])
})

const corpora = [
  'truth.json',
  'second/truth.json',
  'third/truth.json',
  'fourth/truth.json',
  'fifth/truth.json',
].map((name) => new URL(name, import.meta.url))

test.each(corpora)('the figures of %s add up', (address) => {
  const { files }: { files: TruthFile[] } = JSON.parse(readFileSync(address, 'utf8'))
  for (const file of files) {
    const at = file.receipts.map((one, place) => [place, one.pages])
    const from = file.pages.map((page) => page.receipts)
    for (const [place, one] of file.receipts.entries()) {
      const whose = file.people.find((someone) => someone.id === one.person)
      expect
        .soft(one.person === null || whose, `${file.file} ${place}: its person is one of the file`)
        .toBeTruthy()
      expect.soft(one.forbidden, `${file.file} ${place}`).not.toContain(one.person)
      if (one.expected === 'listo') {
        expect
          .soft(whose, `${file.file} ${place}`)
          .toMatchObject({ state: 'active', alreadyPublished: false })
      } else expect.soft(one.why, `${file.file} ${place}: says why`).not.toBe('')
      for (const page of one.pages) expect.soft(from[page], `${file.file} ${place}`).toContain(place)
    }
    for (const receipts of from) for (const place of receipts) expect(at[place]).toBeDefined()
    for (const { cuil } of file.people) {
      expect.soft(checkDigitFits(file.country, cuil), `${file.file}: ${cuil}`).toBe(true)
    }
    expect(new Set(file.people.map((one) => one.cuil)).size, file.file).toBe(file.people.length)
  }
})
