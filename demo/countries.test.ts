import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDF } from '@libpdf/core'
import { afterAll, describe, expect, it } from 'vitest'
import { pisFits } from '#server/areas/employees/extras.ts'
import { checkDigitFits } from '#server/shared/text/check-digits.ts'
import { australAlimentos } from './austral.ts'
import { maderasDelBiobio } from './biobio.ts'
import { REFERENCE } from './dates.ts'
import { plannedDocuments } from './documents.ts'
import { extrasOf } from './extras.ts'
import { isValid, nssOf } from './ids.ts'
import { monthlySettlement } from './payroll.ts'
import { settleBr } from './payslip-br.ts'
import { settleCl } from './payslip-cl.ts'
import { settleMx } from './payslip-mx.ts'
import { type DemoCompany, shownId } from './people.ts'
import { textilesQuetzal } from './quetzal.ts'
import { serraDourada } from './serra-dourada.ts'
import { sum } from './settle.ts'

const whole = () => [australAlimentos('whole'), serraDourada(), maderasDelBiobio(), textilesQuetzal()]
const [austral, serra, biobio, quetzal] = whole() as [DemoCompany, DemoCompany, DemoCompany, DemoCompany]
const folder = mkdtempSync(join(tmpdir(), 'legajo-demo-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Every fact of a company, its papers with the bytes of some. */
function factsOf(company: DemoCompany): string {
  const hash = createHash('sha256').update(JSON.stringify([company.employer, company.signer, company.people]))
  plannedDocuments(company, REFERENCE, 12).forEach(({ pdf, xml, ...facts }, at) => {
    hash.update(JSON.stringify(facts))
    if (at % 97 === 0) hash.update(pdf()).update(xml?.() ?? '')
  })
  return hash.digest('hex')
}

it('has four companies of the promised sizes, the same each time to the byte', () => {
  expect([austral, serra, biobio, quetzal].map(({ people }) => people.length)).toEqual([250, 60, 40, 40])
  expect(whole().map(factsOf)).toEqual([austral, serra, biobio, quetzal].map(factsOf))
  // Some of a plant have no mail.
  expect(austral.people.filter(({ mail }) => mail === null).length).toBeGreaterThan(0)
  // The people of the small demonstration stay the same when the crowd is added.
  expect(austral.people.slice(0, 40)).toEqual(australAlimentos('small').people)
})

it('has documents of every state: objected to, read and not signed, not read, from before signatures', () => {
  const all = whole().flatMap((company) => plannedDocuments(company, REFERENCE, 12))
  for (const state of [
    all.filter(({ answer }) => answer?.decision === 'no_conforme'),
    all.filter(({ signed, readAt, answer }) => signed && readAt !== null && answer === null),
    all.filter(({ readAt }) => readAt === null),
    all.filter(({ signed }) => !signed),
  ])
    expect(state.length).toBeGreaterThan(4)
})

describe.each([austral, serra, biobio, quetzal])('$employer.name', (company) => {
  const { employer, people } = company
  const documents = plannedDocuments(company, REFERENCE, 12)

  it('has ids that are valid in its country, none of them twice', () => {
    expect(people.filter(({ cuil }) => !checkDigitFits(employer.country, cuil))).toEqual([])
    for (const key of ['username', 'mail', 'dni', 'cuil', 'fileNumber'] as const)
      expect(new Set(people.flatMap((person) => person[key] ?? [])).size, key).toBe(
        people.filter((person) => person[key] !== null).length,
      )
    if (employer.country === 'BR')
      expect(people.filter((person) => !pisFits(extrasOf(person).pis ?? ''))).toEqual([])
    if (employer.country !== 'MX') return
    expect(people.filter(({ curp }) => curp === null || !isValid('MX', 'curp', curp))).toEqual([])
    expect(people.filter(({ dni }) => nssOf(dni.slice(0, 10)) !== dni)).toEqual([])
    expect(people.filter(({ bank }) => !isValid('MX', 'clabe', bank.cbu ?? ''))).toEqual([])
  })

  it('has a year of payslips, the last months signed by most', () => {
    const salaries = documents.filter(({ kind }) => kind === 'salary')
    expect(new Set(salaries.map(({ period }) => period)).size).toBe(12)
    expect(salaries.length).toBeGreaterThan(people.length * 7)
    const signed = salaries.filter((one) => one.signed)
    expect(new Set(signed.map(({ period }) => period)).size).toBe(3)
    const part = (of: (one: (typeof salaries)[number]) => boolean) => signed.filter(of).length / signed.length
    expect(part(({ answer }) => answer?.decision === 'conforme')).toBeGreaterThan(0.8)
    expect(salaries.some(({ signed, answer }) => !signed && answer)).toBe(false)
  })

  it('prints a sample of documents that other programs open, with the name of their employee', async () => {
    for (const document of documents.filter((_, at) => at % 151 === 0)) {
      const person = people.find(({ username }) => username === document.username)
      const path = join(folder, `${document.fileName}.pdf`)
      writeFileSync(path, document.pdf())
      execFileSync('qpdf', ['--check', path])
      const text = (await PDF.load(document.pdf())).getPage(0)?.extractText().text ?? ''
      expect(text).toContain(shownId(employer, person?.cuil ?? ''))
      expect(document.xml !== undefined).toBe(employer.country === 'MX' && document.kind === 'salary')
    }
  })
})

it('settles every month so that its sums balance, to the cent', () => {
  for (const person of serra.people) {
    const { earned, deducted, net, fgts, gross } = settleBr(person, '2026-05', 30)
    expect(sum(earned) - sum(deducted)).toBe(net)
    expect(Math.abs(fgts - gross * 0.08)).toBeLessThan(1)
  }
  for (const person of biobio.people) {
    const { earned, deducted, net } = settleCl(person, '2026-05', 30)
    expect(sum(earned) - sum(deducted)).toBe(net)
    // Chile's peso has no cents.
    expect([...earned, ...deducted].filter(({ amount }) => amount % 100 !== 0)).toEqual([])
  }
  for (const person of quetzal.people) {
    const { earned, deducted, net, isr } = settleMx(person, '2026-05', 30)
    expect(sum(earned) - sum(deducted)).toBe(net)
    expect(isr).toBeGreaterThan(0)
  }
  for (const person of austral.people) {
    const { paid, paidUntaxed, deducted, net } = monthlySettlement(person, '2026-05')
    expect(paid + paidUntaxed - deducted).toBe(net)
  }
})

it('takes Brazil’s and Mexico’s taxes by their tables', () => {
  const earning = (company: DemoCompany, reais: number) => {
    const [person] = company.people
    if (!person) throw new Error('nobody')
    return { ...person, position: { ...person.position, basic: reais * 100, agreement: false } }
  }
  // R$ 5.000: INSS 190,41 less than 14 %, income tax on what the simplified deduction leaves.
  expect(settleBr(earning(serra, 5_000), '2026-05', 30).deducted.map(({ amount }) => amount)).toEqual([
    50_960,
    Math.round((500_000 - 60_720) * 0.225) - 67_549,
    9_840,
  ])
  // $ 15,200: 1,182.88 and 17.92 % of what exceeds 12,935.82 (LISR art. 96).
  expect(settleMx(earning(quetzal, 15_200), '2026-05', 30).isr).toBe(158_862)
})
