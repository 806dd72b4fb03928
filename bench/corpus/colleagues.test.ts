import { expect, test } from 'vitest'
import { searchCorpus, sets } from '../support/colleagues.ts'

test('no split receipt contains an id or a name of others that its own pages do not show', async () => {
  const { documents, found } = await searchCorpus('.', { only: ['ar-plain.pdf'] })
  expect(found).toEqual([])
  expect(documents).toBeGreaterThan(10)
})

test.each(sets)(
  'no receipt or half of the payroll files with traps (%s) contains anything of others',
  { tags: ['long'] },
  async (set) => {
    const { documents, found } = await searchCorpus(set, { halves: true })
    expect(found).toEqual([])
    expect(documents).toBeGreaterThan(50)
  },
)
