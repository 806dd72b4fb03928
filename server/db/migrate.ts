import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { StartRefused } from './refusal.ts'

type Migration = { name: string; sql: string; sha256: string }

const shipped = join(import.meta.dirname, 'migrations')
const oldestPostgres = 15
const oneMigrator = 7_030_014_222

/**
 * Applies the missing migrations in order, each in a transaction that also records it. Several servers may start at
 * once: each migration waits for a transaction-level lock, which works behind a pooler too. Returns the names applied.
 * @param folder of files named 0001_words.sql, each with a unique number. Gaps are allowed: migrations written in
 * parallel do not wait for each other, and a late one is applied later. @throws {StartRefused} an applied file was
 * changed or is unknown here, a file fails, PostgreSQL is too old
 */
export async function migrate(url: string, folder: string = shipped): Promise<string[]> {
  const migrations = readMigrations(folder)
  const client = new Client({ connectionString: url, application_name: 'legajo migrate' })
  client.on('error', () => {}) // reported by the query that fails
  await client.connect()
  try {
    await refuseOldPostgres(client)
    await inTransaction(client, () => client.query(ownSchema))
    await inTransaction(client, () =>
      client.query(`create table if not exists public.schema_migrations
        (name text primary key, sha256 text not null, applied_at timestamptz not null default now())`),
    )
    await refuseUnknown(client, migrations)
    const applied: string[] = []
    for (const migration of migrations) {
      if (await inTransaction(client, () => apply(client, migration))) applied.push(migration.name)
    }
    return applied
  } finally {
    await client.end()
  }
}

function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
  return names.map((name, index) => {
    const before = names[index - 1] ?? ''
    if (!/^\d{4}_[a-z0-9_]+\.sql$/.test(name) || name.slice(0, 4) === before.slice(0, 4))
      throw new StartRefused(`migration ${name} should be named NNNN_words.sql, with a number of its own`)
    const sql = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n')
    return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') }
  })
}

/**
 * PostgreSQL 15 has no grants that allow `set role` without being inherited, so our role does not inherit anything. It
 * has no rights on the schema of 'the database's owner' either, except by its own name.
 */
const ownSchema = `do $$
begin
  if current_setting('server_version_num')::int < 160000
    and pg_has_role(session_user, 'pg_database_owner', 'member')
    and to_regclass('public.schema_migrations') is null then
    set local role pg_database_owner;
    execute format('grant all on schema public to %I', session_user);
    set local role none;
  end if;
end
$$`

async function refuseOldPostgres(client: Client): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::int as version`,
  )
  const major = Math.floor((rows[0]?.version ?? 0) / 10_000)
  if (major < oldestPostgres)
    throw new StartRefused(`PostgreSQL ${major} is too old: ${oldestPostgres} or newer`)
}

async function refuseUnknown(client: Client, migrations: Migration[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'select name from public.schema_migrations order by name',
  )
  const unknown = rows.find((row) => !migrations.some((migration) => migration.name === row.name))
  if (unknown)
    throw new StartRefused(`the database is newer than this Legajo: it has migration ${unknown.name}`)
}

async function apply(client: Client, migration: Migration): Promise<boolean> {
  const { rows } = await client.query<{ sha256: string }>(
    'select sha256 from public.schema_migrations where name = $1',
    [migration.name],
  )
  if (rows[0]) {
    if (rows[0].sha256 === migration.sha256) return false
    throw new StartRefused(
      `migration ${migration.name} was changed after it was applied: write a new one instead`,
    )
  }
  try {
    await client.query(migration.sql)
  } catch (error) {
    throw new StartRefused(`migration ${migration.name} fails: ${whereIn(migration.sql, error)}`, {
      cause: error,
    })
  }
  await client.query('insert into public.schema_migrations (name, sha256) values ($1, $2)', [
    migration.name,
    migration.sha256,
  ])
  return true
}

function whereIn(sql: string, error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const position = 'position' in error ? Number(error.position) : Number.NaN
  const line = Number.isNaN(position) ? '' : ` (line ${sql.slice(0, position).split('\n').length})`
  return error.message + line
}

async function inTransaction<T>(client: Client, work: () => Promise<T>): Promise<T> {
  await client.query(`begin; select pg_advisory_xact_lock(${oneMigrator})`)
  try {
    const answer = await work()
    await client.query('commit')
    return answer
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
