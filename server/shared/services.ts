import type { Logger } from 'pino'
import type { Engine } from '#pdf/pool.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/connect.ts'
import type { Files } from './files/files.ts'
import type { Jobs } from './jobs.ts'

/** What the server is made of, composed once by main.ts (or by a test) and handed to everything. */
export interface Services {
  config: Config
  database: Database
  files: Files
  jobs: Jobs
  engine: Engine
  log: Logger
  /** Now. Handed in, so that the demonstration and tests can live on another day. */
  clock: () => Date
}
