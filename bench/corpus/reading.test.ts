import { expect, test } from 'vitest'
import type { ReadReceipt } from '../../server/areas/massive/receipts/types.ts'
import { readCorpus } from '../support/corpus.ts'

/** The least recall of each set: the share of receipts with text that are found, of those a careful reader finds. */
const sets = [
  ['.', 0.99],
  // Sentences with the name after the word for a signature are left to a person.
  ['second', 0.93],
  ['third', 0.98],
  ['fourth', 0.98],
  ['fifth', 0.98],
] as const

/**
 * `read.tsv` of a set says how each receipt is read: its pages, what is found, whose it is, whose it could be and why,
 * its months, and what the preview marks. A change of the reader shows in the review as the lines of these receipts.
 */
function tableOf(files: ReadonlyMap<string, readonly ReadReceipt[]> = new Map()): string {
  const lines = [...files].flatMap(([file, receipts]) =>
    receipts.map((receipt) => {
      const { found, employeeId, suggestedId, suggestedBy, months, marks, nameRead } = receipt
      const marked = marks.map(({ kind, page, text, x, y }) => `${kind} ${page} ${text} ${x} ${y}`)
      const pages = receipt.pages.map((page) => page + 1).join(' ')
      return [
        file,
        pages,
        found,
        employeeId ?? '-',
        suggestedId === null ? '-' : `${suggestedId} by ${suggestedBy.join(' ')}`,
        months.join(' ') || '-',
        nameRead ?? '-',
        marked.join('; ') || '-',
      ].join('\t')
    }),
  )
  return `${lines.join('\n')}\n`
}

test.each(sets)(
  'no receipt of the payroll files with traps (%s) goes to the wrong person',
  async (set, least) => {
    const read = await readCorpus(set, { recognise: false })
    const { wrong, stray, unaccounted, text } = read?.score ?? {}
    await expect(tableOf(read?.receipts)).toMatchFileSnapshot(`${set}/read.tsv`)
    expect(wrong).toEqual([])
    expect(stray).toEqual([])
    expect(unaccounted).toEqual([])
    expect((text?.right ?? 0) / (text?.expected ?? 0)).toBeGreaterThan(least)
  },
  180_000,
)

/**
 * The same with each receipt as a separate file, which has no other pages to learn from: a name without an id, and a
 * name at the foot, are left to a person.
 */
const alone = [
  ['.', 0.93],
  ['second', 0.69],
  ['third', 0.91],
  ['fourth', 0.98],
] as const

test.each(alone)(
  'no receipt in a file of its own (%s) goes to the wrong person',
  { tags: ['long'], timeout: 180_000 },
  async (set, least) => {
    const read = await readCorpus(set, { recognise: false, alone: true })
    const { wrong, text } = read?.score ?? {}
    expect(wrong).toEqual([])
    expect((text?.right ?? 0) / (text?.expected ?? 0)).toBeGreaterThan(least)
  },
)
