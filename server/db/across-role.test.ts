import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../testing/database.ts'

/**
 * The rights of the role that works across companies, asked of PostgreSQL itself. Both tables are written by hand: a
 * migration that grants it more shows in the review as a line of its own.
 */
const every = 'every column'
const grants: Record<string, Record<string, string>> = {
  select: {
    'app.company_ids': every,
    companies: every,
    document_revisions: 'company_id, document_id, n, sha256',
    documents: 'company_id, id, verification_code',
    employees: 'company_id, cuil, curp, dni, id',
    events: 'company_id, seal_id',
    evidence_checks: 'company_id, differences, finished_at, id',
    files: 'company_id, id, key, sha256, size, state, type',
    installation: every,
    notices: every,
    profiles: 'company_id, id, kind, mfa_required, name, type',
    related_users: every,
    settings: 'company_id, key, value',
    signatures: 'company_id, document_id, signed_digest',
    throttles: every,
    user_profiles: every,
    users:
      'company_id, country, first_name, foreign_changes, id, language, last_name, locked_at, mail_key, password_hash, username, username_key',
  },
  insert: {
    'app.company_ids': every,
    companies: every,
    notices: every,
    related_users: every,
    throttles: every,
  },
  update: {
    companies: every,
    notices: every,
    related_users: 'foreign_changes, group_id, joined_at, suspended_at, used_at',
    throttles: every,
  },
}
const itself = "(CURRENT_USER = 'legajo_across'::name)"
const policies: Record<string, string> = {
  companies: itself,
  document_revisions: itself,
  documents: itself,
  employees: itself,
  events: `((seal_id IS NULL) AND ${itself})`,
  evidence_checks: itself,
  files: itself,
  notices: itself,
  profiles: itself,
  related_users: itself,
  settings: itself,
  signatures: itself,
  user_profiles: itself,
  users: itself,
}

let database: TestDatabase
let admin: Client
/** Inherits what legajo_across is granted, as every member of a role did before PostgreSQL 16. */
const member = `member_${randomBytes(6).toString('hex')}`

beforeAll(async () => {
  database = await testDatabase()
  admin = new Client(database.adminUrl)
  await admin.connect()
  await admin.query(`create role ${member} nologin; grant legajo_across to ${member}`)
  for (const name of ['Una', 'Otra'])
    await admin.query(
      `with made as (insert into companies (slug, name, country, zone) values (lower($1), $1, 'AR', 'UTC') returning id)
      insert into users (company_id, username, first_name, last_name, country)
      select id, $1, 'Ana', 'Paz', 'AR' from made`,
      [name],
    )
})
afterAll(async () => {
  await admin.query(`drop role ${member}`)
  await admin.end()
})

/** Runs a statement as a role in a transaction that is rolled back. */
async function runAs(role: string, statement: string): Promise<unknown[]> {
  await admin.query(`begin; set local role ${role}`)
  try {
    return (await admin.query(statement)).rows
  } finally {
    await admin.query('rollback')
  }
}

test('the role across companies has these rights on these columns and no other', async () => {
  const { rows } = await admin.query<{ right: string; name: string; columns: string }>(
    `select lower(privilege_type) as right,
      case p.table_schema when 'public' then '' else p.table_schema || '.' end || table_name as name,
      case when count(*) = (select count(*) from information_schema.columns c
        where (c.table_schema, c.table_name) = (p.table_schema, p.table_name)) then $1
        else string_agg(column_name, ', ' order by column_name) end as columns
    from information_schema.column_privileges p where grantee = 'legajo_across'
    group by privilege_type, p.table_schema, table_name`,
    [every],
  )
  const found: typeof grants = {}
  for (const { right, name, columns } of rows) (found[right] ??= {})[name] = columns
  expect(found).toEqual(grants)
})

test('the role across companies deletes counted attempts and relations, and nothing else', async () => {
  const { rows } = await admin.query(
    `select table_name as name from information_schema.table_privileges
    where grantee = 'legajo_across' and privilege_type not in ('SELECT', 'INSERT', 'UPDATE') order by 1`,
  )
  expect(rows).toEqual([{ name: 'related_users' }, { name: 'throttles' }])
})

test('every policy for it holds while a statement runs as the role itself', async () => {
  const { rows } = await admin.query<{ name: string; qual: string; check: string | null }>(
    `select tablename as name, qual, with_check as check from pg_policies where 'legajo_across' = any (roles)`,
  )
  expect(Object.fromEntries(rows.map(({ name, qual }) => [name, qual]))).toEqual(policies)
  expect(rows.filter(({ qual, check }) => check !== null && check !== qual)).toEqual([])
  expect(rows.filter(({ check }) => check === null).map(({ name }) => name)).toEqual(['events'])
})

test('no function lends it the rights of another role', async () => {
  const { rows } = await admin.query(
    `select proname from pg_proc join pg_namespace n on n.oid = pronamespace
    where n.nspname in ('app', 'public') and prosecdef`,
  )
  expect(rows).toEqual([])
})

test('as itself the role sees its columns of every company, and no others', async () => {
  expect(await runAs('legajo_across', 'select username from users order by 1')).toEqual([
    { username: 'Otra' },
    { username: 'Una' },
  ])
  for (const statement of ['select mail from users', 'select * from users', 'select * from employees'])
    await expect(runAs('legajo_across', statement)).rejects.toThrow(/permission denied/)
  await expect(runAs('legajo_across', "update users set username = 'x'")).rejects.toThrow(/permission denied/)
})

test('a member of the role sees no row and writes none while it runs as somebody else', async () => {
  expect(await runAs(member, 'select username from users')).toEqual([])
  expect(await runAs(member, 'select name from companies')).toEqual([])
  expect(await runAs(member, "update companies set name = 'x' returning id")).toEqual([])
  await expect(
    runAs(member, "insert into companies (slug, name, country, zone) values ('x', 'X', 'AR', 'UTC')"),
  ).rejects.toThrow(/row-level security/)
})

test('a tenant’s role sees its own company alone', async () => {
  const { rows } = await admin.query<{ id: string }>("select id from companies where name = 'Una'")
  expect(await runAs('legajo_app', 'select username from users')).toEqual([])
  const statements = `set local app.company = '${rows[0]?.id}'; select username from users`
  await admin.query(`begin; set local role legajo_app`)
  const results: unknown = await admin.query(statements)
  await admin.query('rollback')
  expect(results).toMatchObject([{}, { rows: [{ username: 'Una' }] }])
})
