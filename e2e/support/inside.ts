import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import pino from 'pino'
import { createEngine } from '#pdf/pool.ts'
import { readConfig } from '#server/config.ts'
import { connect } from '#server/db/connect.ts'
import { findPlace } from '#server/db/embedded-place.ts'
import { readPostmaster } from '#server/db/postmaster.ts'
import { createJobs } from '#server/shared/jobs.ts'
import { openFiles } from '#server/shared/files/open-files.ts'
import { composeServices, type Services } from '#server/shared/services.ts'

/**
 * Which server to look into: one with a PostgreSQL of its own, by its data folder, or one that was given
 * everything, by its environment and a superuser's address of its database.
 */
export type Place = string | { env: NodeJS.ProcessEnv; adminUrl: string }

const clusters = new Map<string, string>()

/** Where a server that was started keeps the cluster of its own PostgreSQL. */
export function clusterOf(dataDir: string): string {
  const cluster = clusters.get(dataDir) ?? findPlace(dataDir, () => {}).cluster
  clusters.set(dataDir, cluster)
  return cluster
}

/** Opens the services of a running server a second time, beside it, as the owner of its database. */
export async function inside<T>(place: Place, work: (services: Services) => Promise<T>): Promise<T> {
  const config = readConfig(typeof place === 'string' ? { DATA_DIR: place } : place.env)
  const url = config.databaseUrl ?? addressOf(config.dataDir, 'legajo')
  const log = pino({ level: 'silent' })
  const database = connect(url, 'e2e', 2, () => {})
  const engine = createEngine({ threads: 1 })
  try {
    return await work(
      composeServices({
        config,
        database,
        files: await openFiles(config),
        jobs: createJobs({ url, log }),
        engine,
        log,
        clock: () => new Date(),
      }),
    )
  } finally {
    await engine.close()
    await database.close()
  }
}

/** Rows as PostgreSQL's superuser sees them, of every company. */
export async function rowsOf<Row>(place: Place, sql: string, values: unknown[] = []): Promise<Row[]> {
  const client = new Client({
    connectionString: typeof place === 'string' ? addressOf(place, 'postgres') : place.adminUrl,
    application_name: 'e2e',
    connectionTimeoutMillis: 2000,
  })
  client.on('error', () => {}) // told by the call that it breaks
  await client.connect()
  try {
    const { rows } = await client.query(sql, values)
    return rows as Row[]
  } finally {
    await client.end().catch(() => {})
  }
}

function addressOf(dataDir: string, user: 'legajo' | 'postgres'): string {
  const port = readPostmaster(clusterOf(dataDir))?.port
  if (!port) throw new Error('its PostgreSQL does not run')
  const password = readFileSync(join(dataDir, 'postgresql.password'), 'utf8')
  return `postgres://${user}:${password}@127.0.0.1:${port}/legajo`
}
