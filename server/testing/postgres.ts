import { readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { hasEnded, isPostmaster, readPostmaster } from '#server/db/postmaster.ts'
import { newScratchFolder, scratchFolder, scratchPrefix } from './scratch.ts'

export const templateName = 'legajo_template'

/** A PostgreSQL of a test run's own. */
export interface TestPostgres {
  /** Its data folder. */
  folder: string
  /** As `legajo`, the databases' owner. */
  url: string
  /** As the superuser. */
  adminUrl: string
  stop(): Promise<void>
}

/** Starts a PostgreSQL that gives up surviving a power cut, and sweeps what killed test runs left. */
export async function startPostgres(): Promise<TestPostgres> {
  await sweep()
  const folder = newScratchFolder()
  // macOS gives its temporary folders names that are too long for a socket.
  const socket = process.platform === 'linux'
  const { url, adminUrl, cluster, stop } = await startEmbedded({
    dataDir: folder,
    address: 'the tests',
    say: () => {},
    onLost: (error) => {
      throw error
    },
    durable: false,
    socket,
  })
  const bySocket = (address: string) =>
    socket ? `${address}?${new URLSearchParams({ host: cluster })}` : address
  return {
    folder,
    url: bySocket(url),
    adminUrl: bySocket(adminUrl),
    async stop() {
      await stop()
      rmSync(folder, { recursive: true })
    },
  }
}

/** One PostgreSQL for the whole test run, with a migrated database that each test file clones. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres()
  await query(postgres.url, `create database ${templateName}`)
  await migrate(at(postgres.url, templateName))
  project.provide('postgresOwner', postgres.url)
  project.provide('postgresAdmin', postgres.adminUrl)
  return () => postgres.stop()
}

/**
 * Ends and removes servers of killed test runs: the folder's name contains their process id. Tests of the start keep a
 * data folder in it.
 */
async function sweep(): Promise<void> {
  const left = [...new Set([tmpdir(), scratchFolder()])].flatMap((parent) =>
    readdirSync(parent).flatMap((name) => (name.startsWith(scratchPrefix) ? [join(parent, name)] : [])),
  )
  for (const folder of left) {
    if (isAlive(Number(basename(folder).slice(scratchPrefix.length).split('-')[0]))) continue
    try {
      for (const cluster of [join(folder, 'db'), join(folder, 'data/db')]) {
        const running = readPostmaster(cluster)
        if (!running || !isPostmaster(running.pid, cluster)) continue
        process.kill(running.pid, 'SIGQUIT')
        await hasEnded(running, cluster, 5)
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

/** Runs a statement in the database `postgres`. */
export async function query(url: string, sql: string): Promise<void> {
  const client = new Client(at(url, 'postgres'))
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

/** The address of another database on the same PostgreSQL. */
export function at(url: string, database: string): string {
  return Object.assign(new URL(url), { pathname: `/${database}` }).href
}
