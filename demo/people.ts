import { stdnum } from 'stdnum'
import { digits, seeded } from './random.ts'

function argentine(kind: 'cuit' | 'cbu') {
  const validator = stdnum['AR']?.[kind]
  if (!validator) throw new Error(`stdnum has no ${kind}`)
  return validator
}
const CUIT = argentine('cuit')
const CBU = argentine('cbu')

export type Sex = 'man' | 'woman' | 'non_binary' | 'undisclosed'

/** What a person may do at the portal besides reading their own documents as an employee. */
export type PersonProfile = 'hr_everything' | 'hr_limited' | 'manager' | 'certificate_holder'

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

export type Bank = { name: string; branch: string; accountType: 'CA' | 'CC'; account: string; cbu: string }

export type Address = {
  street: string
  number: string
  city: string
  province: string
  postalCode: string
  country: 'AR'
}

export type Person = {
  username: string
  surname: string
  givenNames: string
  sex: Sex
  dni: string
  /** Eleven digits without separators. */
  cuil: string
  born: string
  hired: string
  fileNumber: string
  mail: string
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
  /** 'first_sign_in': the invitation was mailed and its link never opened. */
  access: 'ready' | 'first_sign_in'
  profiles: PersonProfile[]
  filters: ReachFilter[]
}

export type Employer = {
  slug: string
  /** Legal name. */
  name: string
  shortName: string
  /** Eleven digits. */
  taxId: string
  street: string
  city: string
  province: string
  postalCode: string
  activity: string
  agreement: string
  union: string
  /** Health plan of those under the agreement. */
  healthPlan: string
  colour: string
  logo: 'waves' | 'vine'
  zone: string
  country: 'AR'
  mailDomain: string
  locations: string[]
}

/** Who stands in the company's signing certificate. */
export type CertificateSigner = {
  username: string
  name: string
  position: string
  mail: string
  taxId: string
}

export type DemoCompany = { employer: Employer; signer: CertificateSigner; people: Person[] }

/** What is written by hand of a person; the rest follows from it. */
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
} & Partial<Pick<Person, 'confidential' | 'state' | 'ended' | 'access' | 'profiles' | 'filters'>>

const BANKS = [
  { name: 'Banco Nación', code: '011' },
  { name: 'Banco Galicia', code: '007' },
  { name: 'Banco Provincia', code: '014' },
  { name: 'Banco Macro', code: '285' },
  { name: 'Santander', code: '072' },
] as const
const STREETS = [
  'San Martín',
  'Belgrano',
  'Rivadavia',
  'Sarmiento',
  'Mitre',
  'Güemes',
  'Las Heras',
  'Ituzaingó',
  '9 de Julio',
]

/** The CUIL of a DNI, its check digit found with the library that also validates it. */
export function cuilOf(dni: string, sex: 'man' | 'woman'): string {
  for (const prefix of [sex === 'man' ? '20' : '27', '23'])
    for (let digit = 0; digit < 10; digit += 1) {
      const cuil = `${prefix}${dni}${digit}`
      if (CUIT.validate(cuil).isValid) return cuil
    }
  throw new RangeError(`no CUIL for ${dni}`)
}

/** 20287145366 → 20-28714536-6. */
export function shownTaxId(taxId: string): string {
  return CUIT.format(taxId)
}

/** The CBU of an account, or null where a check digit is 0, which the library that validates it refuses. */
function cbuOf(bank: string, branch: string, account: string): string | null {
  for (let first = 0; first < 10; first += 1)
    for (let last = 0; last < 10; last += 1) {
      const cbu = `${bank}${branch}${first}${account}${last}`
      if (CBU.validate(cbu).isValid) return cbu
    }
  return null
}

function bankOf(next: () => number): Bank {
  const bank = BANKS[Math.floor(next() * BANKS.length)] ?? BANKS[0]
  for (;;) {
    const branch = `0${digits(next, 3)}`
    const account = digits(next, 13)
    const cbu = cbuOf(bank.code, branch, account)
    if (cbu !== null)
      return {
        name: bank.name,
        branch,
        accountType: 'CA',
        account: `${branch.slice(1)}${account.slice(0, 1)}-${account.slice(7)}`,
        cbu,
      }
  }
}

function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

/** The whole record of a person, always the same for the same facts. */
export function personOf(employer: Employer, facts: PersonFacts): Person {
  const next = seeded(`${facts.dni} ${employer.slug}`)
  const [surname = '', givenNames = ''] = facts.names.split(', ')
  const first = plain(givenNames.split(' ')[0] ?? '')
  return {
    username: facts.username ?? `${first}_${plain(surname.split(' ')[0] ?? '')}`,
    surname,
    givenNames,
    sex: facts.sex,
    dni: facts.dni,
    cuil: cuilOf(facts.dni, facts.sex),
    born: facts.born,
    hired: facts.hired,
    fileNumber: facts.file,
    mail: `${first}_${plain(surname).replaceAll(/[^a-z]/g, '')}@${employer.mailDomain}`,
    phone: `+5491155550${digits(next, 3)}`,
    address: {
      street: STREETS[Math.floor(next() * STREETS.length)] ?? 'San Martín',
      number: String(100 + Math.floor(next() * 3900)),
      city: employer.city,
      province: employer.province,
      postalCode: employer.postalCode,
      country: 'AR',
    },
    sector: facts.position.sector,
    location: facts.location,
    position: facts.position,
    reportsTo: facts.reportsTo,
    bank: bankOf(next),
    healthPlan: facts.position.agreement ? employer.healthPlan : next() < 0.6 ? 'OSDE' : 'Swiss Medical',
    confidential: facts.confidential ?? false,
    state: facts.state ?? 'active',
    ended: facts.ended ?? null,
    access: facts.access ?? 'ready',
    profiles: facts.profiles ?? [],
    filters: facts.filters ?? [],
  }
}
