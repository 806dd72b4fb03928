import type { Logger } from 'pino'
import type { Engine } from '#pdf/pool.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/connect.ts'
import type { Files } from './files/files.ts'
import type { Jobs } from './jobs.ts'
import { createTenants, type Tenant } from './tenancy.ts'

/** The services of the server, composed once by main.ts (or by a test) and passed to everything. */
export interface Services {
  config: Config
  database: Database
  /** A company's transactions: `services.tenant(company).write(async (tx) => …)`. */
  tenant: (company: number) => Tenant
  files: Files
  jobs: Jobs
  engine: Engine
  log: Logger
  /** Now. Handed in, so that the demonstration and tests can live on another day. */
  clock: () => Date
}

/** Adds what is made of the other parts. */
export function composeServices(parts: Omit<Services, 'tenant'>): Services {
  return { ...parts, tenant: createTenants(parts.database.pool, parts.jobs) }
}
