import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import Fastify from 'fastify'
import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import pino from 'pino'
import { createEngine } from '#pdf/pool.ts'
import { createApp } from '#server/app.ts'
import { createCompany } from '#server/areas/company/operations.ts'
import { listDocuments } from '#server/areas/documents/search.ts'
import { readConfig } from '#server/config.ts'
import { connect } from '#server/db/connect.ts'
import { startEmbedded } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { createFiles } from '#server/shared/files/files.ts'
import { createJobs } from '#server/shared/jobs.ts'
import { composeServices, type Services } from '#server/shared/services.ts'
import { newBearer } from '#server/shared/identity/session.ts'
import { kyselyOn } from '#server/shared/tenancy.ts'
import { giveSignatures } from '#server/testing/signed.ts'

/**
 * The documents list call - session, reach, filters, capped total - over 10,000 documents, against a bare Fastify
 * route that only sends the same SQL to the same PostgreSQL: a ratio, the median of rounds that alternate between
 * the two, so that it means the same on every machine and under any load. Aim: 0.5 or more.
 */
const documents = 10_000
const rounds = 7
const secondsARound = 1
const connections = 8

interface Target {
  url: string
  authorization: string
}

/**
 * Sends requests to a target over several connections for a second and counts answers per second. Runs in a separate
 * thread.
 */
function answerLoad(): void {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const ask = ({ url, authorization }: Target) =>
    new Promise<void>((resolve, reject) => {
      get(url, { agent, headers: { authorization } }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`answered ${response.statusCode}`))
        response.resume().on('end', resolve)
      }).on('error', reject)
    })
  parentPort?.on('message', (target: Target) => {
    const from = performance.now()
    let done = 0
    const lane = async () => {
      while (performance.now() - from < secondsARound * 1000) {
        await ask(target)
        done++
      }
    }
    void Promise.all(Array.from({ length: connections }, lane)).then(() =>
      parentPort?.postMessage((done * 1000) / (performance.now() - from), []),
    )
  })
}

async function seed(services: Services): Promise<{ company: number; bearer: string }> {
  const { id: company, profiles } = await createCompany(services, {
    slug: 'medida',
    name: 'Medida',
    country: 'AR',
    zone: 'America/Argentina/Buenos_Aires',
    employers: [{ legalName: 'Medida S.A.', taxId: '30709126845' }],
  })
  const { bearer, hash } = newBearer(company)
  await services.tenant(company).write(async ({ db }) => {
    await sql`insert into users (company_id, username, first_name, last_name, country)
      select ${company}, 'persona' || n, 'Nombre' || n, 'Apellido' || n, 'AR' from generate_series(1, 400) n`.execute(
      db,
    )
    await sql`insert into employees (company_id, id, file_number, dni, cuil, state)
      select company_id, id, id, 20000000 + id, 20200000000 + id, 'active' from users`.execute(db)
    await sql`insert into folders (company_id, name) values (${company}, 'Recibos')`.execute(db)
    await sql`insert into document_types (company_id, folder_id, name, alias)
      select company_id, id, 'Recibo de sueldo', 'Recibo' from folders`.execute(db)
    await sql`insert into document_type_versions (company_id, type_id, version) select company_id, id, 1 from document_types`.execute(
      db,
    )
    await sql`insert into documents (company_id, employee_id, type_id, type_version, period, state, signing, source,
        file_name, pages, verification_code, published_at, created_by)
      select u.company_id, u.id, t.id, 1, date '2020-01-01' + make_interval(months => m), 'published',
        (array['pending', 'conforme', 'no_conforme'])[1 + (u.id + m) % 3], 'portal', 'recibo.pdf', 1,
        'C' || u.id || '-' || m, now() - make_interval(days => 30 * (30 - m), mins => (u.id % 600)::int), u.id
      from users u, document_types t, generate_series(1, ${documents / 400}) m`.execute(db)
    await giveSignatures(db, company)
    await sql`insert into user_profiles (company_id, user_id, profile_id, type)
      select company_id, id, ${profiles.hr}, 2 from users order by id limit 1`.execute(db)
    await sql`insert into sessions (company_id, hash, user_id, profile_id, audience, expires_at)
      select company_id, ${hash}, user_id, profile_id, 's', now() + interval '1 hour' from user_profiles`.execute(
      db,
    )
  })
  return { company, bearer }
}

/** The statement that the list call sends, as text and parameters. */
async function statement(): Promise<{ text: string; values: unknown[] }> {
  const sent: { text: string; values: unknown[] }[] = []
  const listener = {
    query: async (text: string, values: unknown[]) => {
      sent.push({ text, values })
      return { rows: [], rowCount: 0 }
    },
  }
  await listDocuments(
    kyselyOn(listener as unknown as PoolClient),
    {
      userId: 1,
      profileKind: 'hr',
      seesConfidential: true,
      zone: 'America/Argentina/Buenos_Aires',
      actions: [],
    },
    { orden: '-publicado' },
    { limit: 25, offset: 0 },
  )
  if (!sent[0]) throw new Error('the list sent no statement')
  return sent[0]
}

async function main(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'legajo-bench-'))
  const fail = (error: Error) => {
    throw error
  }
  const postgres = await startEmbedded({ dataDir, address: 'the benchmark', say: () => {}, onLost: fail })
  await migrate(postgres.url)
  const database = connect(postgres.url, 'legajo bench', connections, fail)
  const log = pino({ level: 'silent' })
  const config = readConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: postgres.url,
    APP_SECRET: 'a secret of the benchmark, long enough',
  })
  const jobs = createJobs({ url: postgres.url, log })
  const engine = createEngine({ threads: 1 })
  const services = composeServices({
    config,
    database,
    files: createFiles(config.filesDir),
    jobs,
    engine,
    log,
    clock: () => new Date(),
  })
  const { company, bearer } = await seed(services)
  const admin = connect(postgres.adminUrl, 'legajo bench admin', 1, fail)
  await sql`vacuum analyze`.execute(admin.db)
  await admin.close()

  const ours = (await createApp(services)).server
  // The bare route's connections are bound to the company from the start: it pays for neither session nor visibility.
  const url = new URL(postgres.url)
  url.searchParams.set('options', `-c role=legajo_app -c app.company=${company}`)
  const bareDatabase = connect(url.href, 'legajo bench bare', connections, fail)
  const { text, values } = await statement()
  const bare = Fastify()
  bare.get('/', async () => ({ data: (await bareDatabase.pool.query(text, values)).rows }))

  const port = (address: string) => address.replace('[::1]', '127.0.0.1')
  const targets = {
    ours: {
      url: `${port(await ours.listen({ host: '127.0.0.1', port: 0 }))}/api/v2/admin-mod/documents`,
      authorization: `Bearer ${bearer}`,
    },
    bare: { url: port(await bare.listen({ host: '127.0.0.1', port: 0 })), authorization: '' },
  }
  const load = new Worker(new URL(import.meta.url))
  const rate = (target: Target) =>
    new Promise<number>((resolve, reject) => {
      load.removeAllListeners().once('message', resolve).once('error', reject)
      load.postMessage(target, [])
    })
  const measured: { ours: number; bare: number }[] = []
  for (let round = 0; round <= rounds; round++) {
    const one = { bare: await rate(targets.bare), ours: await rate(targets.ours) }
    if (round > 0) measured.push(one) // the first warms both
  }
  const median = (of: number[]) => of.toSorted((a, b) => a - b)[Math.floor(of.length / 2)] ?? 0
  const ratio = median(measured.map((one) => one.ours / one.bare))
  console.log(
    `documents list: ${ratio.toFixed(2)} of a bare route with the same SQL (aim 0.50) - ` +
      `${median(measured.map((one) => one.ours)).toFixed(0)} against ${median(measured.map((one) => one.bare)).toFixed(0)} requests/s, ${documents} documents`,
  )
  await load.terminate()
  await Promise.all([ours.close(), bare.close()])
  await Promise.all([database.close(), bareDatabase.close(), engine.close()])
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

if (isMainThread) await main()
else answerLoad()
