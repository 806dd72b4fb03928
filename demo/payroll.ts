import { shownPeriod, yearsBetween } from './dates.ts'
import type { Person } from './people.ts'
import { between, seeded } from './random.ts'

export type Concept = {
  code: string
  name: string
  /** Days, hours or percentage in hundredths: 3000 is shown as 30,00. */
  units: number
  column: 'paid' | 'paid_untaxed' | 'deducted'
  /** Cents. */
  amount: number
}

export type Settlement = {
  concepts: Concept[]
  /** Totals of the three columns and what is left to pay, in cents. */
  paid: number
  paidUntaxed: number
  deducted: number
  net: number
}

/** Events of a month that change its figures. */
export type MonthFacts = {
  /** Hours in hundredths, at 50 % and at 100 % above the ordinary hour. */
  overtime50?: number
  overtime100?: number
  /** Days of leave, paid in a receipt of their own. */
  leaveDays?: number
  /** The attendance bonus was lost. */
  absent?: boolean
  /** Cents paid earlier in the month. */
  advance?: number
  /** Calendar days worked, where the month was not whole. */
  days?: number
}

/** Sums of money agreed for everybody under the collective agreement, outside contributions. */
const UNTAXED_AGREEMENT = 6_000_000
/** Ordinary hours of a month, the divisor that agreements use for overtime. */
const MONTHLY_HOURS = 200

/** Rounds half a cent up, as payroll programs do. */
function share(cents: number, part: number, whole: number): number {
  return Math.round((cents * part) / whole)
}

/** Retirement 11 %, law 19.032 3 %, health plan 3 %, and 2 % for the union under the collective agreement. */
function deductions(person: Person, paid: number): Concept[] {
  const rates: [string, string, number][] = [
    ['0810', 'Jubilación ley 24.241', 1100],
    ['0820', 'Ley 19.032', 300],
    ['0830', 'Obra social', 300],
  ]
  if (person.position.agreement) rates.push(['0850', 'Cuota sindical', 200])
  return rates.map(([code, name, units]) => ({
    code,
    name,
    units,
    column: 'deducted',
    amount: share(paid, units, 10_000),
  }))
}

function totalOf(concepts: Concept[], column: Concept['column']): number {
  return concepts.reduce((sum, concept) => (concept.column === column ? sum + concept.amount : sum), 0)
}

function settle(concepts: Concept[]): Settlement {
  const [paid, paidUntaxed, deducted] = [
    totalOf(concepts, 'paid'),
    totalOf(concepts, 'paid_untaxed'),
    totalOf(concepts, 'deducted'),
  ]
  return { concepts, paid, paidUntaxed, deducted, net: paid + paidUntaxed - deducted }
}

/** The plants' usual overtime, for months whose facts define none. */
function usualOvertime(person: Person, period: string): number {
  if (!person.position.agreement || !['Producción', 'Logística', 'Mantenimiento'].includes(person.sector))
    return 0
  const next = seeded(`${person.cuil} ${period}`)
  return next() < 0.45 ? between(next, 2, 14) * 100 : 0
}

/** The month's salary of a person by concept (LCT art. 140), all in whole cents; the totals always balance. */
export function monthlySettlement(person: Person, period: string, facts: MonthFacts = {}): Settlement {
  const { basic, agreement } = person.position
  const days = (facts.days ?? 30) - (facts.leaveDays ?? 0)
  const years = yearsBetween(person.hired, `${period}-28`)
  const salary = share(basic, days, 30)
  const seniority = share(salary, years, 100)
  const concepts: Concept[] = [
    { code: '0010', name: 'Sueldo básico', units: days * 100, column: 'paid', amount: salary },
  ]
  if (years > 0)
    concepts.push({
      code: '0120',
      name: `Antigüedad ${years} %`,
      units: years * 100,
      column: 'paid',
      amount: seniority,
    })
  if (agreement && !facts.absent)
    concepts.push({
      code: '0145',
      name: 'Presentismo',
      units: 833,
      column: 'paid',
      amount: share(salary + seniority, 1, 12),
    })
  const hours50 = facts.overtime50 ?? usualOvertime(person, period)
  const hours100 = facts.overtime100 ?? 0
  const perHour = MONTHLY_HOURS * 100
  if (hours50 > 0)
    concepts.push({
      code: '0210',
      name: 'Horas extra 50 %',
      units: hours50,
      column: 'paid',
      amount: share(basic, hours50 * 3, perHour * 2),
    })
  if (hours100 > 0)
    concepts.push({
      code: '0220',
      name: 'Horas extra 100 %',
      units: hours100,
      column: 'paid',
      amount: share(basic, hours100 * 2, perHour),
    })
  if (agreement)
    concepts.push({
      code: '0450',
      name: `Asignación no remunerativa acuerdo ${shownPeriod(period)}`,
      units: 100,
      column: 'paid_untaxed',
      amount: share(UNTAXED_AGREEMENT, days, 30),
    })
  concepts.push(...deductions(person, totalOf(concepts, 'paid')))
  if (facts.advance)
    concepts.push({
      code: '0910',
      name: 'Adelanto de haberes',
      units: 100,
      column: 'deducted',
      amount: facts.advance,
    })
  return settle(concepts)
}

/** Paid leave: each day is the monthly salary over twenty-five (LCT art. 155). */
export function leaveSettlement(person: Person, period: string, days: number): Settlement {
  const years = yearsBetween(person.hired, `${period}-28`)
  const salary = person.position.basic + share(person.position.basic, years, 100)
  const concepts: Concept[] = [
    {
      code: '0300',
      name: `Vacaciones, ${days} días`,
      units: days * 100,
      column: 'paid',
      amount: share(salary, days, 25),
    },
  ]
  return settle([...concepts, ...deductions(person, concepts[0]?.amount ?? 0)])
}

/** An advance carries no contributions: they are taken when the month is settled. */
export function advanceSettlement(cents: number): Settlement {
  return settle([
    { code: '0900', name: 'Adelanto de haberes', units: 100, column: 'paid_untaxed', amount: cents },
  ])
}
