import type { Client } from 'pg'

type Column = {
  table: string
  name: string
  type: string
  isArray: boolean
  nullable: boolean
  computed: boolean
  defaulted: boolean
  checks: string[]
}

const columnsOfPublic = `
  select c.relname as table, a.attname as name, a.attnotnull is false as nullable,
    coalesce(element.typname, base.typname) as type, element.oid is not null as "isArray",
    a.attgenerated <> '' or a.attidentity = 'a' as computed,
    a.atthasdef or a.attidentity <> '' or own.typdefault is not null as defaulted,
    array(select pg_get_constraintdef(k.oid) from pg_constraint k where k.contype = 'c'
      and ((k.conrelid = c.oid and k.conkey = array[a.attnum]) or k.contypid = own.oid) order by k.conname) as checks
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  join pg_type own on own.oid = a.atttypid
  join pg_type base on base.oid = case when own.typtype = 'd' then own.typbasetype else own.oid end
  left join pg_type element on element.oid = base.typelem and base.typcategory = 'A'
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') and not c.relispartition
    and c.relname <> 'schema_migrations'
  order by c.relname collate "C", a.attnum`

const plainTypes: Record<string, string> = {
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  bytea: 'Buffer',
  timestamptz: 'Instant',
}

const head = `// Made from the migrated database, which a test compares with it; to write it anew:
// npx vitest run server/db/schema.test.ts -u
import type { ColumnType, GeneratedAlways } from 'kysely'

/** The value of a JSON column as read. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue }

/** The shapes of JSON columns by 'table.column', which the areas that write them declare by augmenting this. */
export interface JsonColumns {}

/** A JSON column is written as text: pg would take an array for one of PostgreSQL's own. */
export type Json<Name extends string> = ColumnType<
  Name extends keyof JsonColumns ? JsonColumns[Name] : JsonValue,
  string,
  string
>

/** A moment (timestamptz); ISO text with an offset is taken too. */
export type Instant = ColumnType<Date, Date | string, Date | string>

/** A column with a default, which an insert may leave out. */
export type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>

/** A column that may be null. */
export type Nullable<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S | null, I | null | undefined, U | null> : T | null
`

/** The text of schema.ts: Kysely's types of every table and view in `public`, as the catalogue has them now. */
export async function generateSchema(client: Client): Promise<string> {
  const { rows } = await client.query<Column>(columnsOfPublic)
  const tables = Map.groupBy(rows, (column) => column.table)
  const types = [...tables].map(([table, columns]) => {
    const lines = columns.map((column) => `  ${column.name}: ${typeOf(column)}\n`)
    return `export type ${typeName(table)} = {\n${lines.join('')}}\n`
  })
  const names = [...tables.keys()].map((table) => `  ${table}: ${typeName(table)}\n`)
  return [head, ...types, `export type DB = {\n${names.join('')}}\n`].join('\n')
}

function typeOf(column: Column): string {
  const isJson = column.type === 'json' || column.type === 'jsonb'
  const read = isJson
    ? `Json<'${column.table}.${column.name}'>`
    : (allowedValues(column) ?? plainTypes[column.type] ?? 'string')
  let type = column.isArray ? `${read.includes(' ') ? `(${read})` : read}[]` : read
  if (column.nullable) type = read === 'Instant' || isJson ? `Nullable<${type}>` : `${type} | null`
  if (column.computed) return `GeneratedAlways<${type}>`
  return column.defaulted ? `Generated<${type}>` : type
}

/** The literals that `check (column in (…))` allows, as a union; undefined without such a check. */
function allowedValues(column: Column): string | undefined {
  for (const check of column.checks) {
    const list =
      /^CHECK \(\((?:\(\w+ IS NULL\) OR \()?(?:\(?\w+\)?(?:::text)?|VALUE)(?: COLLATE "C")? = (?:ANY \(ARRAY\[(.*?)\]\)|('(?:[^']|'')*'::\w+))\)*$/.exec(
        check,
      )
    const values = (list?.[1] ?? list?.[2])?.matchAll(/'((?:[^']|'')*)'(?:::\w+)?|(-?\d+)/g)
    if (values) {
      return [...values].map(([, word, number]) => number ?? `'${word?.replaceAll("''", "\\'")}'`).join(' | ')
    }
  }
  return undefined
}

function typeName(table: string): string {
  return table.replace(/(?:^|_)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()) + 'Table'
}
