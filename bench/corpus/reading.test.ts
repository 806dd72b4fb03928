import { expect, test } from 'vitest'
import { readCorpus } from '../support/corpus.ts'

/** The least recall of each set: the share of receipts with text that are found, of those a careful reader finds. */
const sets = [
  ['.', 0.99],
  // Sentences with the name after the word for a signature are left to a person.
  ['second', 0.93],
  ['third', 0.98],
  ['fourth', 0.98],
] as const

test.each(sets)(
  'of the payroll files with traps (%s) no receipt goes to the wrong person',
  async (set, least) => {
    const read = await readCorpus(set, { recognise: false })
    const { wrong, stray, unaccounted, text } = read?.score ?? {}
    expect(wrong).toEqual([])
    expect(stray).toEqual([])
    expect(unaccounted).toEqual([])
    expect((text?.right ?? 0) / (text?.expected ?? 0)).toBeGreaterThan(least)
  },
  180_000,
)

/** The same with each receipt as a separate file; receipts with the name at their foot are left to a person. */
const alone = [
  ['.', 0.95],
  ['second', 0.74],
  ['third', 0.98],
  ['fourth', 0.98],
] as const

test.each(alone)(
  'nor does one that is a file of its own (%s)',
  async (set, least) => {
    const read = await readCorpus(set, { recognise: false, alone: true })
    const { wrong, text } = read?.score ?? {}
    expect(wrong).toEqual([])
    expect((text?.right ?? 0) / (text?.expected ?? 0)).toBeGreaterThan(least)
  },
  180_000,
)
