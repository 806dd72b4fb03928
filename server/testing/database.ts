import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { connect, type Database } from '#server/db/connect.ts'
import { at, query, templateName } from './postgres.ts'
import { afterFile } from './after-file.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The test run's PostgreSQL, as its superuser; the path is to be replaced by a database's name. */
    postgresAdmin: string
    /** The same as `legajo`, the databases' owner. */
    postgresOwner: string
  }
}

export type TestDatabase = Database & {
  /** As the owner, who is no superuser. */
  url: string
  /** As the superuser, to look past row-level security. */
  adminUrl: string
}

/**
 * A database of this test file's own, with every migration and no rows, dropped after its last test.
 * Call it at the top of the file or in `beforeAll`.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const { url, adminUrl } = await emptyDatabase(templateName)
  const database = connect(url, 'legajo test', 10, (error) => {
    throw error
  })
  afterFile(database.close)
  return { ...database, url, adminUrl }
}

/** A database without any migration, for the tests of migrations; dropped after the file's last test. */
export async function emptyDatabase(template = 'template1'): Promise<{ url: string; adminUrl: string }> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const owner = inject('postgresOwner')
  await query(owner, `create database ${name} template ${template} strategy file_copy`)
  afterFile(() => query(inject('postgresAdmin'), `drop database ${name} with (force)`))
  return { url: at(owner, name), adminUrl: at(inject('postgresAdmin'), name) }
}
