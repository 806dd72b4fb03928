import { expect, test } from 'vitest'
import { assemblePdf, splitPdf } from '#pdf/split.ts'
import { sourceOf } from '#pdf/source.ts'
import { hiddenPeople } from '#pdf/testing/contents.ts'
import { textOfPages } from '#pdf/text.ts'
import { australAlimentos } from './austral.ts'
import { maderasDelBiobio } from './biobio.ts'
import { REFERENCE } from './dates.ts'
import { plannedDocuments } from './documents.ts'
import { textilesQuetzal } from './quetzal.ts'
import { serraDourada } from './serra-dourada.ts'
import { vinedosDelOeste } from './vinedos.ts'

/** Splits a company's documents out of one file, and searches each for everybody of the company. */
async function searched(company: Parameters<typeof plannedDocuments>[0], months: number) {
  const pdfs = plannedDocuments(company, REFERENCE, months).map(({ pdf }) => pdf())
  const people = company.people.map(({ cuil, dni, givenNames, surname }) => ({
    cuil,
    dni,
    firstName: givenNames,
    lastName: surname,
  }))
  const found: string[] = []
  let documents = 0
  for (let from = 0; from < pdfs.length; from += 100) {
    const some = pdfs.slice(from, from + 100)
    const texts: string[] = []
    const counts: number[] = []
    for (const pdf of some) {
      const read = await textOfPages(pdf)
      if (!read.ok) throw new Error(read.detail)
      texts.push(read.pages.join('\n'))
      counts.push(read.pages.length)
    }
    const range = (count: number) => Array.from({ length: count }, (_, at) => at)
    const whole = assemblePdf(some.map((pdf, at) => ({ pdf, pages: range(counts[at] ?? 0) })))
    let page = 0
    const parts = counts.map((count) => range(count).map(() => page++))
    for (const [at, pdf] of (await splitPdf(sourceOf(whole), parts)).entries()) {
      documents++
      found.push(...(await hiddenPeople(pdf, texts[at] ?? '', people)).found)
    }
  }
  return { documents, found }
}

test('no document of the demonstration contains an id or a name that its pages do not show', async () => {
  const company = vinedosDelOeste()
  const { documents, found } = await searched(company, 1)
  expect(found).toEqual([])
  expect(documents).toBeGreaterThanOrEqual(company.people.length)
})

test.each([australAlimentos(), serraDourada(), maderasDelBiobio(), textilesQuetzal()])(
  'no document of $employer.name in a whole year contains an id or a name that its pages do not show',
  { tags: ['long'], timeout: 600_000 },
  async (company) => {
    const { documents, found } = await searched(company, 12)
    expect(found).toEqual([])
    expect(documents).toBeGreaterThan(company.people.length)
  },
)
