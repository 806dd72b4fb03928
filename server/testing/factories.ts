import { randomInt } from 'node:crypto'
import type { ActionId } from '#contract/actions.ts'
import { type ProfileKind, profileKinds } from '#contract/permissions/profiles.ts'
import { session } from '#contract/session/session.ts'
import { createCompany, type MadeCompany } from '../areas/company/operations.ts'
import { hashPassword } from '../shared/identity/hashing.ts'
import type { Tx } from '../shared/tenancy.ts'
import { fold } from '../shared/text/fold.ts'
import { reused, type TestApp } from './app.ts'
import { guessCost } from './guess-cost.ts'

/** The password of every person that a factory makes. */
export const password = 'Girasol-48-azul'
const hashed = hashPassword(password, guessCost.password)

let counter = 0

/** A company with its profiles and one employer, and its people's sectors and locations made on the way. */
export async function aCompany(
  app: Pick<TestApp, 'services'>,
  company: { slug?: string; name?: string; country?: string; zone?: string; legalName?: string } = {},
): Promise<MadeCompany> {
  counter++
  return createCompany(app.services, {
    slug: company.slug ?? `empresa-${counter}-${randomInt(1e6)}`,
    name: company.name ?? `Empresa ${counter}`,
    country: company.country ?? 'AR',
    zone: company.zone ?? 'America/Argentina/Buenos_Aires',
    employers: [{ legalName: company.legalName ?? `Empresa ${counter} S.A.`, taxId: '30709126845' }],
  })
}

export interface PersonWanted {
  username?: string
  firstName?: string
  lastName?: string
  mail?: string | null
  profiles?: ProfileKind[]
  sector?: string
  location?: string
  managerId?: number
  state?: 'onboarding' | 'active' | 'inactive'
  confidential?: boolean
  cuil?: string
  dni?: string
  fileNumber?: string
  /** False: still at the first sign-in, without a password. */
  signedIn?: boolean
  /** False: the password in force was not made through a link of their own. */
  maySign?: boolean
  consent?: 'given' | 'refused' | null
  filters?: { sector?: string; location?: string }[]
}

export interface Person {
  id: number
  username: string
  mail: string | null
  cuil: string
}

/** Somebody of a company: user, employee, profiles (employee by default), with a password of their own. */
export async function aPerson(
  app: Pick<TestApp, 'services'>,
  company: MadeCompany,
  wanted: PersonWanted = {},
): Promise<Person> {
  const n = ++counter
  const username = wanted.username ?? `persona${n}`
  const mail = wanted.mail === undefined ? `${username}@correo.example` : wanted.mail
  const dni = wanted.dni ?? String(20_000_000 + n * 137)
  const cuil = wanted.cuil ?? cuilOf(dni)
  const passwordHash = await hashed
  const done = wanted.signedIn ?? true
  const now = app.services.clock()
  return inCompany(app, company.id, async (tx) => {
    const { id } = await tx.db
      .insertInto('users')
      .values({
        company_id: tx.company,
        username,
        first_name: wanted.firstName ?? `Nombre${letters(n)}`,
        last_name: wanted.lastName ?? `Apellido${letters(n)}`,
        mail,
        country: 'AR',
        ...(done && {
          password_hash: passwordHash,
          password_origin: wanted.maySign === false ? ('own' as const) : ('link' as const),
          password_changed_at: now,
          first_sign_in_done_at: now,
          ...(wanted.maySign !== false && { may_sign_since: now }),
        }),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const employee = {
      company_id: tx.company,
      id,
      employer_id: company.employers[0] ?? null,
      file_number: wanted.fileNumber ?? String(n).padStart(5, '0'),
      dni,
      cuil,
      state: wanted.state ?? ('active' as const),
      confidential: wanted.confidential ?? false,
      sector_id: wanted.sector ? await named(tx, 'sectors', wanted.sector) : null,
      location_id: wanted.location ? await named(tx, 'locations', wanted.location) : null,
      manager_id: wanted.managerId ?? null,
      created_at: now,
    }
    await tx.db.insertInto('employees').values(employee).execute()
    await tx.db
      .insertInto('employments')
      .values({
        company_id: tx.company,
        employee_id: id,
        starts_on: '2020-03-01',
        ends_on: employee.state === 'inactive' ? '2026-06-30' : null,
        state:
          employee.state === 'inactive' ? 'ended' : employee.state === 'onboarding' ? 'planned' : 'running',
      })
      .execute()
    const words = `${wanted.firstName ?? `Nombre${letters(n)}`} ${wanted.lastName ?? `Apellido${letters(n)}`} ${username} ${dni} ${cuil} ${employee.file_number}`
    await tx.db
      .insertInto('employee_words')
      .values(
        [...new Set(fold(words).split(' '))].map((word) => ({
          company_id: tx.company,
          word,
          employee_id: id,
        })),
      )
      .execute()
    for (const kind of wanted.profiles ?? ['employee']) await giveProfile(tx, company, id, kind)
    for (const { sector, location } of wanted.filters ?? []) {
      await tx.db
        .insertInto('user_filters')
        .values({
          company_id: tx.company,
          user_id: id,
          sector_id: sector ? await named(tx, 'sectors', sector) : null,
          location_id: location ? await named(tx, 'locations', location) : null,
        })
        .execute()
    }
    const consent = wanted.consent === undefined ? (done ? 'given' : null) : wanted.consent
    if (consent) {
      await tx.db
        .insertInto('consents')
        .values({
          company_id: tx.company,
          user_id: id,
          decision: consent,
          text_version: 'test',
          language: 'es',
        })
        .execute()
    }
    return { id, username, mail, cuil }
  })
}

/** Signs a person in and returns their bearer token. */
export async function signIn(
  app: TestApp,
  company: MadeCompany,
  person: { username: string },
  site: 's' | 'e' = 's',
): Promise<string> {
  const slug = await inCompany(app, company.id, (tx) =>
    tx.db.selectFrom('companies').select('slug').executeTakeFirstOrThrow(),
  )
  const answer = await app.call(session.login, { user: person.username, password, company: slug.slug, site })
  if (answer.status !== 200) throw new Error(`${person.username} can't sign in: ${answer.code}`)
  return answer.data.jwt
}

/** A full administrator with the certificate profile, signed in at the portal. */
export async function anAdministrator(
  app: TestApp,
  company: MadeCompany,
): Promise<Person & { bearer: string }> {
  const person = await aPerson(app, company, { profiles: ['hr', 'certificate_holder'] })
  return { ...person, bearer: await signIn(app, company, person) }
}

/** Somebody of a limited profile who sees one sector and holds these actions, signed in at the portal. */
export async function aLimited(
  app: TestApp,
  company: MadeCompany,
  { sector, actions }: { sector: string; actions: readonly ActionId[] },
): Promise<Person & { bearer: string }> {
  const person = await aPerson(app, company, { profiles: ['limited'], filters: [{ sector }] })
  await inCompany(app, company.id, (tx) =>
    tx.db
      .insertInto('profile_actions')
      .values(
        actions.map((action) => ({
          company_id: tx.company,
          profile_id: company.profiles.limited,
          action,
        })),
      )
      .onConflict((on) => on.doNothing())
      .execute(),
  )
  return { ...person, bearer: await signIn(app, company, person) }
}

/** The header of one step-up ticket, for a call that asks for the password again; it serves one act. */
export async function ticketOf(app: Pick<TestApp, 'call'>, bearer: string): Promise<Record<string, string>> {
  const answer = await app.call(session.stepUp, { password }, { as: bearer })
  return { 'x-step-up': answer.data.ticket }
}

/** The same for several acts in a row, which `app.call` alone understands. */
export async function stepUp(app: Pick<TestApp, 'call'>, bearer: string): Promise<Record<string, string>> {
  const { 'x-step-up': ticket } = await ticketOf(app, bearer)
  return { 'x-step-up': reused + ticket }
}

/** Adds a confirmed second factor by mail: sign-in requires it from now on. */
export async function giveFactor(
  app: Pick<TestApp, 'services'>,
  company: { id: number },
  { id, mail }: Pick<Person, 'id' | 'mail'>,
): Promise<void> {
  const now = new Date()
  await inCompany(app, company.id, (tx) =>
    tx.db
      .insertInto('factors')
      .values({
        company_id: company.id,
        user_id: id,
        kind: 'mail',
        mail: mail ?? 'x@correo.example',
        confirmed_at: now,
        created_at: now,
      })
      .execute(),
  )
}

/** Runs work in a company's transaction, as a request does. */
export function inCompany<T>(
  app: Pick<TestApp, 'services'>,
  company: number,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return app.services.tenant(company).write(work)
}

async function giveProfile(tx: Tx, company: MadeCompany, userId: number, kind: ProfileKind): Promise<void> {
  const { type } = profileKinds[kind]
  await tx.db
    .insertInto('user_profiles')
    .values({ company_id: tx.company, user_id: userId, profile_id: company.profiles[kind], type })
    .execute()
}

async function named(tx: Tx, table: 'sectors' | 'locations', name: string): Promise<number> {
  const found = await tx.db.selectFrom(table).select('id').where('name', '=', name).executeTakeFirst()
  if (found) return found.id
  const made = await tx.db
    .insertInto(table)
    .values({ company_id: tx.company, name })
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

/** A CUIL with its right check digit for a DNI (ANSES: weights 5432765432, modulo 11). */
export function cuilOf(dni: string): string {
  for (const prefix of ['20', '23', '27']) {
    const body = prefix + dni.padStart(8, '0')
    const sum = [...body].reduce(
      (total, digit, i) => total + Number(digit) * (Number('5432765432'[i]) || 0),
      0,
    )
    const check = (11 - (sum % 11)) % 11
    if (check < 10) return body + check
  }
  throw new Error('no CUIL for this DNI')
}

function letters(n: number): string {
  return [...String(n)].map((digit) => 'abcdefghij'[Number(digit)]).join('')
}
