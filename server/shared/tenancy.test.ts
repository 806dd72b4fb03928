import { sql } from 'kysely'
import { z } from 'zod'
import { beforeAll, expect, test } from 'vitest'
import type { MadeCompany } from '../areas/company/operations.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { aCompany, aPerson, inCompany } from '../testing/factories.ts'
import { across, usersNamed } from './across.ts'
import { typedName } from './identity/typed-name.ts'
import { defineJob } from './jobs.ts'
import { openTenant } from './tenancy.ts'

let app: TestApp
let ours: MadeCompany
let theirs: MadeCompany
beforeAll(async () => {
  app = await testApp()
  ours = await aCompany(app)
  theirs = await aCompany(app)
  await aPerson(app, ours, { username: 'nuestra' })
  await aPerson(app, theirs, { username: 'ajena' })
})

const pool = () => app.services.database.pool

test('every table with a company has forced row-level security and a key that begins with it', async () => {
  const { rows } = await pool().query<{ name: string; forced: boolean; policies: number; keyed: boolean }>(`
    select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as forced,
      (select count(*)::int from pg_policy p where p.polrelid = c.oid and p.polname = 'tenant') as policies,
      exists (select from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
        where i.indrelid = c.oid and i.indisprimary and a.attname = 'company_id') as keyed
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname = 'public'
      and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id')
    order by 1`)
  expect(rows.length).toBeGreaterThan(30)
  expect(rows.filter((row) => !row.forced || row.policies !== 1 || !row.keyed)).toEqual([])
})

test('every foreign key between companies’ tables carries the company', async () => {
  const { rows } = await pool().query<{ name: string }>(`
    select conrelid::regclass || '.' || conname as name from pg_constraint k
    where contype = 'f' and connamespace = 'public'::regnamespace
      and exists (select from pg_attribute a where a.attrelid = k.confrelid and a.attname = 'company_id')
      and not exists (select from unnest(k.confkey) with ordinality f(n, i)
        join pg_attribute a on a.attrelid = k.confrelid and a.attnum = f.n where a.attname = 'company_id')`)
  expect(rows).toEqual([])
})

test('a transaction sees its own company, the pool’s own role none, a stranger nothing', async () => {
  const names = (company: number) =>
    inCompany(app, company, (tx) => tx.db.selectFrom('users').select('username').execute())
  expect(await names(ours.id)).toEqual([{ username: 'nuestra' }])
  expect(await names(0)).toEqual([])
  expect((await pool().query('select * from users')).rows).toEqual([])
})

test('a transaction is opened for a whole number only, which becomes part of its statement', async () => {
  const company = (id: unknown) => openTenant(pool(), app.services.jobs, id as number)
  for (const id of [`${ours.id}`, "1'; set local role postgres; --", 1.5, Number.NaN, -1, 2 ** 53, undefined])
    await expect(company(id)).rejects.toThrow('not a company id')
})

test('nobody writes into another company', async () => {
  const writing = inCompany(app, ours.id, (tx) =>
    tx.db.insertInto('sectors').values({ company_id: theirs.id, name: 'Ajeno' }).execute(),
  )
  await expect(writing).rejects.toThrow(/row-level security/)
})

test('a failed transaction leaves nothing behind, nor does its connection', async () => {
  const failing = inCompany(app, ours.id, async (tx) => {
    await tx.db.insertInto('sectors').values({ company_id: tx.company, name: 'A medias' }).execute()
    throw new Error('in the middle')
  })
  await expect(failing).rejects.toThrow('in the middle')
  const left = await inCompany(app, ours.id, (tx) => tx.db.selectFrom('sectors').select('name').execute())
  expect(left).toEqual([])
  const { rows } = await pool().query(
    `select current_user as role, current_setting('app.company', true) as company`,
  )
  expect(rows[0].role).toBe('legajo')
  expect(rows[0].company || null).toBeNull()
})

test('evidence can be added to, never changed or taken away', async () => {
  const tamper = (statement: string) => inCompany(app, ours.id, (tx) => sql.raw(statement).execute(tx.db))
  await expect(tamper('update events set act = $$otro$$')).rejects.toThrow(/permission denied/)
  await expect(tamper('delete from events')).rejects.toThrow(/permission denied/)
  await expect(tamper('delete from document_revisions')).rejects.toThrow(/permission denied/)
})

test('the role that looks across companies reads what sign-in needs, and nothing else', async () => {
  expect(await usersNamed(pool(), typedName('ajena'), { company: undefined, atMost: 2 })).toHaveLength(1)
  await expect(across(pool(), (db) => db.selectFrom('users').select('mail').execute())).rejects.toThrow(
    /permission/,
  )
  await expect(
    across(pool(), (db) => db.selectFrom('employees').select('birth_date').execute()),
  ).rejects.toThrow(/permission/)
  const changing = across(pool(), (db) => db.updateTable('companies').set({ name: 'x' }).execute())
  await expect(changing).rejects.toThrow(/read-only/)
})

test('a job exists only if its transaction commits', async () => {
  const done: number[] = []
  const noted = defineJob({ name: 'test.noted', input: z.object({ n: z.int() }) })
  const other = await testApp()
  const company = await aCompany(other)
  await other.services.jobs.stop()
  other.services.jobs.register(noted, async (_company, { n }) => void done.push(n))
  await other.services.jobs.start('api')
  const { jobs, tenant } = other.services
  await tenant(company.id).write(async (tx) => tx.enqueue(noted, { n: 1 }))
  const failing = tenant(company.id).write(async (tx) => {
    tx.enqueue(noted, { n: 2 })
    throw new Error('in the middle')
  })
  await expect(failing).rejects.toThrow()
  await jobs.runDueJobs()
  expect(done).toEqual([1])
})
