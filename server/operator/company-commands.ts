import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { z } from 'zod'
import { countries } from '#contract/fields.ts'
import {
  colourFault,
  employerTaxId,
  foundCompany,
  isZone,
  linkDays,
  slugFault,
  zoneOf,
} from '../areas/company/founding.ts'
import { replaceLogo } from '../areas/company/operations.ts'
import { type Command, command, CommandRefused } from './command.ts'
import { allCompanies, type Company, companyOf, record } from './companies.ts'
import { facts, table } from './output.ts'

const slug = z.string().describe('the company’s slug')
const text = (most: number) => z.string().trim().min(1, 'is empty').max(most, `at most ${most} characters`)

const create = command({
  words: 'company create',
  positionals: ['slug'],
  summary: 'Makes a company with its country’s folders and types; prints its first administrator’s link.',
  input: z.object({
    slug,
    name: text(80).describe('as people know it'),
    country: z.enum(countries, `one of ${countries.join(', ')}`).describe(countries.join(', ')),
    zone: z.string().optional().describe('IANA zone; the country’s where it is not given'),
    legal_name: text(120).describe('of its employer'),
    tax_id: z.string().describe('of its employer'),
    address: text(200).optional().describe('of its employer'),
    colour: z.string().optional().describe('like #0f5c6e'),
    user: z
      .string()
      .trim()
      .regex(/^[\w.@-]{3,60}$/, '3 to 60 letters, digits, dots, hyphens')
      .describe('the first administrator’s user name'),
    first_name: text(60).describe('the first administrator’s'),
    last_name: text(60).describe('the first administrator’s'),
    mail: z.email('a mail address').describe('the first administrator’s'),
    language: z.enum(['es', 'pt'], 'es or pt').optional().describe('theirs; the country’s otherwise'),
  }),
  async run(operator, given) {
    const { services, by } = operator
    const zone = given.zone ?? zoneOf(given.country)
    const taxId = employerTaxId(given.country, given.tax_id)
    refuseIf('slug', await slugFault(services, given.slug))
    refuseIf('--colour', given.colour === undefined ? null : colourFault(given.colour))
    if (!isZone(zone)) throw new CommandRefused(`--zone: ${zone} is no IANA zone like America/Lima`)
    if (!taxId) throw new CommandRefused(`--tax-id: no tax id of a company of ${given.country}`)
    const made = await foundCompany(
      services,
      {
        slug: given.slug,
        name: given.name,
        country: given.country,
        zone,
        colour: given.colour,
        employer: { legalName: given.legal_name, taxId, address: given.address },
        administrator: {
          username: given.user,
          firstName: given.first_name,
          lastName: given.last_name,
          mail: given.mail,
          language: given.language ?? null,
        },
      },
      by,
    )
    const { link } = made.administrator
    return {
      lines: [
        `${given.name} is made: ${services.config.publicUrl}/s/${given.slug}`,
        `${given.first_name} ${given.last_name} (${given.user}) opens this link once, within ${linkDays} days:`,
        link,
      ],
      data: { id: made.id, slug: given.slug, administrator: { id: made.administrator.id, link } },
    }
  },
})

const list = command({
  words: 'company list',
  summary: 'Every company, with what closes its portal.',
  input: z.object({}),
  async run(operator) {
    const companies = await allCompanies(operator)
    const rows = companies.map((one) => [one.slug, one.name, one.country, day(one.created_at), closedBy(one)])
    return {
      lines: table(['slug', 'name', 'country', 'since', 'portal'], rows, 'There is no company yet.'),
      data: companies.map(shown),
    }
  },
})

const show = command({
  words: 'company show',
  positionals: ['slug'],
  summary: 'One company: employers, people, administrators, what closes its portal.',
  input: z.object({ slug }),
  async run(operator, given) {
    const company = await companyOf(operator, given.slug)
    const { employers, counts, administrators } = await operator.services
      .tenant(company.id)
      .read(async (db) => ({
        employers: await db.selectFrom('employers').select(['legal_name', 'tax_id']).orderBy('id').execute(),
        counts: await db
          .selectNoFrom((is) => [
            is
              .selectFrom('employees')
              .select(sql<number>`count(*)`.as('n'))
              .where('state', '=', 'active')
              .as('active'),
            is
              .selectFrom('folders')
              .select(sql<number>`count(*)`.as('n'))
              .as('folders'),
            is
              .selectFrom('document_types')
              .select(sql<number>`count(*)`.as('n'))
              .as('types'),
          ])
          .executeTakeFirstOrThrow(),
        administrators: await db
          .selectFrom('users')
          .innerJoin('user_profiles', 'user_profiles.user_id', 'users.id')
          .innerJoin('profiles', 'profiles.id', 'user_profiles.profile_id')
          .select(['users.username', 'users.first_sign_in_done_at', 'users.locked_at'])
          .where('profiles.kind', '=', 'hr')
          .orderBy('users.username')
          .execute(),
      }))
    const names = administrators.map(
      ({ username, first_sign_in_done_at, locked_at }) =>
        `${username}${locked_at ? ' (locked)' : first_sign_in_done_at ? '' : ' (has not signed in)'}`,
    )
    return {
      lines: facts([
        ['slug', company.slug],
        ['id', company.id],
        ['name', company.name],
        ['country', company.country],
        ['zone', company.zone],
        ['domain', company.domain],
        ['colour', company.colour_primary],
        ['employers', employers.map((one) => `${one.legal_name} (${one.tax_id})`).join('; ')],
        ['active employees', counts.active],
        ['folders, types', `${counts.folders}, ${counts.types}`],
        ['administrators', names.join(', ')],
        ['portal', closedBy(company)],
      ]),
      data: { ...shown(company), employers, ...counts, administrators },
    }
  },
})

const rename = command({
  words: 'company rename',
  positionals: ['slug'],
  summary: 'Another name, slug or colour. The addresses of a former slug lead nowhere.',
  input: z.object({
    slug,
    name: text(80).optional(),
    new_slug: z.string().optional(),
    colour: z.string().optional().describe('like #0f5c6e'),
  }),
  confirm: (given) =>
    given.new_slug
      ? { type: given.slug, will: `The address of ${given.slug} becomes /s/${given.new_slug} for everybody.` }
      : null,
  async run(operator, given) {
    const company = await companyOf(operator, given.slug)
    const changes = {
      ...(given.name !== undefined && { name: given.name }),
      ...(given.new_slug !== undefined && { slug: given.new_slug }),
      ...(given.colour !== undefined && { colour_primary: given.colour.toLowerCase() }),
    }
    if (Object.keys(changes).length === 0)
      throw new CommandRefused('nothing to change: --name, --new-slug, --colour')
    if (given.new_slug) refuseIf('--new-slug', await slugFault(operator.services, given.new_slug))
    if (given.colour) refuseIf('--colour', colourFault(given.colour))
    await operator.services.tenant(company.id).write(async (tx) => {
      await tx.db.updateTable('companies').set(changes).execute()
      const before = { name: company.name, slug: company.slug, colour_primary: company.colour_primary }
      await record(tx, operator, 'renamed', { before, after: { ...before, ...changes } })
    })
    return {
      lines: [`${company.slug} is changed.`],
      data: shown(await companyOf(operator, given.new_slug ?? given.slug)),
    }
  },
})

const domain = command({
  words: 'company domain',
  positionals: ['slug'],
  summary: 'The company’s own host name, which its people may be sent to.',
  input: z.object({
    slug,
    host: z
      .string()
      .toLowerCase()
      .regex(/^(?=.{4,253}$)([a-z0-9](-?[a-z0-9])*\.)+[a-z]{2,}$/, 'a host name like rrhh.acme.com')
      .optional(),
    none: z.boolean().optional().describe('takes it away'),
  }),
  async run(operator, given) {
    const company = await companyOf(operator, given.slug)
    if ((given.host === undefined) === (given.none === undefined))
      throw new CommandRefused('either --host or --none')
    const host = given.host ?? null
    const other = host
      ? (await allCompanies(operator)).find((one) => one.domain === host && one.id !== company.id)
      : null
    if (other) throw new CommandRefused(`${host} is ${other.slug}’s`)
    await operator.services.tenant(company.id).write(async (tx) => {
      await tx.db.updateTable('companies').set({ domain: host }).execute()
      await record(tx, operator, 'domain_set', { before: company.domain, after: host })
    })
    return {
      lines: [host ? `${company.slug} is at ${host}.` : `${company.slug} has no host name of its own.`],
      data: { slug: company.slug, domain: host },
    }
  },
})

const logo = command({
  words: 'company logo',
  positionals: ['slug', 'file'],
  summary: 'The company’s logo: PNG, JPG or WebP of 1 MB at most, kept anew as PNG.',
  input: z.object({ slug, file: z.string().describe('a picture’s path') }),
  async run(operator, given) {
    const company = await companyOf(operator, given.slug)
    const bytes = await readFile(given.file).catch((error: unknown) => {
      throw new CommandRefused(`${given.file} can't be read`, { cause: error })
    })
    await replaceLogo(operator.services, company.id, bytes, (tx) => record(tx, operator, 'logo_set'))
    return { lines: [`${company.slug} has another logo.`], data: { slug: company.slug } }
  },
})

export const companyCommands: readonly Command[] = [create, list, show, rename, domain, logo]

function refuseIf(what: string, fault: string | null): void {
  if (fault) throw new CommandRefused(`${what}: ${fault}`)
}

/** The reasons for which the company's portal is closed, in words. */
export function closedBy(company: Company): string {
  const reasons = [
    company.blocked_for_payment && 'blocked for payment',
    company.allowed_addresses.length > 0 && `only from ${company.allowed_addresses.join(', ')}`,
  ].filter(Boolean)
  return reasons.length > 0 ? reasons.join('; ') : 'open'
}

/** A company for machines. */
export function shown({ logo_file_id, created_at, ...company }: Company) {
  return { ...company, created_at: created_at.toISOString(), has_logo: logo_file_id !== null }
}

const day = (at: Date) => at.toISOString().slice(0, 10)
