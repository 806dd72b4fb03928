import { languageOfCountry } from '#server/shared/text/language.ts'
import { agreementPdf } from './agreement.ts'
import { cfdiOf } from './cfdi.ts'
import { closedMonths, instant, localDate, payDate } from './dates.ts'
import { MONTHS, type MonthStory, PAPERS, TOLD_OF } from './occurrences.ts'
import { advanceSettlement, leaveSettlement, monthlySettlement, type MonthFacts } from './payroll.ts'
import { payslipBr } from './payslip-br.ts'
import { payslipCl } from './payslip-cl.ts'
import { payslipMx } from './payslip-mx.ts'
import type { DemoCompany, Employer, Person } from './people.ts'
import { between, seeded } from './random.ts'
import { receiptPdf } from './receipt.ts'

export type DocumentKind = 'salary' | 'leave' | 'advance' | 'agreement'

export type Answer = { decision: 'conforme' | 'no_conforme'; comment: string | null; at: string }

/** A document as it is to be published, and what its employee did with it before the reference moment. */
export type PlannedDocument = {
  username: string
  kind: DocumentKind
  /** '2026-10', or null where the type has no period. */
  period: string | null
  /** '20287145366_202610', as payroll programs name them; the PDF and its XML share it. */
  fileName: string
  /** ISO instants. A company that signs when it publishes also asks its employee to sign. */
  publishedAt: string
  signed: boolean
  readAt: string | null
  /** Null while the document waits for its employee. */
  answer: Answer | null
  /** Makes the PDF, the same bytes each time. */
  pdf: () => Buffer
  /** The fiscal form beside it, where the country has one. */
  xml?: () => Buffer
}

/** The calendar days, of thirty, that somebody belonged to the company in a month; 0 for none. */
function daysIn(person: Person, period: string): number {
  if (person.state === 'onboarding') return 0
  const dayOf = (date: string, before: number, after: number) =>
    date.slice(0, 7) < period
      ? before
      : date.slice(0, 7) > period
        ? after
        : Math.min(30, Number(date.slice(8, 10)))
  const first = dayOf(person.hired, 1, 31)
  const last = person.ended ? dayOf(person.ended.date, 0, 30) : 30
  return Math.max(0, last - first + 1)
}

/** Most people sign the evening of payday, some in the following days, a few not at all. */
function usualAnswer(person: Person, publishedAt: string): { readAt: string | null; at: string | null } {
  if (person.access === 'first_sign_in') return { readAt: null, at: null }
  const next = seeded(`${person.cuil} ${publishedAt} answer`)
  const [kind, minute, second] = [next(), between(next, 17 * 60 + 30, 23 * 60 + 20), between(next, 0, 59)]
  const days = kind < 0.55 ? 0 : kind < 0.8 ? 1 : between(next, 2, 9)
  const at = instant(localDate(publishedAt), days * 1440 + minute, second)
  if (kind < 0.95) return { readAt: instant(localDate(publishedAt), days * 1440 + minute - 3, second), at }
  return { readAt: next() < 0.5 ? at : null, at: null }
}

function outcome(
  person: Person,
  publishedAt: string,
  reference: string,
  told: MonthStory['told'],
  crowded: boolean,
): Pick<PlannedDocument, 'readAt' | 'answer'> {
  if (told === 'waiting') return { readAt: null, answer: null }
  const done = (at: string | null) => at !== null && Date.parse(at) <= Date.parse(reference)
  if (told) {
    if (!done(told.at)) return { readAt: null, answer: null }
    return { readAt: told.at, answer: { decision: 'no_conforme', comment: told.objection, at: told.at } }
  }
  const { readAt, at } = usualAnswer(person, publishedAt)
  if (at === null || !done(at)) return { readAt: done(readAt) ? readAt : null, answer: null }
  // People with a story object only where the story has it.
  const objects = crowded && seeded(`${person.cuil} ${publishedAt} objection`)() < 0.008
  const comment = objects ? objectionOf(person) : null
  return { readAt, answer: { decision: comment ? 'no_conforme' : 'conforme', comment, at } }
}

/** Objections without figures, so that they are true whatever the figures are. */
const OBJECTIONS = {
  es: [
    'No figuran las horas que trabajé el último sábado del mes.',
    'La categoría que figura no es la de la tarea que hago.',
    'El domicilio y la cuenta bancaria que figuran no son los actuales.',
  ],
  pt: [
    'Não constam as horas que trabalhei no último sábado do mês.',
    'O cargo indicado não corresponde à função que exerço.',
    'A conta bancária indicada não é a atual.',
  ],
} as const

function objectionOf({ address, cuil }: Person): string {
  const words = OBJECTIONS[languageOfCountry(address.country)]
  return words[between(seeded(`${cuil} words`), 0, words.length - 1)] ?? words[0]
}

function earlier(one: string, other: string): string {
  return Date.parse(one) <= Date.parse(other) ? one : other
}

function salary(
  employer: Employer,
  person: Person,
  period: string,
  reference: string,
): PlannedDocument | null {
  const days = daysIn(person, period)
  if (days === 0) return null
  const story = storyOf(employer, person, period)
  const facts: MonthFacts = { ...story?.facts, ...(days < 30 ? { days } : {}) }
  const paidOn = payDate(period)
  const publishedAt = earlier(instant(paidOn, 9 * 60 + 12, 40), reference)
  return {
    username: person.username,
    kind: 'salary',
    period,
    fileName: `${person.cuil}_${period.replace('-', '')}`,
    publishedAt,
    signed: true,
    ...outcome(
      person,
      publishedAt,
      reference,
      story?.told,
      employer.slug !== TOLD_OF || Number(person.fileNumber) > 1000,
    ),
    ...payslip(employer, person, period, paidOn, facts),
  }
}

/** The payslip in its country's form, in Mexico with the fiscal one beside it. */
function payslip(
  employer: Employer,
  person: Person,
  period: string,
  paidOn: string,
  facts: MonthFacts,
): Pick<PlannedDocument, 'pdf' | 'xml'> {
  const days = facts.days ?? 30
  switch (employer.country) {
    case 'BR':
      return { pdf: () => payslipBr(employer, person, period, paidOn, days) }
    case 'CL':
      return { pdf: () => payslipCl(employer, person, period, paidOn, days) }
    case 'MX': {
      const month = { employer, person, period, paidOn, days }
      return { pdf: () => payslipMx(month), xml: () => cfdiOf(month) }
    }
    default: {
      const settlement = monthlySettlement(person, period, facts)
      return { pdf: () => receiptPdf({ kind: 'salary', employer, person, period, paidOn, settlement }) }
    }
  }
}

function storyOf(employer: Employer, person: Person, period: string): MonthStory | undefined {
  if (employer.slug !== TOLD_OF) return undefined
  return MONTHS.find((story) => story.username === person.username && story.period === period)
}

function paper(
  employer: Employer,
  person: Person,
  entry: (typeof PAPERS)[number],
  reference: string,
): PlannedDocument {
  const period = entry.date.slice(0, 7)
  const facts = storyOf(employer, person, period)?.facts ?? {}
  const publishedAt = instant(entry.date, 11 * 60 + 30)
  const settlement =
    entry.kind === 'leave'
      ? leaveSettlement(person, period, facts.leaveDays ?? 14)
      : advanceSettlement(facts.advance ?? 10_000_000)
  const { kind, date } = entry
  return {
    username: person.username,
    kind,
    period: kind === 'agreement' ? null : period,
    fileName: `${person.cuil}_${date.replaceAll('-', '')}`,
    publishedAt,
    signed: true,
    ...outcome(person, publishedAt, reference, entry.waiting ? 'waiting' : undefined, false),
    pdf: () =>
      kind === 'agreement'
        ? agreementPdf({ employer, person, date })
        : receiptPdf({ kind, employer, person, period, paidOn: date, settlement }),
  }
}

/** People of the smaller companies with an agreement to sign, by their index in the list, and its date. */
const AGREEMENTS = [
  [1, '2026-08-20'],
  [3, '2026-08-20'],
  [5, '2026-10-22'],
] as const

/** For how many months the companies have signed electronically: papers of the time before are only read. */
const SIGNED_MONTHS = 3

/**
 * Everything that a company published in the `count` whole months before `reference` (an ISO instant), in the order
 * of publication. Nothing in it is later than the reference.
 */
export function plannedDocuments(company: DemoCompany, reference: string, count: number): PlannedDocument[] {
  const [begin = ''] = closedMonths(reference, Math.min(count, SIGNED_MONTHS))
  const { employer, people } = company
  const months = closedMonths(reference, count)
  const salaries = months.flatMap((period) =>
    people.map((person) => salary(employer, person, period, reference)),
  )
  const papers = PAPERS.map((entry) => {
    const person = people.find(({ username }) => username === entry.username)
    if (employer.slug !== TOLD_OF || !person || !months.includes(entry.date.slice(0, 7))) return null
    return paper(employer, person, entry, reference)
  })
  const agreements =
    employer.country === 'AR'
      ? []
      : AGREEMENTS.map(([index, date]) => {
          const person = people[index]
          return person
            ? paper(employer, person, { username: person.username, kind: 'agreement', date }, reference)
            : null
        })
  return [...salaries, ...papers, ...agreements]
    .filter((document) => document !== null)
    .map((document) =>
      document.period === null || document.period >= begin
        ? document
        : { ...document, signed: false, answer: null },
    )
    .toSorted((a, b) => Date.parse(a.publishedAt) - Date.parse(b.publishedAt))
}
