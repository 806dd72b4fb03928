import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { hasEnded, isPostmaster, readPostmaster } from '#server/db/postmaster.ts'

export const templateName = 'legajo_template'

const prefix = 'legajo-test-'

/** One PostgreSQL for the whole test run, with a migrated database that each test file clones. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await sweep()
  const folder = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`))
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

/** Ends and removes servers of killed test runs: the folder's name contains their process id. */
async function sweep(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(prefix))) {
    const folder = join(tmpdir(), name)
    if (isAlive(Number(name.slice(prefix.length).split('-')[0]))) continue
    try {
      const cluster = join(folder, 'db')
      const left = readPostmaster(cluster)
      if (left && isPostmaster(left.pid, cluster)) {
        process.kill(left.pid, 'SIGQUIT')
        await hasEnded(left, cluster, 5)
      }
      rmSync(folder, { recursive: true, force: true })
    } catch {
      // Another user's, who will sweep it.
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** The address of another database on the same PostgreSQL. */
export function at(url: string, database: string): string {
  return Object.assign(new URL(url), { pathname: `/${database}` }).href
}
