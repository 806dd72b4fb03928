import { expect, test } from 'vitest'
import { testDatabase } from '../testing/database.ts'
import { connect } from './connect.ts'

const { url, pool: other } = await testDatabase()

test('a broken connection fails its holder’s query and leaves the pool working', async () => {
  const broken: Error[] = []
  const { pool, close } = connect(url, 'broken', 2, (error) => broken.push(error))
  const held = await pool.connect()
  const { rows } = await held.query<{ pid: number }>('select pg_backend_pid() as pid')
  const gone = new Promise((resolve) => held.once('end', resolve))
  await other.query('select pg_terminate_backend($1)', [rows[0]?.pid])
  await gone
  const asking = held.query('select 1')
  await expect(asking).rejects.toThrow(/not queryable/)
  held.release(true)
  expect(broken).toEqual([])
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await close()
})
