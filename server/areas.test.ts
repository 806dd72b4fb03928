import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { processKinds } from '#contract/processes/kinds.ts'
import { areas } from './areas.ts'
import { sweep } from './jobs.ts'
import { testApp } from './testing/app.ts'
import { aCompany, aPerson, inCompany } from './testing/factories.ts'

const folders = readdirSync(`${import.meta.dirname}/areas`).toSorted()
const has = (area: string, file: string) => existsSync(`${import.meta.dirname}/areas/${area}/${file}`)

test('every area with an area.ts is listed once, under the name of its folder', () => {
  expect(areas.map(({ name }) => name)).toEqual(folders.filter((folder) => has(folder, 'area.ts')))
})

test('an area without an area.ts has neither calls nor jobs', () => {
  for (const folder of folders.filter((one) => !has(one, 'area.ts')))
    expect([folder, has(folder, 'routes.ts'), has(folder, 'jobs.ts')]).toEqual([folder, false, false])
})

test('an area registers jobs exactly if it has a jobs.ts', () => {
  for (const { name, jobs } of areas) expect([name, jobs !== undefined]).toEqual([name, has(name, 'jobs.ts')])
})

test('errors, mails and settings are declared in files that bear the name of an area', () => {
  const contract = `${import.meta.dirname}/../contract`
  const known = [...folders.map((folder) => `${folder}.ts`), 'general.ts', 'ranges.ts', 'table.ts']
  for (const kind of ['errors', 'mails', 'settings'])
    expect(known, kind).toEqual(expect.arrayContaining(readdirSync(`${contract}/${kind}`)))
})

test('every kind of process is contributed by exactly one area', () => {
  const contributed = areas.flatMap(({ kindsOfProcess = {} }) => Object.keys(kindsOfProcess))
  expect(contributed.toSorted()).toEqual(processKinds.toSorted())
})

test('the table of processes is written by the engine of processes only', () => {
  const writes =
    /(updateTable|insertInto|deleteFrom)\('processes'\)|(update|insert into|delete from) processes\b/
  const writers = globSync('{areas,shared,http,operator}/**/*.ts', { cwd: import.meta.dirname }).filter(
    (file) =>
      !file.endsWith('.test.ts') && writes.test(readFileSync(`${import.meta.dirname}/${file}`, 'utf8')),
  )
  expect(writers.filter((file) => !file.startsWith('shared/processes/'))).toEqual([])
  expect(writers.length).toBeGreaterThan(0)
})

test('the hourly sweep deletes rows past their days in every swept table, and keeps the others', async () => {
  const app = await testApp()
  const company = await aCompany(app)
  await aPerson(app, company)
  const now = app.services.clock()
  const days = (count: number) => new Date(now.getTime() - count * 86_400_000)
  const put = (key: string, at: Date) =>
    inCompany(app, company.id, (tx) =>
      sql`insert into drafts (company_id, user_id, key, sealed, saved_at)
        select ${company.id}, id, ${key}, '', ${at} from users order by id limit 1`.execute(tx.db),
    )
  await put('past', days(31))
  await put('recent', days(29))
  await sweep(app.services)
  const left = await inCompany(app, company.id, (tx) => tx.db.selectFrom('drafts').select('key').execute())
  expect(left).toEqual([{ key: 'recent' }])
})
