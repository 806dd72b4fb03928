import { type SelectQueryBuilder, sql } from 'kysely'
import { fileKinds, type FileKindName, type ImportGroup } from '#contract/employees/import.ts'
import { bankFields } from '#contract/employees/record.ts'
import { farthestRow } from '#server/shared/list.ts'
import type { DB } from '#server/db/schema.ts'
import type { Fault } from '#server/shared/errors.ts'
import type { Db, Tx } from '#server/shared/tenancy.ts'
import type { Viewer } from '#server/shared/visibility.ts'
import type { Change, FileLine, FileOptions, LineKind, NewPlace } from './kind.ts'
import type { Importer } from './present.ts'
import { visible } from '../queries.ts'

/** Findings of a dry run about the whole file. */
export interface Findings {
  counts?: Record<ImportGroup, number>
  faults?: { campo: string; cantidad: number }[]
  places?: NewPlace[]
  doubtful?: number
  /** Lines whose encoding differs from the file's. */
  oddLines?: number[]
  /** Lines that its person took out. */
  leftOut?: number[]
  /** Cells that its person gave another value. */
  mended?: MendedCell[]
  notice?: Fault | null
}

/** Another value of a cell. */
export interface MendedCell {
  line: number
  /** Counts from 0. */
  column: number
  text: string
}

declare module '#server/db/schema.ts' {
  interface JsonColumns {
    'employee_imports.viewer': Importer
    'employee_imports.findings': Findings
    'employee_import_rows.faults': Fault[]
    'employee_import_rows.changes': Change[]
  }
}

/** A file of people, for the work on it in the background. */
export async function findFile(db: Db, id: number): Promise<FoundImport | null> {
  const row = await db.selectFrom('processes').select('created_by').where('id', '=', id).executeTakeFirst()
  return row ? findImport(db, row.created_by, id) : null
}

/** Deletes what files held, and what was written into them. */
export async function dropContent(
  tx: Tx,
  process: number | SelectQueryBuilder<DB, 'processes', { id: number }>,
): Promise<void> {
  await tx.db
    .updateTable('employee_imports')
    .set({ content: null, findings: sql<string>`findings - 'mended'` })
    .where('process_id', 'in', typeof process === 'number' ? [process] : process)
    .execute()
}

/** How many lines a file has, how many of them are done, and how many are faulty. */
export function countLines(
  db: Db,
  process: number,
): Promise<{ total: number; applied: number; faulty: number }> {
  return db
    .selectFrom('employee_import_rows')
    .where('process_id', '=', process)
    .select([
      sql<number>`count(*)`.as('total'),
      sql<number>`count(*) filter (where applied_at is not null)`.as('applied'),
      sql<number>`count(*) filter (where kind = 'faulty')`.as('faulty'),
    ])
    .executeTakeFirstOrThrow()
}

/** Counts the lines of a file anew: by their groups, and faulty ones under each field that fails. */
export async function keepCounts(tx: Tx, process: number): Promise<void> {
  await sql`update employee_imports f set findings = f.findings
      || jsonb_build_object('counts', coalesce(f.findings -> 'counts', '{}') || groups.counts, 'faults', faulty.faults)
    from (select coalesce(jsonb_object_agg(kind, n), '{}') || case when bool_or(kind = 'faulty') then '{}'::jsonb
            else '{"faulty": 0}' end || case when bool_or(kind = 'changed') then '{}'::jsonb else '{"changed": 0}' end as counts
          from (select kind, count(*)::int as n from employee_import_rows where process_id = ${process} group by kind) one) groups,
      (select coalesce(jsonb_agg(jsonb_build_object('campo', campo, 'cantidad', n) order by n desc), '[]') as faults
        from (select coalesce(fault ->> 'field', '') as campo, count(distinct line)::int as n
          from employee_import_rows, jsonb_array_elements(employee_import_rows.faults) fault
          where process_id = ${process} and kind = 'faulty' group by 1) one) faulty
    where f.process_id = ${process}`.execute(tx.db)
}

/** A file of people of somebody's own. */
export async function findImport(db: Db, userId: number, id: number) {
  const row = await imports(db, userId).where('processes.id', '=', id).executeTakeFirst()
  if (!row) return null
  const { kind, options, ...rest } = row
  const texts = Object.entries(options ?? {}).filter(([, value]) => typeof value === 'string')
  return {
    ...rest,
    kind: kind as FileKindName,
    options: Object.fromEntries(texts) as FileOptions,
    step: row.step as 'uploaded' | 'reading' | 'preview' | 'running' | 'done',
    columns: row.columns.map((name) => name || null),
  }
}
export type FoundImport = NonNullable<Awaited<ReturnType<typeof findImport>>>

function imports(db: Db, userId: number) {
  return db
    .selectFrom('processes')
    .innerJoin('employee_imports as file', 'file.process_id', 'processes.id')
    .select([
      'processes.id',
      'processes.kind',
      'processes.options',
      'processes.status',
      'processes.step',
      'processes.done',
      'processes.total',
      'processes.created_at',
      'file.file_name',
      'file.columns',
      'file.header',
      'file.encoding',
      'file.delimiter',
      'file.viewer',
      'file.findings',
      'file.read_milliseconds',
    ])
    .where('processes.kind', 'in', fileKinds)
    .where('processes.created_by', '=', userId)
}

/** The newest files of a kind of somebody's own. */
export function newestImports(db: Db, userId: number, kind: FileKindName) {
  return db
    .selectFrom('processes')
    .innerJoin('employee_imports as file', 'file.process_id', 'processes.id')
    .select([
      'processes.id',
      'processes.status as estado',
      sql<'uploaded' | 'reading' | 'preview' | 'running' | 'done'>`processes.step`.as('paso'),
      'processes.created_at as creado',
      'processes.total as filas',
      'file.file_name as archivo',
    ])
    .where('processes.kind', '=', kind)
    .where('processes.created_by', '=', userId)
    .orderBy('processes.created_at', 'desc')
    .orderBy('processes.id', 'desc')
    .limit(20)
    .execute()
}

/** Keeps what was found of each line, in place of what was found before. */
export async function keepLines(tx: Tx, process: number, lines: readonly FileLine[]): Promise<void> {
  await tx.db.deleteFrom('employee_import_rows').where('process_id', '=', process).execute()
  for (let from = 0; from < lines.length; from += 2000) {
    const rows = lines.slice(from, from + 2000).map((line) => ({
      line: line.line,
      kind: line.kind,
      employee_id: line.employeeId,
      name: line.name,
      cells: line.cells,
      faults: line.faults,
      fault_field: doubtField(line),
      changes: line.changes,
    }))
    await sql`insert into employee_import_rows
        (company_id, process_id, line, kind, employee_id, name, cells, faults, fault_field, changes)
      select ${tx.company}, ${process}, r.line, r.kind, r.employee_id, r.name, r.cells, r.faults, r.fault_field, r.changes
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(line int, kind text, employee_id bigint, name text,
        cells text[], faults jsonb, fault_field text, changes jsonb)`.execute(tx.db)
  }
}

/** The field where a line fails first, or where a new one has a check digit that doesn't fit. */
function doubtField({ kind, faults, doubtful }: FileLine): string | null {
  if (kind === 'faulty') return faults[0]?.field ?? ''
  return kind === 'new' && doubtful ? 'cuil' : null
}

/** Whether an import changes the account of somebody who works here already. */
export async function importsAccounts(db: Db, process: number): Promise<boolean> {
  const found = await db
    .selectFrom('employee_import_rows as line')
    .select('line.line')
    .where('line.process_id', '=', process)
    .where('line.kind', '=', 'changed')
    .where(
      sql<boolean>`exists (select from jsonb_array_elements(line.changes) one
        where one ->> 'campo' = any(${[...bankFields]}::text[]))`,
    )
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Notes whom each line made. */
export async function keepMade(tx: Tx, process: number, made: ReadonlyMap<number, number>): Promise<void> {
  await sql`update employee_import_rows r set employee_id = one.id
    from unnest(${[...made.keys()]}::int[], ${[...made.values()]}::bigint[]) as one(line, id)
    where r.process_id = ${process} and r.line = one.line`.execute(tx.db)
}

/** Employees within reach, not inactive, who are missing from the file. */
function absent(db: Db, viewer: Viewer, process: number) {
  return visible(db, viewer)
    .where('employees.state', '<>', 'inactive')
    .where(
      sql<boolean>`not exists (select from employee_import_rows r
        where r.process_id = ${process} and r.employee_id = employees.id)`,
    )
}

export async function countAbsent(db: Db, viewer: Viewer, process: number): Promise<number> {
  const { n } = await absent(db, viewer, process)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

interface StoredLine {
  line: number | null
  employee_id: number | null
  name: string
  cells: string[]
  faults: Fault[]
  changes: Change[]
  cuil: string | null
}

/** A page of the lines that share a fate. */
export async function linesOf(
  db: Db,
  viewer: Viewer,
  process: number,
  { grupo, campo }: { grupo: ImportGroup; campo?: string | undefined },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: StoredLine[]; total: number }> {
  if (grupo === 'absent') {
    const rows = await absent(db, viewer, process)
      .select(['employees.id', 'employees.cuil', sql<string>`users.sort_name`.as('name')])
      .orderBy('users.sort_name')
      .orderBy('employees.id')
      .limit(limit)
      .offset(offset)
      .execute()
    const total = Math.min(await countAbsent(db, viewer, process), farthestRow + 1)
    return {
      rows: rows.map(({ id, cuil, name }) => ({
        line: null,
        employee_id: id,
        name,
        cuil,
        cells: [],
        faults: [],
        changes: [],
      })),
      total,
    }
  }
  const found = db
    .selectFrom('employee_import_rows')
    .where('process_id', '=', process)
    .where('kind', '=', grupo)
    .$if(campo !== undefined, (query) => query.where(concernsField(grupo, campo ?? '')))
  const rows = await found
    .select(['line', 'employee_id', 'name', 'cells', 'faults', 'changes'])
    .orderBy('line')
    .limit(limit)
    .offset(offset)
    .execute()
  const { total } = await found
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows: rows.map((row) => storedLine(row)), total: Math.min(total, farthestRow + 1) }
}

function storedLine(row: {
  line: number
  employee_id: number | null
  name: string
  cells: string[]
  faults: Fault[]
  changes: Change[]
}): StoredLine {
  return { ...row, cuil: null }
}

/** Whether a faulty line fails in a field, or a new one has a check digit there that doesn't fit. */
function concernsField(grupo: LineKind, campo: string) {
  return grupo === 'faulty'
    ? sql<boolean>`exists (select from jsonb_array_elements(faults) one where coalesce(one ->> 'field', '') = ${campo})`
    : sql<boolean>`fault_field = ${campo}`
}

/** Every line of a group of a file, or every line in it that fails in a field. */
export async function linesIn(
  db: Db,
  process: number,
  { grupo, campo }: { grupo: LineKind; campo?: string },
) {
  const rows = await db
    .selectFrom('employee_import_rows')
    .select(['line', 'cells', 'faults'])
    .where('process_id', '=', process)
    .where('kind', '=', grupo)
    .$if(campo !== undefined, (query) => query.where(concernsField(grupo, campo ?? '')))
    .orderBy('line')
    .execute()
  return rows
}

/** The dry run's effect for each changing line, which the act has to reproduce. */
export async function promised(db: Db, process: number): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('employee_import_rows')
    .select(['line', 'kind', 'employee_id', 'changes'])
    .where('process_id', '=', process)
    .where('kind', 'in', ['new', 'changed'])
    .execute()
  return new Map(rows.map((row) => [row.line, promiseOf(row.kind, row.employee_id, row.changes)]))
}

export function promiseOf(kind: string, employeeId: number | null, changes: readonly Change[]): string {
  return JSON.stringify([kind, employeeId, changes.map(({ campo, antes, ahora }) => [campo, antes, ahora])])
}

function madeBy(db: Db, process: number) {
  return db
    .selectFrom('employee_import_rows as r')
    .innerJoin('users', 'users.id', 'r.employee_id')
    .where('r.process_id', '=', process)
    .where('r.kind', '=', 'new')
    .where('users.mail_key', 'is not', null)
}

/** Employees created by an import who have a mail: how many still need an invitation, and how many received one. */
export async function uninvited(db: Db, process: number): Promise<{ waiting: number; sent: number }> {
  const invited = sql<boolean>`exists (select from credential_links l where l.user_id = users.id and l.kind = 'invitation')`
  return madeBy(db, process)
    .select([
      sql<number>`count(*) filter (where not ${invited} and users.password_hash is null)`.as('waiting'),
      sql<number>`count(*) filter (where ${invited})`.as('sent'),
    ])
    .executeTakeFirstOrThrow()
}

/** People who wait for an invitation, in the order of their lines. */
export async function findUninvited(db: Db, process: number): Promise<number[]> {
  const rows = await madeBy(db, process)
    .select('users.id')
    .where('users.password_hash', 'is', null)
    .where(
      sql<boolean>`not exists (select from credential_links l where l.user_id = users.id and l.kind = 'invitation')`,
    )
    .orderBy('r.line')
    .execute()
  return rows.map(({ id }) => id)
}

/** The faulty lines of an import as failures of its process. */
export function importFailures(db: Db, process: number) {
  return db
    .selectFrom('employee_import_rows as line')
    .where('line.process_id', '=', process)
    .where('line.kind', '=', 'faulty')
    .select([
      'line.line as n',
      sql<string>`coalesce(line.faults -> 0 ->> 'code', 'INTERNAL_ERROR')`.as('code'),
      sql<Fault['params'] | null>`line.faults -> 0 -> 'params'`.as('params'),
      'line.name',
      sql<number | null>`null::bigint`.as('person'),
      sql<string | null>`null`.as('cuil'),
      sql<string | null>`null`.as('file'),
      sql<number[] | null>`null`.as('pages'),
    ])
}
