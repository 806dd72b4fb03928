import { afterAll, expect, test } from 'vitest'
import { createEngine } from '#pdf/pool.ts'
import { sourceOf } from '#pdf/source.ts'
import { indexPeople } from '#server/areas/massive/receipts/people.ts'
import { readReceipts } from '#server/areas/massive/receipts/receipts.ts'
import { australAlimentos } from './austral.ts'
import { maderasDelBiobio } from './biobio.ts'
import { closedMonths, REFERENCE } from './dates.ts'
import { plannedDocuments } from './documents.ts'
import { textilesQuetzal } from './quetzal.ts'
import { serraDourada } from './serra-dourada.ts'
import { vinedosDelOeste } from './vinedos.ts'

const engine = createEngine({ threads: 2, deadlineMs: 60_000 })
afterAll(() => engine.close())

const companies = [
  australAlimentos(),
  serraDourada(),
  maderasDelBiobio(),
  textilesQuetzal(),
  vinedosDelOeste(),
]
const [month = ''] = closedMonths(REFERENCE, 1)

test.each(companies)('the payslips of $employer.name are read, each to its own', async (company) => {
  const { employer, signer } = company
  const payslips = plannedDocuments(company, REFERENCE, 1).filter(({ kind }) => kind === 'salary')
  const places = new Map(company.people.map(({ username }, at) => [username, at + 1]))
  const people = indexPeople(
    company.people.map((person, at) => ({
      id: at + 1,
      cuil: person.cuil,
      dni: person.dni,
      fileNumber: person.fileNumber,
      firstName: person.givenNames,
      lastName: person.surname,
      state: 'active' as const,
      alreadyPublished: false,
      otherIds: person.curp ? [person.curp] : [],
    })),
  )
  const pages = await Promise.all(
    payslips.map(async ({ pdf }) => {
      const read = await engine.readPages(sourceOf(pdf()), 0, 1)
      const [page] = read.ok ? read.pages : []
      if (!page) throw new Error('a payslip of no page')
      return page
    }),
  )
  const rules = {
    country: employer.country,
    employerIds: new Set([employer.taxId]),
    signerIds: new Set([signer.taxId]),
    employerNames: [employer.name],
    capture: 'first_page' as const,
    period: `${month}-01`,
  }
  const whose = payslips.map(({ username }) => ['listo', places.get(username)])
  const standing = (receipts: ReturnType<typeof readReceipts>) =>
    receipts.map(({ found, employeeId }) => [found, employeeId])
  expect(standing(readReceipts(pages, people, rules))).toEqual(whose)
  // Each page as a separate file, without help from the other pages.
  expect(pages.flatMap((page) => standing(readReceipts([page], people, rules)))).toEqual(whose)
})
