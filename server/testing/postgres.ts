import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'

export const templateName = 'legajo_template'

/** One PostgreSQL for the whole test run, with a migrated database that each test file clones. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'legajo-test-'))
  chmodSync(folder, 0o711)
  const postgres = await startEmbedded({
    dataDir: folder,
    address: 'the tests',
    say: () => {},
    onLost: (error) => {
      throw error
    },
    durable: false,
  })
  const owner = new Client(postgres.url)
  await owner.connect()
  await owner.query(`create database ${templateName}`)
  await owner.end()
  await migrate(at(postgres.url, templateName))
  project.provide('postgresOwner', postgres.url)
  project.provide('postgresAdmin', postgres.adminUrl)
  return async () => {
    await postgres.stop()
    rmSync(folder, { recursive: true })
  }
}

/** The address of another database on the same PostgreSQL. */
export function at(url: string, database: string): string {
  return Object.assign(new URL(url), { pathname: `/${database}` }).href
}
