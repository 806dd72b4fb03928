import { sql } from 'kysely'
import { z } from 'zod'
import { type FileAct, fileActs } from '#contract/employees/file.ts'
import { countRows } from '#server/shared/list.ts'
import type { Db } from '#server/shared/tenancy.ts'
import { type FileEvent, type Pairs, type Stay } from './rewind.ts'

/** Acts that change a mail address; their subject is the credential. */
const mailActs = ['mail_changed', 'mail_change_undone', 'mail_objected'] as const
const fieldActs = ['changed', 'identified', ...mailActs] as const

/** A value as a side row holds it: a reference is its id, or the name of a place that the change made. */
const value = z.union([z.string(), z.number(), z.boolean(), z.null()])
export type Value = z.infer<typeof value>
const record = z.record(z.string(), value)
const sideRow = z.union([
  z.array(z.object({ field: z.string(), was: value, is: value.default(null) })),
  z.object({ was: value, is: value }),
  z.object({ was: record, is: record }),
])

export interface FieldChange {
  field: string
  was: Value
  is: Value
}

/** The values before and after of an event: null where its side row was erased, none where it has another shape. */
export function valuesOf(act: string, text: string | null): FieldChange[] | null {
  if (text === null) return null
  const { data: parsed } = sideRow.safeParse(JSON.parse(text))
  if (!parsed) return []
  if (Array.isArray(parsed)) return parsed
  const { was, is } = parsed
  if (typeof was !== 'object' || was === null || typeof is !== 'object' || is === null)
    return [{ field: 'mail', was: was as Value, is: is as Value }]
  return Object.entries(is).flatMap(([field, now]) =>
    act === 'identified' && was[field] === now ? [] : [{ field, was: was[field] ?? null, is: now }],
  )
}

interface Touch {
  field: string
  act: string
  text: string | null
}

/** For each field its first change after the end of a day, in one statement however many changes there are. */
export function firstChangesAfter(db: Db, employee: number, day: Day): Promise<(Touch & { id: number })[]> {
  return touches(db, employee, day, 'first')
}

/** For each of these fields its last change until the end of a day. */
export function lastChangesUntil(db: Db, employee: number, day: Day, fields: readonly string[]) {
  return touches(db, employee, day, 'last', fields)
}

/** A day of a company's zone. */
export interface Day {
  day: string
  zone: string
}

function endOf({ day, zone }: Day) {
  return sql<Date>`((${day}::date + 1)::timestamp at time zone ${zone})`
}

async function touches(
  db: Db,
  employee: number,
  day: Day,
  which: 'first' | 'last',
  fields: readonly string[] = [],
) {
  const within = which === 'first' ? sql`at >= ${endOf(day)}` : sql`at < ${endOf(day)}`
  const order = which === 'first' ? sql`asc` : sql`desc`
  const wanted = which === 'first' ? sql`true` : sql`field = any(${fields}::text[])`
  const { rows } = await sql<Touch & { id: number }>`
    with touched as (
      select id, act, field from events, jsonb_array_elements_text(data -> 'fields') as field
        where subject_kind = 'employee' and subject_id = ${employee} and act in ('changed', 'identified') and ${within}
      union all
      select id, act, 'mail' from events
        where subject_kind = 'credential' and subject_id = ${employee} and act = any(${mailActs}::text[]) and ${within}),
    chosen as (select distinct on (field) field, id, act from touched where ${wanted} order by field, id ${order})
    select chosen.field, chosen.id, chosen.act, detail.text
      from chosen left join event_details detail on detail.event_id = chosen.id`.execute(db)
  return rows
}

/** The ends, returns and changes of rights of a file, the earliest first. */
export async function rightsEvents(db: Db, employee: number, day: Day): Promise<FileEvent[]> {
  const { rows } = await sql<FileEvent>`
    select id, act, data, at >= ${endOf(day)} as after
      from events
      where subject_kind = 'employee' and subject_id = ${employee} and act in ('unsubscribed', 'stay_ended',
        'reactivated', 'end_called_off', 'end_undone', 'profiles_changed', 'filters_changed', 'folder_filter_added', 'folder_filter_removed')
      order by id`.execute(db)
  return rows
}

/** A person's stays, profiles, filters and folders of today, by id. */
export async function holdingsOf(db: Db, employee: number) {
  const { rows } = await sql<{
    stays: Stay[]
    profiles: number[]
    filters: Pairs
    folders: number[]
    opened: Date
  }>`select
    (select coalesce(jsonb_agg(jsonb_build_object('desde', starts_on, 'hasta', ends_on, 'motivo', reason)
      order by starts_on desc), '[]') from employments where employee_id = ${employee} and state <> 'void') as stays,
    (select coalesce(jsonb_agg(profile_id), '[]') from user_profiles where user_id = ${employee}) as profiles,
    (select coalesce(jsonb_agg(jsonb_build_array(sector_id, location_id) order by id), '[]')
      from user_filters where user_id = ${employee}) as filters,
    (select coalesce(jsonb_agg(folder_id), '[]') from user_folder_filters where user_id = ${employee}) as folders,
    (select created_at from employees where id = ${employee}) as opened`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a statement without a row')
  return row
}

/** Tables by which a reference of a file is named. */
const named = {
  sector: sql`select 'sector' as kind, id, name from sectors`,
  locacion: sql`select 'locacion' as kind, id, name from locations`,
  cargo: sql`select 'cargo' as kind, id, name from positions`,
  centro_costo: sql`select 'centro_costo' as kind, id, name from cost_centres`,
  id_empleador: sql`select 'id_empleador' as kind, id, legal_name as name from employers`,
  reporta: sql`select 'reporta' as kind, id, sort_name as name from users`,
  perfiles: sql`select 'perfiles' as kind, id, name from profiles`,
  carpetas: sql`select 'carpetas' as kind, id, name from folders`,
} as const
type Reference = keyof typeof named

export function isReference(field: string): field is Reference {
  return field in named
}

/** Names by kind of reference and id. What exists no longer has none. */
export type Names = (kind: Reference, id: number) => string | null

/** Finds the names of references, in one statement. */
export async function namesOf(db: Db, wanted: readonly { kind: Reference; id: number }[]): Promise<Names> {
  const byKind = Map.groupBy(wanted, ({ kind }) => kind)
  if (byKind.size === 0) return () => null
  const parts = [...byKind].map(
    ([kind, ids]) => sql`(${named[kind]} where id = any(${[...new Set(ids.map(({ id }) => id))]}::bigint[]))`,
  )
  const { rows } = await sql<{ kind: string; id: number; name: string }>`
    ${sql.join(parts, sql` union all `)}`.execute(db)
  const names = new Map(rows.map(({ kind, id, name }) => [`${kind} ${id}`, name]))
  return (kind, id) => names.get(`${kind} ${id}`) ?? null
}

/** A page of the changes of a file, the newest first. */
export async function changesOf(
  db: Db,
  employee: number,
  { limit, offset }: { limit: number; offset: number },
) {
  const listed = db
    .selectFrom('events')
    .where('events.subject_id', '=', employee)
    .where('events.subject_kind', 'in', ['employee', 'credential'])
    .where('events.act', 'in', fileActs)
  const total = await countRows(db, listed.select('events.id'))
  const rows = await listed
    .leftJoin('users', 'users.id', 'events.actor_id')
    .leftJoin('event_details', 'event_details.event_id', 'events.id')
    .select([
      'events.id',
      'events.at',
      'events.act',
      'events.data',
      'users.sort_name as author',
      'event_details.text',
    ])
    .orderBy('events.id', 'desc')
    .limit(limit)
    .offset(offset)
    .$narrowType<{ act: FileAct }>()
    .execute()
  return { rows, total }
}

/** Whether an event's side row holds the values of fields. */
export function holdsValues(act: string): boolean {
  return (fieldActs as readonly string[]).includes(act)
}
