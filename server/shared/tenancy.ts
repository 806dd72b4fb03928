import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type Insertable,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  sql,
} from 'kysely'
import type { Pool, PoolClient, QueryResult as PgResult } from 'pg'
import type { CompaniesTable, DB } from '../db/schema.ts'
import type { Job, JobSender } from './jobs.ts'
import type { Services } from './services.ts'

export type Db = Kysely<DB>

/** A transaction of one company. Jobs enqueued in it exist only if it commits. */
export interface Tx {
  company: number
  db: Db
  enqueue<T extends object>(job: Job<T>, data: T, options?: { startAfter?: Date }): void
}

/** A transaction that was opened and not yet worked in. Exactly one of its two ends must be called. */
export interface Opened {
  /** Rows of the last statement of the opening message. */
  rows: Record<string, unknown>[]
  /** For what a guard has to ask or note before the work. */
  db: Db
  run<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Time limit of one statement, in milliseconds. Long work is done in many short transactions. */
const statementTimeout = 15_000

/**
 * Opens a transaction bound to one company, in one message: begin, role, company, and a first query whose result comes
 * back with it. The query is text without parameters: its only variable parts are digits and hexadecimal, validated by
 * the caller.
 */
export async function openTenant(
  pool: Pool,
  sender: JobSender,
  company: number,
  question = 'select 1',
): Promise<Opened> {
  if (!Number.isSafeInteger(company) || company < 0) throw new Error('not a company id')
  const client = await pool.connect()
  let rows: Record<string, unknown>[]
  try {
    const results = (await client.query(
      `begin; set local role legajo_app; set local app.company = '${company}'; ` +
        `set local statement_timeout = ${statementTimeout}; ${question}`,
    )) as unknown as PgResult<Record<string, unknown>>[]
    rows = results.at(-1)?.rows ?? []
  } catch (error) {
    await rollback(client)
    throw error
  }
  return opened(client, sender, company, rows)
}

/**
 * Makes a company's own row and does the work in the same transaction, as the new company: either all of what it
 * begins with is there, or nothing of it.
 */
export async function withNewCompany<T>(
  pool: Pool,
  sender: JobSender,
  row: Insertable<CompaniesTable>,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  let company: number
  try {
    await client.query(
      `begin; set local role legajo_across; set local statement_timeout = ${statementTimeout}`,
    )
    const made = await kyselyOn(client)
      .insertInto('companies')
      .values(row)
      .returning('id')
      .executeTakeFirstOrThrow()
    company = made.id
    await client.query(`set local role legajo_app; set local app.company = '${company}'`)
  } catch (error) {
    await rollback(client)
    throw error
  }
  return opened(client, sender, company, []).run(work)
}

function opened(
  client: PoolClient,
  sender: JobSender,
  company: number,
  rows: Record<string, unknown>[],
): Opened {
  return {
    rows,
    db: kyselyOn(client),
    async close() {
      try {
        await client.query('commit')
        client.release()
      } catch (error) {
        client.release(error instanceof Error ? error : true)
      }
    },
    async run(work) {
      const jobs: { job: Job<never>; data: object; startAfter?: Date }[] = []
      const tx: Tx = {
        company,
        db: kyselyOn(client),
        enqueue: (job, data, options) => jobs.push({ job: job as Job<never>, data, ...options }),
      }
      try {
        const answer = await work(tx)
        if (jobs.length > 0) {
          // The restricted role has no right on the queue's schema.
          await client.query('set local role none')
          for (const [name, some] of Map.groupBy(jobs, ({ job }) => job.name))
            await sender.send(client, name, company, some)
        }
        await client.query('commit')
        client.release()
        return answer
      } catch (error) {
        await rollback(client)
        throw error
      }
    },
  }
}

/**
 * Access to one company's rows: each call is a transaction of its own, which neither sees nor changes rows of another
 * company.
 */
export interface Tenant {
  company: number
  /** A read-only transaction: PostgreSQL refuses any write in it. */
  read: <T>(work: (db: Db) => Promise<T>) => Promise<T>
  /** A transaction that commits when `work` resolves and rolls back when it rejects. */
  write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
}

/** Makes `services.tenant`: the handle of a company on this pool and queue. */
export function createTenants(pool: Pool, sender: JobSender): (company: number) => Tenant {
  return (company) => ({
    company,
    read: async (work) =>
      (await openTenant(pool, sender, company, 'set transaction read only')).run(({ db }) => work(db)),
    write: async (work) => (await openTenant(pool, sender, company)).run(work),
  })
}

/** Does the work for every company, one after the other in the order of their ids. The first failure ends it. */
export async function everyCompany(
  { database, tenant }: Pick<Services, 'database' | 'tenant'>,
  work: (tenant: Tenant) => Promise<void>,
): Promise<void> {
  const { rows } = await sql<{ id: number }>`select id from app.company_ids order by id`.execute(database.db)
  for (const { id } of rows) await work(tenant(id))
}

/** A connection whose rollback fails is destroyed: nobody may inherit its role or its company. */
async function rollback(client: PoolClient): Promise<void> {
  try {
    await client.query('rollback')
    client.release()
  } catch (error) {
    client.release(error instanceof Error ? error : true)
  }
}

const onClient = new WeakMap<PoolClient, Db>()

/** Kysely speaking through one connection that somebody else opened and will close. */
export function kyselyOn(client: PoolClient): Db {
  const known = onClient.get(client)
  if (known) return known
  const connection: DatabaseConnection = {
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      const result = await client.query(query.sql, [...query.parameters])
      return { rows: result.rows as R[], numAffectedRows: BigInt(result.rowCount ?? 0) }
    },
    async *streamQuery() {
      throw new Error('lists are read a page at a time')
    },
  }
  const never = async () => {
    throw new Error('the transaction belongs to openTenant')
  }
  const driver: Driver = {
    init: async () => {},
    acquireConnection: async () => connection,
    beginTransaction: never,
    commitTransaction: never,
    rollbackTransaction: never,
    releaseConnection: async () => {},
    destroy: async () => {},
  }
  const db = new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (inner) => new PostgresIntrospector(inner),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  onClient.set(client, db)
  return db
}
