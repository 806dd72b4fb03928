import { Client } from 'pg'

/**
 * Whether the database is behind a pooler: it reports another process than the one that serves the queries. Behind one
 * nothing outlives a transaction: no LISTEN, no setting, no session lock.
 */
export async function isPooled(url: string): Promise<boolean> {
  const client: Client & { processID?: number | null } = new Client({ connectionString: url })
  client.on('error', () => {}) // reported by the query that fails
  await client.connect()
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    return rows[0]?.pid !== client.processID
  } finally {
    await client.end()
  }
}

/** Runs the work under an exclusive lock with this number; the lock holds behind a connection pooler too. */
export async function withExclusiveLock<T>(url: string, number: number, work: () => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, application_name: 'legajo start' })
  client.on('error', () => {}) // reported by the query that fails
  await client.connect()
  try {
    await client.query(`begin; select pg_advisory_xact_lock(${number})`)
    const answer = await work()
    await client.query('commit')
    return answer
  } finally {
    await client.end()
  }
}
