import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { at, query, startPostgres } from '#server/testing/postgres.ts'
import type { DemonstrationTemplate } from './demonstration.ts'
import { untilQuiet } from './ledger.ts'
import { endHost, startHosted } from './hosted.ts'

declare module 'vitest' {
  interface ProvidedContext {
    demonstration: DemonstrationTemplate
  }
}

const database = 'demonstration'

/** Makes the demonstration once a run, as a database and a folder that each test file clones. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres()
  await query(postgres.url, `create database ${database}`)
  const template: DemonstrationTemplate = {
    url: postgres.url,
    adminUrl: postgres.adminUrl,
    database,
    folder: join(postgres.folder, database),
    appSecret: 'a secret of the browser tests, long enough',
  }
  const env = { DATABASE_URL: at(postgres.url, database), APP_SECRET: template.appSecret, DEMO: 'small' }
  const server = await startHosted({ dataDir: template.folder, env })
  await untilQuiet({ env, adminUrl: at(postgres.adminUrl, database) }, 60)
  await server.stop()
  endHost()
  project.provide('demonstration', template)
  return () => postgres.stop()
}
