import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Engine } from '#pdf/pool.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/connect.ts'
import type { Files } from './files/files.ts'
import type { Jobs } from './jobs.ts'
import { createTenants, type Tenant } from './tenancy.ts'

/** The services of the server, composed once by serve.ts (or by a test) and passed to everything. */
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
  /** Resolves after so many milliseconds; holds back answers. Handed in, so that tests need not wait. */
  pause: (milliseconds: number) => Promise<unknown>
}

/** Adds what is made of the other parts, and the system's own timer where none is given. */
export function composeServices(
  parts: Omit<Services, 'tenant' | 'pause'> & { pause?: Services['pause'] },
): Services {
  return { pause: setTimeout, ...parts, tenant: createTenants(parts.database.pool, parts.jobs) }
}
