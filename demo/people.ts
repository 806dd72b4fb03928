import { stdnum } from 'stdnum'
import type { BrandColours } from '#contract/palette.ts'
import type { SignInPage } from '#contract/company/sign-in-page.ts'
import { clabeOf, cpfOf, curpOf, type DemoCountry, nssOf, printedId, rfcOf, rutOf } from './ids.ts'
import type { LogoName } from './logos.ts'
import { names } from './names.ts'
import { digits, seeded } from './random.ts'

function argentine(kind: 'cuit') {
  const validator = stdnum['AR']?.[kind]
  if (!validator) throw new Error(`stdnum has no ${kind}`)
  return validator
}
const CUIT = argentine('cuit')

export type Sex = 'man' | 'woman' | 'non_binary' | 'undisclosed'

/** A person's rights at the portal besides reading their own documents as an employee. */
export type PersonProfile = 'hr_everything' | 'hr_limited' | 'manager' | 'approver' | 'certificate_holder'

/** One row of a limited access: both given means both; an absent one means any. */
export type ReachFilter = { sector?: string; location?: string }

export type Position = {
  name: string
  sector: string
  costCentre: string
  /** Monthly basic salary in cents. */
  basic: number
  /** Covered by the company's collective agreement: pays the union and earns the attendance bonus. */
  agreement: boolean
}

export type Bank = {
  name: string
  branch: string
  accountType: string
  account: string
  /** CBU or CLABE, where the country has such a number. */
  cbu: string | null
}

export type Address = {
  street: string
  number: string
  city: string
  province: string
  postalCode: string
  country: DemoCountry
}

export type Person = {
  username: string
  surname: string
  givenNames: string
  sex: Sex
  /** The person's own number: DNI, RG, RUT or NSS. */
  dni: string
  /** The id that payroll uses, without separators: CUIL, CPF, RUT or RFC. */
  cuil: string
  /** Mexico's eighteen characters. */
  curp: string | null
  born: string
  hired: string
  fileNumber: string
  /** Some plants' people have none: a printed code lets them in. */
  mail: string | null
  /** E.164. */
  phone: string
  address: Address
  sector: string
  location: string
  position: Position
  /** Username of the person reported to, in the same company. */
  reportsTo: string | null
  bank: Bank
  healthPlan: string
  confidential: boolean
  state: 'active' | 'onboarding' | 'inactive'
  ended: { date: string; reason: 'resignation' | 'retirement' | 'termination' | 'contract_end' } | null
  /** 'first_sign_in': the invitation, where there is a mail, was sent and its link never opened. */
  access: 'ready' | 'first_sign_in'
  profiles: PersonProfile[]
  filters: ReachFilter[]
}

/** An id of the company or of a person as papers of its country write it. */
export function shownId({ country }: Pick<Employer, 'country'>, id: string): string {
  return printedId(country, id)
}

export type Employer = {
  slug: string
  /** Legal name. */
  name: string
  shortName: string
  /** Without separators. */
  taxId: string
  street: string
  city: string
  province: string
  postalCode: string
  /** The letterhead's third line: activity and collective agreement. */
  note: string
  /** Health plan of those under the agreement. */
  healthPlan: string
  colour: string
  /** The colours of the header, where they aren't the product's. */
  header?: Pick<BrandColours, 'secundario' | 'titulo' | 'texto_icono'>
  logo: LogoName
  zone: string
  country: DemoCountry
  mailDomain: string
  locations: string[]
  /** Texts and picture of its sign-in page, if any. */
  signInPage?: SignInPage
}

/** The signer named in the company's certificate. */
export type CertificateSigner = {
  username: string
  name: string
  position: string
  mail: string
  taxId: string
}

export type DemoCompany = { employer: Employer; signer: CertificateSigner; people: Person[] }

/** The facts of a person written by hand; the others are derived from them. */
export type PersonFacts = {
  names: string
  sex: 'man' | 'woman'
  dni: string
  born: string
  hired: string
  file: string
  position: Position
  location: string
  reportsTo: string | null
  username?: string
  withoutMail?: true
} & Partial<Pick<Person, 'confidential' | 'state' | 'ended' | 'access' | 'profiles' | 'filters'>>

/** The CUIL of a DNI, its check digit found with the library that also validates it. */
export function cuilOf(dni: string, sex: 'man' | 'woman'): string {
  for (const prefix of [sex === 'man' ? '20' : '27', '23'])
    for (let digit = 0; digit < 10; digit += 1) {
      const cuil = `${prefix}${dni}${digit}`
      if (CUIT.validate(cuil).isValid) return cuil
    }
  throw new RangeError(`no CUIL for ${dni}`)
}

/** The check digit of a part of a CBU, by the weights of the central bank (BCRA, Comunicación A 2622). */
function cbuDigit(part: string): number {
  const weights = [3, 1, 7, 9]
  const sum = [...part]
    .toReversed()
    .reduce((total, digit, at) => total + Number(digit) * (weights[at % 4] ?? 0), 0)
  return (10 - (sum % 10)) % 10
}

function bankOf(next: () => number, country: DemoCountry): Bank {
  const { banks } = names[country]
  const [name, code] = banks[Math.floor(next() * banks.length)] ?? ['', '']
  if (country === 'MX') {
    const cbu = clabeOf(code, next)
    return { name, branch: cbu.slice(3, 6), accountType: 'NÓMINA', account: cbu.slice(6, 17), cbu }
  }
  if (country !== 'AR') {
    const accountType = country === 'BR' ? 'Conta-salário' : 'Cuenta vista'
    return {
      name,
      branch: digits(next, 4),
      accountType,
      account: `${digits(next, 6)}-${digits(next, 1)}`,
      cbu: null,
    }
  }
  for (;;) {
    const branch = `0${digits(next, 3)}`
    const account = digits(next, 13)
    const ends = [cbuDigit(code + branch), cbuDigit(account)]
    // The library that validates it refuses a check digit that is 0.
    if (ends.includes(0)) continue
    return {
      name,
      branch,
      accountType: 'Caja de ahorro',
      account: `${branch.slice(1)}${account.slice(0, 1)}-${account.slice(7)}`,
      cbu: `${code}${branch}${ends[0]}${account}${ends[1]}`,
    }
  }
}

/** Both numbers of a person, and Mexico's third, from what is written by hand of them. */
function idsOf(country: DemoCountry, facts: PersonFacts): Pick<Person, 'cuil' | 'dni' | 'curp'> {
  const { dni, sex, born } = facts
  if (country === 'AR') return { cuil: cuilOf(dni, sex), dni, curp: null }
  if (country === 'BR') return { cuil: cpfOf(dni), dni: dni.slice(0, 8) + dni.slice(0, 1), curp: null }
  if (country === 'CL') return { cuil: rutOf(dni), dni: rutOf(dni), curp: null }
  const [surname = '', givenNames = ''] = facts.names.split(', ')
  const named = { surname, givenNames, born, sex }
  return { cuil: rfcOf(named, seeded(`${dni} rfc`)), dni: nssOf(dni), curp: curpOf(named) }
}

const PHONES: Record<DemoCountry, string> = {
  AR: '+5491155550',
  BR: '+5511955550',
  CL: '+569555550',
  MX: '+5233555550',
}

function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

/** Argentina's obra social, Chile's Fonasa or Isapre; elsewhere what the employer offers. */
function planOf({ country, healthPlan }: Employer, { position }: PersonFacts, chance: number): string {
  if (country === 'CL') return chance < 0.7 ? 'Fonasa' : chance < 0.85 ? 'Isapre Colmena' : 'Isapre Consalud'
  if (country !== 'AR' || position.agreement) return healthPlan
  return chance < 0.6 ? 'OSDE' : 'Swiss Medical'
}

/** The whole record of a person, always the same for the same facts. */
export function personOf(employer: Employer, facts: PersonFacts): Person {
  const next = seeded(`${facts.dni} ${employer.slug}`)
  const { streets } = names[employer.country]
  const [surname = '', givenNames = ''] = facts.names.split(', ')
  const first = plain(givenNames.split(' ')[0] ?? '')
  return {
    username: facts.username ?? `${first}_${plain(surname.split(' ')[0] ?? '')}`,
    surname,
    givenNames,
    sex: facts.sex,
    ...idsOf(employer.country, facts),
    born: facts.born,
    hired: facts.hired,
    fileNumber: facts.file,
    // The second of two people with one name has a number in both.
    mail: facts.withoutMail
      ? null
      : `${/\d$/.test(facts.username ?? '') ? facts.username : `${first}_${plain(surname).replaceAll(/[^a-z]/g, '')}`}@${employer.mailDomain}`,
    phone: `${PHONES[employer.country]}${digits(next, 3)}`,
    address: {
      street: streets[Math.floor(next() * streets.length)] ?? '',
      number: String(100 + Math.floor(next() * 3900)),
      city: employer.city,
      province: employer.province,
      postalCode: employer.postalCode,
      country: employer.country,
    },
    sector: facts.position.sector,
    location: facts.location,
    position: facts.position,
    reportsTo: facts.reportsTo,
    bank: bankOf(next, employer.country),
    healthPlan: planOf(employer, facts, next()),
    confidential: facts.confidential ?? false,
    state: facts.state ?? 'active',
    ended: facts.ended ?? null,
    access: facts.access ?? 'ready',
    profiles: facts.profiles ?? [],
    filters: facts.filters ?? [],
  }
}
