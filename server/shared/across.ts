import type { Pool } from 'pg'
import type { TypedName } from './identity/typed-name.ts'
import { type Db, kyselyOn } from './tenancy.ts'

/**
 * Runs a query across companies, such as finding the company of a slug or a user name. It runs read-only, as a role
 * that may read a few columns of a few tables in every company.
 */
export async function across<T>(pool: Pool, ask: (db: Db) => Promise<T>): Promise<T> {
  return inRole(pool, 'begin read only', ask)
}

/**
 * The same role where it changes what it may: for what belongs to the installation and not to a company, like its
 * notices. What it may is granted column by column in the migrations.
 */
export async function changeAcross<T>(pool: Pool, change: (db: Db) => Promise<T>): Promise<T> {
  return inRole(pool, 'begin', change)
}

async function inRole<T>(
  pool: Pool,
  begin: 'begin' | 'begin read only',
  ask: (db: Db) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query(`${begin}; set local role legajo_across`)
    const answer = await ask(kyselyOn(client))
    await client.query('commit')
    client.release()
    return answer
  } catch (error) {
    client.release(error instanceof Error ? error : true)
    throw error
  }
}

/** In how many companies the last check of the evidence found differences. */
export async function companiesWithDifferences(pool: Pool): Promise<number> {
  const last = await across(pool, (db) =>
    db
      .selectFrom('evidence_checks')
      .distinctOn('company_id')
      .select('differences')
      .where('finished_at', 'is not', null)
      .orderBy('company_id')
      .orderBy('id', 'desc')
      .execute(),
  )
  return last.filter(({ differences }) => differences > 0).length
}

/**
 * The users that a typed name means, at most one in each company, for sign-in and for forgotten passwords and names. A name
 * is somebody's user name, mail, tax id, identity document or CURP. One that means two people of a company means
 * nobody there: neither gets in under the other's name.
 */
export function usersNamed(
  pool: Pool,
  { folded, bare }: TypedName,
  { company, mail, atMost }: { company: string | undefined; mail?: string; atMost: number },
) {
  return across(pool, (db) => {
    const id = bare.toUpperCase()
    const ofUsers = db.selectFrom('users').select(['company_id', 'id'])
    const ofEmployees = db.selectFrom('employees').select(['company_id', 'id'])
    const meant = ofUsers
      .where('username_key', 'in', [folded, bare])
      .union(ofUsers.where('mail_key', '=', folded))
      .union(ofEmployees.where('cuil', '=', id))
      .union(ofEmployees.where('dni', '=', id))
      .union(ofEmployees.where('curp', '=', id))
    const named = db
      .selectFrom(meant.as('meant'))
      .select((is) => ['meant.company_id', is.fn.min('meant.id').as('id')])
      .groupBy('meant.company_id')
      .having((is) => is.fn.countAll(), '=', 1)
    return db
      .selectFrom(named.as('named'))
      .innerJoin('users', (on) =>
        on.onRef('users.company_id', '=', 'named.company_id').onRef('users.id', '=', 'named.id'),
      )
      .innerJoin('companies', 'companies.id', 'users.company_id')
      .select([
        'users.company_id',
        'users.id',
        'users.password_hash',
        'users.locked_at',
        'companies.slug',
        'companies.name',
      ])
      .$if(company !== undefined, (users) => users.where('companies.slug', '=', company ?? ''))
      .$if(mail !== undefined, (users) => users.where('users.mail_key', '=', mail ?? ''))
      .orderBy('companies.name')
      .limit(atMost)
      .execute()
  })
}

/** A company by its slug, for its own sign-in page; undefined where there is none. */
export function companyBySlug(pool: Pool, slug: string) {
  return across(pool, (db) =>
    db
      .selectFrom('companies')
      .select(['id', 'slug', 'name', 'country', 'colour_primary', 'logo_set_at', 'sign_in_page'])
      .where('slug', '=', slug)
      .executeTakeFirst(),
  )
}

/** The facts that close a company's portal: payment and allowed addresses. */
export function blockablesOf(pool: Pool, companies: readonly number[]) {
  return across(pool, (db) =>
    db
      .selectFrom('companies')
      .select(['id', 'blocked_for_payment as blockedForPayment', 'allowed_addresses as allowedAddresses'])
      .where('id', 'in', companies)
      .execute(),
  )
}

/** Where a company's public logo lies; undefined where it has none. */
export function logoOf(pool: Pool, company: number) {
  return across(pool, (db) =>
    db
      .selectFrom('companies')
      .innerJoin('files', (on) =>
        on.onRef('files.company_id', '=', 'companies.id').onRef('files.id', '=', 'companies.logo_file_id'),
      )
      .select(['files.key', 'files.type'])
      .where('companies.id', '=', company)
      .executeTakeFirst(),
  )
}

/** The revisions, of any company, that are these very bytes; `hashes` are SHA-256 in hexadecimal. */
export function revisionsOf(pool: Pool, hashes: readonly string[]) {
  return across(pool, (db) =>
    db
      .selectFrom('document_revisions')
      .select(['company_id', 'document_id', 'n', 'sha256'])
      .where('sha256', 'in', hashes)
      .orderBy('document_id', 'desc')
      .limit(20)
      .execute(),
  )
}

/** Which of these digests (hexadecimal) are what a signature of any company was made for. */
export async function signedDigests(pool: Pool, digests: readonly string[]): Promise<Set<string>> {
  if (digests.length === 0) return new Set()
  const rows = await across(pool, (db) =>
    db
      .selectFrom('signatures')
      .select('signed_digest')
      .where('signed_digest', 'in', digests)
      .limit(100)
      .execute(),
  )
  return new Set(rows.flatMap(({ signed_digest }) => (signed_digest ? [signed_digest] : [])))
}

/** The documents, of any company, that carry one of these verification codes. */
export function documentsCoded(pool: Pool, codes: readonly string[]) {
  return across(pool, (db) =>
    db
      .selectFrom('documents')
      .select(['company_id', 'id', 'verification_code'])
      .where('verification_code', 'in', codes)
      .limit(20)
      .execute(),
  )
}
