import { yearsBetween } from './dates.ts'
import type { Person } from './people.ts'
import { between, seeded } from './random.ts'
import type { Line } from './slip.ts'

/** Rounds half a cent up, as payroll programs do. */
export function share(cents: number, part: number, whole: number): number {
  return Math.round((cents * part) / whole)
}

export function sum(lines: readonly Line[]): number {
  return lines.reduce((total, { amount }) => total + amount, 0)
}

/** The base of a month's payslip: the salary of the days, and overtime of those who have it. */
export function month(person: Person, period: string, days: number) {
  const next = seeded(`${person.cuil} ${period}`)
  const salary = share(person.position.basic, days, 30)
  const hours = person.position.agreement && next() < 0.4 ? between(next, 2, 16) : 0
  return { salary, hours, years: yearsBetween(person.hired, `${period}-28`) }
}

/** A bracket of a progressive table: its upper end (cents; null: none), the rate in 1/10000, the deduction. */
export type Bracket = readonly [upTo: number | null, rate: number, off: number]

/** Applies a bracket table to an amount: rate × amount − deduction, never negative. */
export function byBracket(amount: number, brackets: readonly Bracket[]): { tax: number; rate: number } {
  for (const [upTo, rate, off] of brackets)
    if (upTo === null || amount <= upTo) return { tax: Math.max(0, share(amount, rate, 10_000) - off), rate }
  return { tax: 0, rate: 0 }
}
