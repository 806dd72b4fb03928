import { randomBytes } from 'node:crypto'
import { constants, cpSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import { at, query } from '#server/testing/postgres.ts'
import type { Place } from './inside.ts'
import { startHosted } from './hosted.ts'
import { removeDataDir, type StartOptions } from './server.ts'

/** A demonstration at rest: a database that no server uses, and its files. */
export interface DemonstrationTemplate {
  /** PostgreSQL's, as the owner of the databases; the path is to be replaced by a database's name. */
  url: string
  /** The same as superuser. */
  adminUrl: string
  database: string
  folder: string
  appSecret: string
}

/** A server with a demonstration of its own. */
export interface DemonstrationServer {
  url: string
  /** Its data: files and mails. */
  folder: string
  place: Place
  /** Ends it, as an operator would, and removes its data. */
  stop(): Promise<void>
}

interface DemonstrationOptions extends Pick<StartOptions, 'port' | 'env'> {
  /** Answers another address of the database, by which the server reaches it. */
  wayTo?: (database: string) => Promise<string>
}

/** Starts a server on a clone of the run's demonstration. */
export async function startDemonstration(options: DemonstrationOptions = {}): Promise<DemonstrationServer> {
  const template = inject('demonstration')
  const name = `clone_${randomBytes(6).toString('hex')}`
  const folder = join(template.folder, '..', name)
  await query(template.url, `create database ${name} template ${template.database} strategy file_copy`)
  cpSync(template.folder, folder, { recursive: true, mode: constants.COPYFILE_FICLONE })
  const env = { DATABASE_URL: at(template.url, name), APP_SECRET: template.appSecret }
  const way = options.wayTo && { DATABASE_URL: await options.wayTo(env.DATABASE_URL) }
  const server = await startHosted({ ...options, dataDir: folder, env: { ...env, ...way, ...options.env } })
  return {
    url: server.url,
    folder,
    place: { env: { ...env, DATA_DIR: folder }, adminUrl: at(template.adminUrl, name) },
    async stop() {
      await server.stop()
      await query(template.adminUrl, `drop database ${name} with (force)`)
      removeDataDir(folder)
    },
  }
}
