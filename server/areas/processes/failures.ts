import { sql, type SqlBool } from 'kysely'
import { codeOf, isErrorCode } from '#contract/errors.ts'
import { kindFacts } from '#contract/processes/kinds.ts'
import type { ProcessDetail, ProcessFailure } from '#contract/processes/processes.ts'
import type { Fault } from '#server/shared/errors.ts'
import { type FailedItem, kindOfProcess, type KindsOfProcess } from '#server/shared/processes/kinds.ts'
import { type Language, messageOf } from '#server/shared/text/language.ts'
import type { Session } from '#server/shared/identity/session.ts'
import type { Db } from '#server/shared/tenancy.ts'
import { visibleEmployees } from '#server/shared/visibility.ts'
import type { FoundProcess } from './queries.ts'

/** The viewer of failures, which limits the people shown, and the language. */
export interface FailureReader {
  session: Session
  language: Language
  /** Whether everybody in it is within reach, so that what belongs to nobody known is shown too. */
  whole: boolean
  kinds: KindsOfProcess
}

/** Columns of a failure. */
const columns = [
  'failed.n',
  'failed.code',
  'failed.params',
  'failed.name',
  'failed.person',
  'failed.cuil',
  'failed.file',
  'failed.pages',
] as const

/** A code as it is said, also of a process that is older than the catalogue. */
export function faultText(
  { code, params }: { code: string; params?: Fault['params'] | null },
  language: Language,
): { code: string; message: string } {
  const known = isErrorCode(code) ? code : codeOf('INTERNAL_ERROR')
  return { code, message: messageOf({ code: known, params: params ?? {} }, language) }
}

/** The failed items of a process that a reader may see. */
function failedItems(db: Db, id: number, { session, whole }: FailureReader) {
  return db
    .selectFrom('process_items as item')
    .leftJoin('publication_items as receipt', 'receipt.id', 'item.id')
    .leftJoin('employees as person', (on) =>
      on.on(sql<SqlBool>`person.id = coalesce(receipt.recipient_id, (item.data ->> 'employee')::bigint)`),
    )
    .leftJoin('users as named', 'named.id', 'person.id')
    .where('item.process_id', '=', id)
    .where('item.state', '=', 'failed')
    .where((where) =>
      where.or([
        where.and([where('person.id', 'is not', null), visibleEmployees(session, 'person.id')]),
        where.and([where('person.id', 'is', null), sql<SqlBool>`${sql.lit(whole)}`]),
      ]),
    )
    .select([
      'item.n',
      sql<string>`coalesce(item.failure, receipt.fault ->> 'code', 'INTERNAL_ERROR')`.as('code'),
      sql<Fault['params'] | null>`coalesce(item.data -> 'params', receipt.fault -> 'params')`.as('params'),
      'named.sort_name as name',
      'person.id as person',
      'person.cuil',
      sql<string | null>`coalesce(receipt.source_name, item.data ->> 'file')`.as('file'),
      'receipt.pages',
    ])
}

type Process = Pick<FoundProcess, 'id' | 'kind' | 'created_by'>

function failedOf(db: Db, process: Process, reader: FailureReader) {
  const { failures = (from: Db, id: number) => failedItems(from, id, reader) } =
    reader.kinds[kindOfProcess(process)] ?? {}
  return db.selectFrom(failures(db, process.id).as('failed'))
}

/** Failures by cause, the most frequent first. Some kinds show them to their creator only. */
export async function failureGroups(
  db: Db,
  process: Process,
  reader: FailureReader,
): Promise<ProcessDetail['fallas']> {
  if (isHidden(process, reader)) return []
  const counted = failedOf(db, process, reader).select([
    ...columns,
    sql<number>`(count(*) over (partition by failed.code))::int`.as('cantidad'),
    sql<number>`(row_number() over (partition by failed.code order by failed.n))::int`.as('turn'),
  ])
  const rows = await db
    .selectFrom(counted.as('failed'))
    .where('failed.turn', '=', 1)
    .orderBy('failed.cantidad', 'desc')
    .orderBy('failed.code')
    .limit(50)
    .select([...columns, 'failed.cantidad'])
    .execute()
  return rows.map((row) => ({
    ...faultText(row, reader.language),
    cantidad: row.cantidad,
    ejemplo: whose(row),
  }))
}

function whose({ name, person, cuil, file, pages }: Omit<FailedItem, 'n' | 'code' | 'params'>) {
  return { colaborador: name, colaborador_id: person, cuil, archivo: file, paginas: pages ?? [] }
}

/** A page of the failures, and how many there are. */
export async function listFailures(
  db: Db,
  process: Process,
  reader: FailureReader,
  { code, limit, offset }: { code?: string | undefined; limit: number; offset: number },
): Promise<{ data: ProcessFailure[]; total: number }> {
  if (isHidden(process, reader)) return { data: [], total: 0 }
  const all = failedOf(db, process, reader).$if(code !== undefined, (query) =>
    query.where('failed.code', '=', code ?? ''),
  )
  const { total } = await all.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows: FailedItem[] = await all
    .select(columns)
    .orderBy('failed.n')
    .limit(limit)
    .offset(offset)
    .execute()
  const data = rows.map((row) => ({ ...faultText(row, reader.language), n: row.n, ...whose(row) }))
  return { data, total }
}

function isHidden(process: Process, { session }: FailureReader): boolean {
  return kindFacts[kindOfProcess(process)].creatorOnly && process.created_by !== session.userId
}
