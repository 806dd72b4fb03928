import { createEngine } from '#pdf/pool.ts'
import type { PageFacts } from '#pdf/page-words.ts'
import { sourceOf } from '#pdf/source.ts'
import { manyReceipts, receiptOf } from '#pdf/testing/receipts.ts'
import { readPage } from '../../server/areas/massive/receipts/page.ts'
import { indexPeople } from '../../server/areas/massive/receipts/people.ts'
import { receiptsOf } from '../../server/areas/massive/receipts/receipts.ts'

/** Pages that the engine reads at a time. */
const range = 50

/** Processor time of the reader for a generated payroll, in milliseconds, without the engine's part. */
export async function readPayroll(
  pages: number,
): Promise<{ pages: number; indexed: number; read: number; joined: number; ready: number }> {
  const engine = createEngine({ threads: 2, deadlineMs: 120_000 })
  const facts: PageFacts[] = []
  try {
    const source = sourceOf(manyReceipts(pages))
    for (let from = 0; from < pages; from += range) {
      const found = await engine.readPages(source, from, Math.min(range, pages - from))
      if (!found.ok) throw new Error(found.detail)
      facts.push(...found.pages)
    }
  } finally {
    await engine.close()
  }
  const persons = facts.map((_, at) => {
    const { name, cuil, fileNumber } = receiptOf(at)
    const [lastName = '', firstName = ''] = name.split(', ')
    const digits = cuil.replaceAll('-', '')
    const ids = { cuil: digits, dni: digits.slice(2, -1), fileNumber }
    return { ...ids, id: at + 1, firstName, lastName, state: 'active' as const, alreadyPublished: false }
  })
  const rules = {
    country: 'AR' as const,
    employerIds: new Set(['30709126845']),
    employerNames: ['Austral Alimentos S.A.'],
    capture: 'first_page' as const,
    period: '2026-10-01',
  }
  const [people, indexed] = spending(() => indexPeople(persons))
  const [readings, read] = spending(() => facts.map((page) => readPage(page, people, rules)))
  const [receipts, joined] = spending(() => receiptsOf(readings, people, rules))
  return { pages, indexed, read, joined, ready: receipts.filter(({ found }) => found === 'listo').length }
}

function spending<T>(work: () => T): [done: T, milliseconds: number] {
  const before = process.cpuUsage()
  const done = work()
  const { user, system } = process.cpuUsage(before)
  return [done, (user + system) / 1000]
}
