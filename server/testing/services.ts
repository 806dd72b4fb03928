import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pino from 'pino'
import { createEngine } from '#pdf/pool.ts'
import { readConfig } from '../config.ts'
import { createFiles } from '../shared/files/files.ts'
import { createJobs } from '../shared/jobs.ts'
import { composeServices, type Services } from '../shared/services.ts'
import type { Tx } from '../shared/tenancy.ts'
import { testDatabase } from './database.ts'
import { afterFile } from './after-file.ts'

/** The services below the areas, on a database of the test file's own. Register jobs, then start them. */
export async function testServices(variables: NodeJS.ProcessEnv = {}): Promise<Services> {
  const database = await testDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'legajo-services-'))
  const log = pino({ level: process.env.TEST_LOG ?? 'silent' })
  const config = readConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    APP_SECRET: 'a secret of the tests, long enough for all',
    PUBLIC_URL: 'https://legajo.example',
    ...variables,
  })
  const services = composeServices({
    config,
    database,
    files: createFiles(config.filesDir),
    jobs: createJobs({ url: database.url, log }),
    engine: createEngine({ threads: 1 }),
    log,
    clock: () => new Date(),
  })
  afterFile(async () => {
    await services.jobs.stop()
    await services.engine.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  return services
}

/** A bare company: a row, and nothing in it. */
export async function bareCompany(services: Services, id: number, name = `Empresa ${id}`): Promise<number> {
  await services.tenant(id).write(async (tx) => {
    // Requests make no company: the owner does.
    await sql`set local role none`.execute(tx.db)
    await tx.db
      .insertInto('companies')
      .values({ id, slug: `empresa-${id}`, name, country: 'AR', zone: 'America/Argentina/Buenos_Aires' })
      .execute()
  })
  return id
}

/** Work in a transaction of one company. */
export function inCompany<T>(services: Services, company: number, work: (tx: Tx) => Promise<T>): Promise<T> {
  return services.tenant(company).write(work)
}
