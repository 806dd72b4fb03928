import { PDF } from '@libpdf/core'
import { stdnum } from 'stdnum'
import { describe, expect, it } from 'vitest'
import { amountInWords } from './amount-in-words.ts'
import { australAlimentos } from './austral.ts'
import { closedMonths, payDate, REFERENCE, yearsBetween } from './dates.ts'
import { plannedDocuments } from './documents.ts'
import { SIGNATURE_BOXES } from './letterhead.ts'
import { monthlySettlement } from './payroll.ts'
import { shownId } from './people.ts'
import { vinedosDelOeste } from './vinedos.ts'

const austral = australAlimentos()
const vinedos = vinedosDelOeste()

describe.each([austral, vinedos])('$employer.name', ({ employer, signer, people }) => {
  const usernames = new Set(people.map((person) => person.username))

  it('has valid ids and accounts, none of them twice', () => {
    const { cuit, cbu } = stdnum['AR'] ?? {}
    expect(cuit?.validate(employer.taxId).isValid).toBe(true)
    expect(people.filter((person) => !cuit?.validate(person.cuil).isValid)).toEqual([])
    expect(people.filter((person) => !cbu?.validate(person.bank.cbu ?? '').isValid)).toEqual([])
    for (const key of ['username', 'mail', 'dni', 'cuil', 'fileNumber'] as const)
      expect(new Set(people.map((person) => person[key])).size, key).toBe(people.length)
    expect(usernames).toContain(signer.username)
  })

  it('has everybody hired as a grown person, in a place of the company', () => {
    expect(people.filter(({ born, hired }) => yearsBetween(born, hired) <= 17)).toEqual([])
    expect(people.filter(({ location }) => !employer.locations.includes(location))).toEqual([])
  })

  it('lets everybody report upwards to one person, without a circle', () => {
    const managers = new Map(people.map((person) => [person.username, person.reportsTo]))
    for (const person of people) {
      const seen = new Set<string>()
      for (let at: string | null = person.username; at !== null; at = managers.get(at) ?? null) {
        expect(seen).not.toContain(at)
        expect(usernames).toContain(at)
        seen.add(at)
      }
    }
    expect(people.filter((person) => person.reportsTo === null)).toHaveLength(1)
  })

  it('is the same each time', () => {
    const again = employer.slug === austral.employer.slug ? australAlimentos() : vinedosDelOeste()
    expect(again).toEqual({ employer, signer, people })
  })
})

it('has the people that the demonstration promises', () => {
  const { people } = austral
  expect(people).toHaveLength(40)
  expect(vinedos.people).toHaveLength(6)
  expect(people.filter((person) => person.confidential)).toHaveLength(1)
  expect(people.filter((person) => person.access === 'first_sign_in')).toHaveLength(2)
  expect(people.filter((person) => person.state === 'inactive')).toHaveLength(1)
  expect(people.filter((person) => person.state === 'onboarding')).toHaveLength(1)
  const both = vinedos.people.filter((person) => people.some(({ cuil }) => cuil === person.cuil))
  expect(both.map((person) => person.username)).toEqual(['silvina'])
})

it('settles the month by concept, and the totals balance', () => {
  const ledesma = austral.people.find((person) => person.username === 'jorge_ledesma')
  if (!ledesma) throw new Error('nobody')
  expect(monthlySettlement(ledesma, '2026-10', { overtime50: 0 })).toMatchObject({
    paid: 157_480_473,
    paidUntaxed: 6_000_000,
    deducted: 29_921_289,
    net: 133_559_184,
  })
  for (const person of [...austral.people, ...vinedos.people])
    for (const period of closedMonths(REFERENCE, 3)) {
      const { concepts, net, paid, deducted } = monthlySettlement(person, period)
      const signed = concepts.map(({ column, amount }) => (column === 'deducted' ? -amount : amount))
      expect(signed.every(Number.isInteger)).toBe(true)
      expect(signed.reduce((sum, amount) => sum + amount, 0)).toBe(net)
      expect(Math.abs(deducted - paid * (person.position.agreement ? 0.19 : 0.17))).toBeLessThan(2.5)
    }
})

it.each([
  [0, 'cero con 00/100'],
  [101, 'uno con 01/100'],
  [1_600, 'dieciséis con 00/100'],
  [10_000, 'cien con 00/100'],
  [100_000, 'mil con 00/100'],
  [2_100_000, 'veintiún mil con 00/100'],
  [10_100_000, 'ciento un mil con 00/100'],
  [127_559_184, 'un millón doscientos setenta y cinco mil quinientos noventa y uno con 84/100'],
  [3_100_003_150, 'treinta y un millones treinta y uno con 50/100'],
])('writes %d cents in words', (cents, words) => expect(amountInWords(cents)).toBe(words))

it('pays on the third working day after the month', () => {
  expect(closedMonths(REFERENCE, 3).map(payDate)).toEqual(['2026-09-03', '2026-10-05', '2026-11-04'])
  expect(closedMonths('2027-01-31T23:30:00-03:00', 2)).toEqual(['2026-11', '2026-12'])
})

describe('the documents', () => {
  const documents = plannedDocuments(austral, REFERENCE, 3)

  it('holds signed, waiting and refused ones, none later than the reference', () => {
    const last = documents.filter(({ kind, period }) => kind === 'salary' && period === '2026-10')
    const count = (decision: string | undefined) =>
      last.filter(({ answer }) => answer?.decision === decision).length
    expect(count('no_conforme')).toBe(2)
    expect(count('conforme')).toBeGreaterThan(15)
    expect(count(undefined)).toBeGreaterThan(5)
    for (const { publishedAt, readAt, answer } of documents) {
      const moments = [publishedAt, readAt, answer?.at].flatMap((at) => (at ? [Date.parse(at)] : []))
      expect(moments).toEqual(moments.toSorted((a, b) => a - b))
      expect(moments.at(-1)).toBeLessThanOrEqual(Date.parse(REFERENCE))
    }
  })

  it('publishes to nobody outside their time in the company', () => {
    const of = (username: string) => documents.filter((document) => document.username === username)
    expect(of('martina_araoz')).toEqual([])
    expect(of('pablo_juarez').map(({ period }) => period)).toEqual(['2026-08', '2026-09'])
    expect(of('leonardo_velazquez').map(({ period }) => period)).toEqual(['2026-09', '2026-10'])
    expect(of('leonardo_velazquez').some(({ answer }) => answer)).toBe(false)
  })

  it('are PDFs whose text names the employee, their id and the period, within 60 kB', async () => {
    for (const kind of ['salary', 'leave', 'advance', 'agreement'] as const) {
      const document = documents.find((each) => each.kind === kind)
      const person = austral.people.find(({ username }) => username === document?.username)
      if (!document || !person) throw new Error(kind)
      const bytes = document.pdf()
      expect(bytes.length).toBeLessThan(60_000)
      const pdf = await PDF.load(bytes)
      expect(pdf.recoveredViaBruteForce).toBe(false)
      expect(pdf.getPageCount()).toBe(1)
      const { text } = pdf.getPage(0)?.extractText() ?? { text: '' }
      expect(text).toContain(`${person.surname}, ${person.givenNames}`)
      expect(text).toContain(shownId(austral.employer, person.cuil))
      if (document.period !== null) expect(text).toContain(document.period.split('-').toReversed().join('/'))
    }
  })

  it('leaves both signatures their room on the page, apart from each other', () => {
    const { employer, employee } = SIGNATURE_BOXES
    expect(employer.x + employer.width).toBeLessThan(employee.x)
    expect(employee.x + employee.width).toBeLessThan(210)
  })
})
