import { addMonths } from './dates.ts'
import { names } from './names.ts'
import { type Employer, type PersonFacts, personOf, type Position } from './people.ts'
import { between, seeded } from './random.ts'

/** People of one place who report to one head. */
export interface Team {
  head: string
  location: string
  size: number
  jobs: readonly Position[]
  /** The month from which a new team was hired, '2026-06'; the others came over the years. */
  since?: string
}

/** When people of a crowd were hired, in months back from the demonstration's last one. */
const longestStay = 220

/**
 * Fills the teams of a company with people who follow from their number alone: another team or another size never
 * changes who somebody is. `taken` are the user names and national numbers of those written by hand.
 */
export function crowd(
  employer: Employer,
  teams: readonly Team[],
  byHand: readonly PersonFacts[],
  firstFile: number,
): PersonFacts[] {
  const people: PersonFacts[] = []
  const usernames = new Set(byHand.map((facts) => personOf(employer, facts).username))
  let number = 0
  for (const { head, location, size, jobs, since } of teams) {
    for (let place = 0; place < size; place += 1) {
      number += 1
      const facts = somebody(employer, `${employer.slug} ${number}`, number, since)
      const job = jobs[number % jobs.length] ?? jobs[0]
      if (!job) throw new Error('a team without a job')
      const username = freeName(
        personOf(employer, { ...facts, position: job, location, reportsTo: head, file: '0' }).username,
        usernames,
      )
      people.push({
        ...facts,
        username,
        position: job,
        location,
        reportsTo: head,
        file: String(firstFile + number).padStart(5, '0'),
        ...(number % 83 === 41 && { access: 'first_sign_in' as const }),
        ...(number % 83 === 13 && { access: 'first_sign_in' as const, withoutMail: true as const }),
      })
    }
  }
  return people
}

function somebody(
  employer: Employer,
  key: string,
  number: number,
  since: string | undefined,
): Pick<PersonFacts, 'names' | 'sex' | 'dni' | 'born' | 'hired'> {
  const next = seeded(key)
  const { surnames, men, women } = names[employer.country]
  const pick = (from: readonly string[]) => from[between(next, 0, from.length - 1)] ?? ''
  const sex = next() < 0.55 ? 'man' : 'woman'
  const surname = pick(surnames)
  const first = pick(sex === 'man' ? men : women)
  const second = next() < 0.35 ? pick(sex === 'man' ? men : women) : first
  const born = `${between(next, 1966, 2004)}-${two(between(next, 1, 12))}-${two(between(next, 1, 28))}`
  const adult = `${Number(born.slice(0, 4)) + 19}-01`
  const ago = between(next, 0, longestStay)
  const month = since ? addMonths(since, ago % 3) : addMonths('2026-08', -ago)
  const hired = `${month > adult ? month : adult}-${two(between(next, 1, 20))}`
  return {
    names: `${surname}, ${first === second ? first : `${first} ${second}`}`,
    sex,
    dni: numberOf(employer, born, number),
    born,
    hired,
  }
}

/** A number that grows with the year of birth, as national numbers do, and that nobody else has. */
function numberOf({ country }: Employer, born: string, number: number): string {
  const year = Number(born.slice(0, 4)) - 1966
  if (country === 'BR') return String(100_000_000 + year * 19_000_000 + number * 7_919).padStart(9, '0')
  if (country === 'CL') return String(10_100_000 + year * 290_000 + number * 613)
  if (country === 'MX') return String(3_200_000_0000 + year * 100_000_000 + number * 71_993).slice(0, 10)
  return String(18_100_000 + year * 720_000 + number * 1_327)
}

/** Somebody of the same name came before: the second is called ana_diaz2. */
function freeName(wanted: string, taken: Set<string>): string {
  let name = wanted
  for (let count = 2; taken.has(name); count += 1) name = `${wanted}${count}`
  taken.add(name)
  return name
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}
