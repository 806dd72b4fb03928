import { Kysely, PostgresDialect } from 'kysely'
import { Pool, types } from 'pg'
import type { DB } from './schema.ts'

/** A database handed to those who work with it: Kysely for queries, the pool for whole connections. */
export type Database = { db: Kysely<DB>; pool: Pool; close: () => Promise<void> }

const int8 = types.builtins.INT8
const int8s = 1016
const date = types.builtins.DATE
const dates = 1182
const readerOf = types.getTypeParser as (oid: number) => (text: string) => unknown
const texts = readerOf(1009) as (text: string) => string[]

/**
 * Column types. Numbers stay exact: an int8 beyond 2^53 is returned as text. A `date` is text, since a Date could shift
 * by a day between zones.
 */
const readers: typeof types = {
  ...types,
  getTypeParser: ((oid: number) => {
    if (oid === int8) return safeNumber
    if (oid === int8s) return (text: string) => texts(text).map(safeNumber)
    if (oid === date) return String
    if (oid === dates) return texts
    return readerOf(oid)
  }) as typeof types.getTypeParser,
}

function safeNumber(text: string): number | string {
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : text
}

/**
 * Opens a pool on the database.
 *
 * @param name shown in pg_stat_activity
 * @param onError told of idle connections that broke; the pool replaces them
 */
export function connect(url: string, name: string, max: number, onError: (error: Error) => void): Database {
  const pool = new Pool({
    connectionString: url,
    application_name: name,
    max,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    types: readers,
  })
  let closed = false
  // The pool listens to idle connections only. A broken connection in use fails the next query of its holder; without a
  // listener its error event would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('error', (error) => {
    Reflect.deleteProperty(error, 'client') // a log would write all of it
    if (!closed) onError(error) // a pool that was ended still has connections saying goodbye
  })
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  const close = () => {
    closed = true
    // Kysely ends the pool only when it was used.
    return pool.end()
  }
  return { db, pool, close }
}
