import { stdnum } from 'stdnum'
import type { Country } from '#contract/fields.ts'
import { readable } from '#contract/palette.ts'
import { allScreens } from '#contract/permissions/permissions.ts'
import { across } from '#server/shared/across.ts'
import { checkDigitFits } from '#server/shared/text/check-digits.ts'
import { credentialsOf } from '#server/shared/identity/credentials.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import type { Services } from '#server/shared/services.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { cancelLinks, makeLink } from '#server/shared/identity/links.ts'
import { countryDefaults } from './country-defaults.ts'
import { makeDefaultFolders } from './default-folders.ts'
import { beginCompany } from './operations.ts'

export interface Founding {
  slug: string
  name: string
  country: Country
  zone: string
  colour?: string | undefined
  employer: { legalName: string; taxId: string; address?: string | undefined }
  administrator: NewAdministrator
}

export interface NewAdministrator {
  username: string
  firstName: string
  lastName: string
  mail: string
  /** Null: the country's. */
  language: 'es' | 'pt' | null
}

/** Days in which the first administrator's link is good. */
export const linkDays = 7

/**
 * Makes a company as it begins: employer, profiles, the country's folders and types, and a first administrator, who
 * is no employee and makes their password through the link that is answered. Nothing is mailed. All of it in one
 * transaction: where a part fails there is no company, and its slug is free.
 */
export async function foundCompany(
  services: Services,
  { administrator, employer, ...company }: Founding,
  operator: string,
): Promise<{ id: number; administrator: { id: number; link: string } }> {
  const { colour, ...facts } = company
  const { slug, name, country } = company
  const { address, ...legal } = employer
  const beginning = {
    ...facts,
    ...(colour && { colour }),
    employers: [{ ...legal, ...(address && { address }) }],
  }
  return beginCompany(services, beginning, async (tx, { id, profiles }) => {
    await makeDefaultFolders(tx, country)
    await recordEvent(tx, {
      subject: { kind: 'company', id },
      act: 'created',
      actorId: null,
      at: services.clock(),
      data: { operator, slug, name, country, employer: employer.taxId },
    })
    const userId = await addAdministrator(tx, services, administrator, {
      country,
      profileId: profiles.hr,
      operator,
    })
    return { id, administrator: { id: userId, link: await invitation(tx, services, userId, operator) } }
  })
}

/** A user with the management profile and no employee's record. Answers the id. */
export async function addAdministrator(
  tx: Tx,
  services: Services,
  { username, firstName, lastName, mail, language }: NewAdministrator,
  { country, profileId, operator }: { country: string; profileId: number; operator: string },
): Promise<number> {
  const now = services.clock()
  const { id } = await tx.db
    .insertInto('users')
    .values({
      company_id: tx.company,
      username,
      first_name: firstName,
      last_name: lastName,
      mail,
      country,
      language,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.db
    .insertInto('user_profiles')
    .values({ company_id: tx.company, user_id: id, profile_id: profileId, type: 2 })
    .execute()
  await recordEvent(tx, {
    subject: { kind: 'company', id: tx.company },
    act: 'administrator_added',
    actorId: null,
    at: now,
    data: { operator, user: id },
  })
  return id
}

/** A new single-use link of seven days to a first password; the ones before die. */
export async function invitation(
  tx: Tx,
  services: Services,
  userId: number,
  operator: string,
): Promise<string> {
  const now = services.clock()
  await cancelLinks(tx.db, [userId], ['in', ['invitation', 'reset']], now)
  const link = await makeLink(tx, services, {
    user: await credentialsOf(tx.db, userId),
    kind: 'invitation',
    hours: linkDays * 24,
    site: 's',
    createdBy: null,
  })
  await recordEvent(tx, {
    subject: { kind: 'credential', id: userId },
    act: 'invited',
    actorId: null,
    at: now,
    data: { operator },
  })
  return link
}

/** The first words of addresses that are no screens of the portal's, and which no company may be called. */
const taken = ['api', 'assets', 'e', 'health', 'ingreso', 'metrics', 's', 'salir', 'v2', 'v3', 'verificar']

/** Why a company cannot have this slug, or null. */
export async function slugFault(services: Services, slug: string): Promise<string | null> {
  if (!/^[a-z0-9-]{3,40}$/.test(slug)) return '3 to 40 small letters without accents, digits and hyphens'
  const firstWords = allScreens().map(({ path }) => path.split('/')[1]?.toLowerCase() ?? '')
  if (taken.includes(slug) || firstWords.includes(slug)) return 'the portal has an address of this name'
  const other = await across(services.database.pool, (db) =>
    db.selectFrom('companies').select('id').where('slug', '=', slug).executeTakeFirst(),
  )
  return other ? 'another company has it' : null
}

/** Why a colour cannot be a company's own, or null: text on it must be readable. */
export function colourFault(colour: string): string | null {
  if (!/^#[0-9a-f]{6}$/i.test(colour)) return 'six hexadecimal digits like #0f5c6e'
  const found = readable(colour)
  return found.readable ? null : `no text can be read on it; ${found.suggestion} is the nearest that holds`
}

/** An IANA zone that this machine knows. */
export function isZone(zone: string): boolean {
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions()
    return timeZone.includes('/')
  } catch {
    return false
  }
}

export function zoneOf(country: Country): string {
  return countryDefaults[country].zone
}

/** The validator of a company's tax id in each country that has a check digit for it. */
const companyTaxIds = {
  AR: 'cuit',
  BR: 'cnpj',
  CL: 'rut',
  CO: 'nit',
  CR: 'cpj',
  EC: 'ruc',
  MX: 'rfc',
  PE: 'ruc',
  PY: 'ruc',
  UY: 'rut',
} as const satisfies Partial<Record<Country, string>>

/**
 * An employer's tax id without what people put between its digits; null where its check digit doesn't fit. Employers
 * of Brazil may be natural persons, with a CPF.
 */
export function employerTaxId(country: Country, typed: string): string | null {
  const bare = typed.replace(/[\s.\-/]/g, '').toUpperCase()
  if (!/^[0-9A-ZÑ&]{5,20}$/.test(bare)) return null
  if (country === 'BO') return bare
  if (country === 'BR' && /^\d{11}$/.test(bare)) return checkDigitFits('BR', bare) ? bare : null
  return stdnum[country]?.[companyTaxIds[country]]?.validate(bare).isValid ? bare : null
}
