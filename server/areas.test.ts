import { existsSync, readdirSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
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

test('an area that has jobs.ts registers its jobs, and so does no other', () => {
  for (const { name, jobs } of areas) expect([name, jobs !== undefined]).toEqual([name, has(name, 'jobs.ts')])
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
