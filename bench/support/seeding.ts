import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pino from 'pino'
import { createEngine } from '#pdf/pool.ts'
import { createCompany, type MadeCompany } from '#server/areas/company/operations.ts'
import { readConfig } from '#server/config.ts'
import { connect } from '#server/db/connect.ts'
import { startEmbedded } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { companyBySlug } from '#server/shared/across.ts'
import { createFiles } from '#server/shared/files/files.ts'
import { createJobs } from '#server/shared/jobs.ts'
import { composeServices, type Services } from '#server/shared/services.ts'
import { newBearer } from '#server/shared/identity/session.ts'
import type { Db } from '#server/shared/tenancy.ts'
import { giveSignatures } from '#server/testing/signed.ts'

/**
 * The services of a server on a PostgreSQL of the benchmark's own, in a temporary folder. BENCH_DIR names a folder that
 * is kept, so that seeded data is reused.
 */
export interface Bench {
  services: Services
  /** URL of its PostgreSQL, for a separate process. */
  url: string
  dataDir: string
  /** Statistics and visibility as a database that has stood for a while has them. */
  settle(): Promise<void>
  close(): Promise<void>
}

export async function startBench(connections: number): Promise<Bench> {
  const kept = process.env['BENCH_DIR']
  const dataDir = kept ?? mkdtempSync(join(tmpdir(), 'legajo-bench-'))
  const fail = (error: Error) => {
    throw error
  }
  const postgres = await startEmbedded({ dataDir, address: 'the benchmark', say: () => {}, onLost: fail })
  await migrate(postgres.url)
  const services = servicesOn(postgres.url, dataDir, connections)
  return {
    services,
    url: postgres.url,
    dataDir,
    async settle() {
      const admin = connect(postgres.adminUrl, 'legajo bench admin', 1, fail)
      await sql`vacuum analyze`.execute(admin.db)
      await admin.close()
    },
    async close() {
      await Promise.all([services.database.close(), services.engine.close()])
      await postgres.stop()
      if (!kept) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** A server's parts on a PostgreSQL that runs already. */
export function servicesOn(url: string, dataDir: string, connections: number): Services {
  const database = connect(url, 'legajo bench', connections, (error) => {
    throw error
  })
  const log = pino({ level: 'silent' })
  const config = readConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: url,
    APP_SECRET: 'a secret of the benchmark, long enough',
  })
  return composeServices({
    config,
    database,
    files: createFiles(config.filesDir),
    jobs: createJobs({ url, log }),
    engine: createEngine({ threads: 1 }),
    log,
    clock: () => new Date(),
  })
}

/** Work in a company's transaction without its limit of time: what is made here is made by the hundred thousand. */
export function unhurried<T>(
  { tenant }: Services,
  company: number,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  return tenant(company).write(async ({ db }) => {
    await sql`set local statement_timeout = 0`.execute(db)
    return work(db)
  })
}

/** Months, and so documents, of each person. */
export const documentsEach = 25
/** People of one plant, who have a receipt of their own, a sector and a place. */
export const plantSize = 400

/**
 * A company in one shape at any size: plants of 400, each with its type of document, 20 sectors of 20 people and two
 * places; each person has a manager for ten, a name of common words and one surname shared by about 80, 12 receipts of
 * the company's one type and 13 papers of the plant's. One that a kept folder already holds is that one.
 */
export async function aShapedCompany(services: Services, slug: string, people: number): Promise<MadeCompany> {
  const known = await companyOf(services, slug)
  if (known) return known
  const made = await createCompany(services, {
    slug,
    name: slug,
    country: 'AR',
    zone: 'America/Argentina/Buenos_Aires',
    employers: [{ legalName: `${slug} S.A.`, taxId: '30709126845' }],
  })
  const { id } = made
  await unhurried(services, id, async (db) => {
    const plants = Math.ceil(people / plantSize)
    await sql`insert into sectors (company_id, name) select ${id}, 'Sector ' || n from generate_series(0, ${plants * 20 - 1}) n`.execute(
      db,
    )
    await sql`insert into locations (company_id, name) select ${id}, 'Lugar ' || n from generate_series(0, ${plants * 2 - 1}) n`.execute(
      db,
    )
    await sql`insert into users (company_id, username, first_name, last_name, country)
      select ${id}, 'persona' || n, 'Nombre' || n % 50, 'Apellido' || n / 80, 'AR' from generate_series(0, ${people - 1}) n`.execute(
      db,
    )
    // By numbers that follow one another: without statistics yet, a join of so many rows would never end.
    await sql`insert into employees (company_id, id, file_number, dni, cuil, state, sector_id, location_id, manager_id)
      select company_id, id, n, 20000000 + n, 20200000000 + n, 'active',
        n / 20 + (select min(s.id) from sectors s where s.company_id = ${id}),
        n / 200 + (select min(l.id) from locations l where l.company_id = ${id}),
        case when n % 11 > 0 then id - n % 11 end
      from (select company_id, id, substr(username, 8)::int as n from users where company_id = ${id}) u`.execute(
      db,
    )
    await sql`insert into employee_words (company_id, word, employee_id)
      select company_id, w, id
      from (select *, substr(username, 8)::int as n from users where company_id = ${id}) u,
        unnest(array[lower(first_name), lower(last_name), username, n::text, (20000000 + n)::text,
          (20200000000 + n)::text]) w on conflict do nothing`.execute(db)
    await sql`insert into folders (company_id, name) values (${id}, 'Recibos')`.execute(db)
    await sql`insert into document_types (company_id, folder_id, name, alias)
      select ${id}, f.id, t, t from folders f, (select 'Recibo' t union all
        select 'Recibo de la planta ' || n from generate_series(0, ${plants - 1}) n) t where f.company_id = ${id}`.execute(
      db,
    )
    await sql`insert into document_type_versions (company_id, type_id, version)
      select company_id, id, 1 from document_types where company_id = ${id}`.execute(db)
    await sql`insert into documents (company_id, employee_id, type_id, type_version, period, state, signing, source,
        file_name, pages, verification_code, sector_id, location_id, first_read_at, published_at, created_by)
      select e.company_id, e.id, t.id, 1, date '2024-01-01' + make_interval(months => m), 'published',
        (array['pending', 'conforme', 'no_conforme'])[1 + (e.id + m) % 3], 'portal', 'recibo.pdf', 1,
        e.id || '-' || m, e.sector_id, e.location_id,
        case when (e.id + m) % 4 > 0 then now() end,
        now() - make_interval(days => 30 * (30 - m), mins => (e.id % 1400)::int), e.id
      from (select *, file_number::int as n from employees where company_id = ${id}) e
      cross join generate_series(1, ${documentsEach}) m
      cross join lateral (select case when m <= 12 then 0 else 1 + e.n / ${plantSize} end
        + (select min(t.id) from document_types t where t.company_id = ${id}) as id) t`.execute(db)
    await giveSignatures(db, id)
  })
  return made
}

/** A company that a kept folder holds; null where there is none. Half a one, of a run that was ended, is an error. */
async function companyOf(services: Services, slug: string): Promise<MadeCompany | null> {
  const found = await companyBySlug(services.database.pool, slug)
  if (!found) return null
  const { id } = found
  return unhurried(services, id, async (db) => {
    const document = await db.selectFrom('documents').select('id').limit(1).executeTakeFirst()
    if (!document) throw new Error(`${slug} was never finished: remove BENCH_DIR`)
    const employers = await db.selectFrom('employers').select('id').execute()
    const rows = await db.selectFrom('profiles').select(['id', 'kind']).execute()
    const idOf = (kind: string) => rows.find((row) => row.kind === kind)?.id ?? 0
    const profiles = {
      employee: idOf('employee'),
      hr: idOf('hr'),
      limited: idOf('limited'),
      manager: idOf('manager'),
      integration: idOf('integration'),
      leave_approver: idOf('leave_approver'),
      certificate_holder: idOf('certificate_holder'),
    }
    return { id, employers: employers.map((employer) => employer.id), profiles }
  })
}

/** Creates a session of a seeded person under a profile; returns its bearer token. */
export async function aSession(
  services: Services,
  { id, profiles }: MadeCompany,
  n: number,
  kind: 'hr' | 'limited' | 'manager',
): Promise<string> {
  const { bearer, hash } = newBearer(id)
  await unhurried(services, id, async (db) => {
    await sql`insert into user_profiles (company_id, user_id, profile_id, type)
      select company_id, id, ${profiles[kind]}, 2 from users where company_id = ${id} and username = ${`persona${n}`}
      on conflict do nothing`.execute(db)
    await sql`insert into sessions (company_id, hash, user_id, profile_id, audience, expires_at)
      select company_id, ${hash}, id, ${profiles[kind]}, 's', now() + interval '3 hours'
      from users where company_id = ${id} and username = ${`persona${n}`}`.execute(db)
  })
  return bearer
}
