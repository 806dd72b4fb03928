import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '#server/testing/database.ts'
import { generateSchema } from './generate-schema.ts'

let client: Client
beforeAll(async () => {
  const { adminUrl } = await testDatabase()
  client = new Client(adminUrl)
  await client.connect()
})
afterAll(() => client.end())

test('schema.ts matches the migrations', async () => {
  await expect(await generateSchema(client)).toMatchFileSnapshot('schema.ts')
})

/** Rights, policies, checks, keys, indexes and triggers by table, in pg's own words. */
const rules = `
  with tables as (
    select c.oid, n.nspname, c.relname, case n.nspname when 'public' then '' else n.nspname || '.' end || c.relname as name,
      c.relrowsecurity and c.relforcerowsecurity as forced, c.relacl
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'app') and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> 'schema_migrations'),
  rules as (
    select name, 'row-level security' as rule from tables where forced
    union all
    select name, format('policy %s for %s to %s using %s check %s', p.policyname, p.cmd, array_to_string(p.roles, ', '),
      p.qual, p.with_check)
    from tables join pg_policies p on p.schemaname = nspname and p.tablename = relname
    union all
    select name, 'legajo_app: ' || string_agg(lower(a.privilege_type), ', ' order by a.privilege_type)
    from tables, aclexplode(relacl) a where a.grantee = 'legajo_app'::regrole group by name
    union all
    select name, format('legajo_app: %s (%s)', lower(a.privilege_type), string_agg(attname, ', ' order by attname))
    from tables join pg_attribute on attrelid = oid, aclexplode(attacl) a
    where a.grantee = 'legajo_app'::regrole group by name, a.privilege_type
    union all
    select name, pg_get_constraintdef(k.oid) from tables join pg_constraint k on k.conrelid = tables.oid
    where k.contype <> 'n'
    union all
    select name, pg_get_indexdef(i.indexrelid) from tables join pg_index i on i.indrelid = tables.oid
    where not exists (select from pg_constraint k where k.conindid = i.indexrelid)
    union all
    select name, pg_get_triggerdef(t.oid) from tables join pg_trigger t on t.tgrelid = tables.oid where not t.tgisinternal)
  select name, array_agg(rule order by rule collate "C") as rules from rules group by name order by name collate "C"`

test('rules.txt matches the rights, policies, keys, checks, indexes and triggers that the migrations make', async () => {
  const { rows } = await client.query<{ name: string; rules: string[] }>(rules)
  const text = rows.map((table) => `${[table.name, ...table.rules].join('\n  ')}\n`).join('\n')
  await expect(text).toMatchFileSnapshot('rules.txt')
})
