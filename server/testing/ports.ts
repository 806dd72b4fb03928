import { freePort } from '#server/db/free-port.ts'

/** Above those of the embedded PostgreSQL, and below those of outgoing connections. */
const lowest = 26_000
const ofEachWorker = 800
const workers = 8

/** A port on which nothing listens, of those that belong to this test worker: no other takes it before it is used. */
export function testPort(): Promise<number> {
  const from = lowest + (Number(process.env.VITEST_POOL_ID ?? 0) % workers) * ofEachWorker
  return freePort({ from, to: from + ofEachWorker })
}
