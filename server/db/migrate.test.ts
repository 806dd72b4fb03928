import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { emptyDatabase } from '#server/testing/database.ts'
import { connect } from './connect.ts'
import { generateSchema } from './generate-schema.ts'
import { migrate } from './migrate.ts'

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'legajo-migrations-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const put = (name: string, sql: string) => writeFileSync(join(folder, name), sql)

test('applies what is missing, once, in order, by several servers at the same time', async () => {
  const { url } = await emptyDatabase()
  put('0001_people.sql', 'create table people (id bigint primary key); insert into people values (1)')
  expect(await migrate(url, folder)).toEqual(['0001_people.sql'])
  put('0002_name.sql', 'alter table people add name text; update people set name = id::text')
  const both = await Promise.all([migrate(url, folder), migrate(url, folder), migrate(url, folder)])
  expect(both.flat()).toEqual(['0002_name.sql'])
  const { pool, close } = connect(url, 'test', 1, () => {})
  expect((await pool.query('select id, name from people')).rows).toEqual([{ id: 1, name: '1' }])
  await close()
})

test('a failing migration leaves nothing behind and says where it fails', async () => {
  const { url } = await emptyDatabase()
  put('0001_people.sql', 'create table people (id bigint);\ninsert into peple values (1)')
  await expect(migrate(url, folder)).rejects.toThrow(
    'migration 0001_people.sql fails: relation "peple" does not exist (line 2)',
  )
  put('0001_people.sql', 'create table people (id bigint);')
  expect(await migrate(url, folder)).toEqual(['0001_people.sql'])
})

test('refuses an edited migration, an unknown one, and a number taken twice', async () => {
  const { url } = await emptyDatabase()
  put('0001_people.sql', 'create table people (id bigint)')
  put('0002_more.sql', 'create table more (id bigint)')
  await migrate(url, folder)
  put('0001_people.sql', 'create table people (id bigint)\r\n')
  await expect(migrate(url, folder)).rejects.toThrow('0001_people.sql was changed after it was applied')
  put('0001_people.sql', 'create table people (id bigint)')
  expect(await migrate(url, folder)).toEqual([])
  rmSync(join(folder, '0002_more.sql'))
  await expect(migrate(url, folder)).rejects.toThrow(
    'the database is newer than this Legajo: it has migration 0002_more.sql',
  )
  put('0004_late.sql', 'create table late (id bigint)')
  put('0002_more.sql', 'create table more (id bigint)')
  expect(await migrate(url, folder)).toEqual(['0004_late.sql'])
  put('0003_between.sql', 'create table between_them (id bigint)')
  expect(await migrate(url, folder)).toEqual(['0003_between.sql'])
  put('0003_again.sql', 'select 1')
  await expect(migrate(url, folder)).rejects.toThrow('with a number of its own')
})

test('reads large numbers exactly, days as days, and lists of both', async () => {
  const { url } = await emptyDatabase()
  const { pool, close } = connect(url, 'test', 1, () => {})
  const { rows } =
    await pool.query(`select 9007199254740991 as safe, 9007199254740993 as beyond, array[1::int8] as many,
    date '2024-02-29' as day, array[date '2024-02-29'] as days, timestamptz '2024-02-29 23:30-03' as moment, 1.50 as money`)
  expect(rows[0]).toEqual({
    safe: 9007199254740991,
    beyond: '9007199254740993',
    many: [1],
    day: '2024-02-29',
    days: ['2024-02-29'],
    moment: new Date('2024-03-01T02:30:00Z'),
    money: '1.50',
  })
  await close()
})

test('the generated types speak of defaults, nulls, closed words and JSON', async () => {
  const { url } = await emptyDatabase()
  const client = new Client(url)
  await client.connect()
  await client.query(`create domain code as text check (value in ('a', 'b'));
    create table paid_days (
      id bigint generated always as identity, kind text collate "C" not null check (kind in ('one', 'o''two')),
      maybe text check (maybe in ('x')), loose text check (length(loose) > 3), level smallint not null check (level in (1, 2)),
      made_at timestamptz not null default now(), read_at timestamptz, day date not null, data jsonb not null,
      file bytea, words text[] not null, code code not null default 'a', twice int generated always as (2) stored)`)
  const text = await generateSchema(client)
  await client.end()
  expect(text.slice(text.indexOf('export type PaidDays'))).toBe(`export type PaidDaysTable = {
  id: GeneratedAlways<number>
  kind: 'one' | 'o\\'two'
  maybe: 'x' | null
  loose: string | null
  level: 1 | 2
  made_at: Generated<Instant>
  read_at: Nullable<Instant>
  day: string
  data: Json<'paid_days.data'>
  file: Buffer | null
  words: string[]
  code: Generated<'a' | 'b'>
  twice: GeneratedAlways<number | null>
}

export type DB = {
  paid_days: PaidDaysTable
}
`)
})
