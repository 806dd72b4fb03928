import { type ProfileKind, profileKinds } from '#contract/permissions/profiles.ts'
import { type SignInPage, signInPage } from '#contract/company/sign-in-page.ts'
import esProfiles from '#locales/es/company-profiles.json' with { type: 'json' }
import ptProfiles from '#locales/pt/company-profiles.json' with { type: 'json' }
import { blockablesOf, logoOf } from '#server/shared/across.ts'
import { type Block, blockFrom, refuseBlock } from '#server/shared/identity/blocking.ts'
import type { Services } from '#server/shared/services.ts'
import { type Tx, withNewCompany } from '#server/shared/tenancy.ts'
import { defaultLogo } from './default-logo.ts'

export { setColours } from './colours.ts'
export { makePapersFolder } from './default-folders.ts'
export { replaceLogo } from './logo.ts'
export { ssoOfferOf } from './queries.ts'
export { sendWelcome } from './welcome.ts'

export interface NewCompany {
  slug: string
  name: string
  country: string
  /** An IANA zone: what 'today' is here. */
  zone: string
  colour?: string
  employers: { legalName: string; taxId: string; address?: string }[]
}

export interface MadeCompany {
  id: number
  employers: number[]
  profiles: Record<ProfileKind, number>
}

const logoCacheSeconds = 300

/** A company's logo, as it was re-encoded when it was taken; the default picture for one that has none, or is none. */
export async function logoFile({ database, files }: Services, company: number | null) {
  const logo = company === null ? undefined : await logoOf(database.pool, company)
  const body = logo ? await files.read(logo.key) : await defaultLogo()
  return { body, type: 'image/png' as const, cacheSeconds: logoCacheSeconds }
}

/** Sets the content of the company's own sign-in page, or none (null). Returns the former one. */
export async function setSignInPage(tx: Tx, page: SignInPage | null): Promise<SignInPage | null> {
  const before = await tx.db.selectFrom('companies').select('sign_in_page').executeTakeFirstOrThrow()
  await tx.db
    .updateTable('companies')
    .set({ sign_in_page: JSON.stringify(page ?? {}) })
    .execute()
  return signInPage.safeParse(before.sign_in_page).data ?? null
}

/**
 * Makes a company with its employers and the profiles that every company begins with, and does what belongs to its
 * beginning besides: all in one transaction, of which nothing remains where a part fails.
 */
export async function beginCompany<T>(
  services: Services,
  company: NewCompany,
  besides: (tx: Tx, made: MadeCompany) => Promise<T>,
): Promise<T> {
  const row = {
    slug: company.slug,
    name: company.name,
    country: company.country,
    zone: company.zone,
    ...(company.colour && { colour_primary: company.colour }),
  }
  return withNewCompany(services.database.pool, services.jobs, row, async (tx) =>
    besides(tx, {
      id: tx.company,
      employers: await insertEmployers(tx, company.employers),
      profiles: await insertProfiles(tx, company.country === 'BR' ? ptProfiles : esProfiles),
    }),
  )
}

/** {@link beginCompany} and nothing besides. */
export async function createCompany(services: Services, company: NewCompany): Promise<MadeCompany> {
  return beginCompany(services, company, async (_, made) => made)
}

/**
 * Why the portals of these companies are closed to whoever asks from this address; a company that is open, or that
 * doesn't exist, has no entry. The employees' sites stay open.
 */
export async function blocksOf(
  services: Services,
  companies: readonly number[],
  address: string,
): Promise<Map<number, Block>> {
  if (companies.length === 0) return new Map()
  const rows = await blockablesOf(services.database.pool, companies)
  return new Map(
    rows.flatMap((row) => {
      const block = blockFrom(row, address)
      return block ? [[row.id, block] as const] : []
    }),
  )
}

/** {@link blocksOf} of one company; null where its portal is open to this address. */
export async function blockOf(services: Services, company: number, address: string): Promise<Block | null> {
  return (await blocksOf(services, [company], address)).get(company) ?? null
}

/**
 * Refuses where the transaction's company has its portal closed to this address.
 * @throws {Refusal} PORTAL_BLOCKED, which says whom to call, or COMPANY_ADDRESS_NOT_ALLOWED
 */
export async function refuseClosedPortal(tx: Tx, { config }: Services, address: string): Promise<void> {
  const company = await tx.db
    .selectFrom('companies')
    .select(['blocked_for_payment as blockedForPayment', 'allowed_addresses as allowedAddresses'])
    .executeTakeFirstOrThrow()
  const block = blockFrom(company, address)
  if (block) await refuseBlock(tx.db, block, config.mailFrom)
}

async function insertEmployers(tx: Tx, employers: NewCompany['employers']): Promise<number[]> {
  const rows = await tx.db
    .insertInto('employers')
    .values(
      employers.map(({ legalName, taxId, address }) => ({
        company_id: tx.company,
        legal_name: legalName,
        tax_id: taxId,
        address: address ?? null,
      })),
    )
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

async function insertProfiles(
  tx: Tx,
  names: Record<ProfileKind, string>,
): Promise<Record<ProfileKind, number>> {
  const kinds = Object.keys(profileKinds) as ProfileKind[]
  const rows = await tx.db
    .insertInto('profiles')
    .values(
      kinds.map((kind) => ({
        company_id: tx.company,
        type: profileKinds[kind].type,
        kind,
        name: names[kind],
        sees_confidential: profileKinds[kind].seesConfidential,
      })),
    )
    .returning(['id', 'kind'])
    .execute()
  const ids = Object.fromEntries(rows.map((row) => [row.kind, row.id])) as Record<ProfileKind, number>
  const held = kinds.flatMap((kind) =>
    profileKinds[kind].actions.map((action) => ({ company_id: tx.company, profile_id: ids[kind], action })),
  )
  await tx.db.insertInto('profile_actions').values(held).execute()
  return ids
}
