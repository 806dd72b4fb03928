import { type Expression, type ExpressionBuilder, type NotNull, sql, type SqlBool } from 'kysely'
import { actions } from '#contract/actions.ts'
import {
  type DocumentFilters,
  type DocumentSort,
  documentWord,
  type DocumentWord,
  documentWords,
  type ListedState,
  type Origin,
  sentWords,
  type SentState,
  type WordFacts,
} from '#contract/documents/documents.ts'
import { mostSelected } from '#contract/fields.ts'
import type { DB } from '#server/db/schema.ts'
import { refuse } from '#server/shared/errors.ts'
import { countRows, farthestRow } from '#server/shared/list.ts'
import { fewPeople, firstFound, peopleFound } from '#server/shared/text/search.ts'
import type { Db } from '#server/shared/tenancy.ts'
import { type Viewer, withReach } from '#server/shared/visibility.ts'
import { overdue } from '#server/shared/reading/documents.ts'
import { rowColumns, listedDocuments, withWord } from './queries.ts'

/** The viewer of a search: with a zone, which bounds days, and actions, which include documents sent by employees. */
export interface Searcher extends Viewer {
  zone: string
  actions: readonly number[]
}

export interface Search extends DocumentFilters {
  estado?: DocumentWord[] | undefined
  /** Those whom `buscar` finds are few. */
  findsFew?: boolean
}

type Where = ExpressionBuilder<DB, 'documents'>

/** Refuses who asks for what employees sent and doesn't decide on it: SYSTEM_ACTION_NOT_GRANTED. */
export function checkSearch({ actions: granted }: Searcher, { estado }: Search): void {
  if (estado?.some((word) => sentWords.includes(word)) && !granted.includes(actions.taskInbox))
    refuse('SYSTEM_ACTION_NOT_GRANTED', 'estado')
}

/**
 * The documents that a search asks for, within reach. Every condition is one that an index answers under
 * row-level security (comparisons that leak nothing), or that only narrows one which is.
 */
export function matchingDocuments(db: Db, viewer: Searcher, search: Search) {
  const { estado } = search
  const states = estado && [
    ...new Set(estado.map((word): ListedState | SentState => documentWords[word].state)),
  ]
  return listedDocuments(db, viewer, states).where((where) =>
    where.and([...ofPeople(where, search), ...ofPlaces(where, search), ...ofTimes(where, viewer, search)]),
  )
}

/**
 * Asks whether those within reach, and those whom a search finds, are few. The planner takes any such set for half of
 * a company, and would read the documents of a large one in their order until it met enough of theirs.
 */
async function narrowed<S extends Search>(
  db: Db,
  viewer: Searcher,
  search: S,
): Promise<{ viewer: Searcher; search: S }> {
  const found = search.buscar && firstFound(search.buscar)
  const findsFew = found && (await countRows(db, found, fewPeople)) <= fewPeople
  return { viewer: await withReach(db, viewer), search: { ...search, findsFew: Boolean(findsFew) } }
}

function ofPeople(where: Where, search: Search): Expression<SqlBool>[] {
  const conditions: Expression<SqlBool>[] = []
  const { buscar, sin_correo, lectura, estado, origen, certificado } = search
  if (buscar) conditions.push(peopleFound(buscar, 'documents.employee_id', search.findsFew))
  if (sin_correo) {
    const unreached = where.selectFrom('users').select('id').where('mail_key', 'is', null)
    conditions.push(where('documents.employee_id', 'in', unreached))
  }
  if (lectura) conditions.push(where.and(readFacts(where, lectura === 'leido')))
  if (estado) conditions.push(where.or(estado.map((word) => ofWord(where, documentWords[word]))))
  if (origen) conditions.push(where.or(origen.map((one) => ofOrigin(where, one))))
  if (search.proceso) {
    const items = where.selectFrom('process_items').select('id').where('process_id', '=', search.proceso)
    conditions.push(where('documents.process_item_id', 'in', items))
  }
  if (certificado) conditions.push(where('documents.certificate_id', 'in', certificado))
  return conditions
}

function ofPlaces(where: Where, search: Search): Expression<SqlBool>[] {
  const conditions: Expression<SqlBool>[] = []
  const { tipo, carpeta, sector, locacion, cargo } = search
  if (tipo) conditions.push(where('documents.type_id', 'in', tipo))
  if (carpeta) {
    const types = where.selectFrom('document_types').select('id').where('folder_id', 'in', carpeta)
    conditions.push(where('documents.type_id', 'in', types))
  }
  if (sector) conditions.push(where('documents.sector_id', 'in', sector))
  if (locacion) conditions.push(where('documents.location_id', 'in', locacion))
  if (cargo) conditions.push(where('documents.position_id', 'in', cargo))
  return conditions
}

/** A day begins when it does in the company's zone. */
function ofTimes(where: Where, { zone }: Searcher, search: Search): Expression<SqlBool>[] {
  const conditions: Expression<SqlBool>[] = []
  const midnight = (day: string, plus: number) =>
    sql<Date>`((${day}::date + ${plus}::int)::timestamp at time zone ${zone})`
  if (search.periodo) conditions.push(where('documents.period', '=', search.periodo))
  if (search.periodo_desde) conditions.push(where('documents.period', '>=', search.periodo_desde))
  if (search.periodo_hasta) conditions.push(where('documents.period', '<=', search.periodo_hasta))
  if (search.desde) conditions.push(where('documents.published_at', '>=', midnight(search.desde, 0)))
  if (search.hasta) conditions.push(where('documents.published_at', '<', midnight(search.hasta, 1)))
  if (search.firmado_desde)
    conditions.push(where('documents.signed_at', '>=', midnight(search.firmado_desde, 0)))
  if (search.firmado_hasta)
    conditions.push(where('documents.signed_at', '<', midnight(search.firmado_hasta, 1)))
  if (search.vence_hasta) conditions.push(where('documents.expires_on', '<=', search.vence_hasta))
  if (search.firma_vencida) {
    conditions.push(ofWord(where, documentWords.pendiente), overdue(sql<Date>`now()`, zone))
  }
  return conditions
}

function ofWord(where: Where, { state, signing, read }: WordFacts): Expression<SqlBool> {
  return where.and([
    where('documents.state', '=', state),
    ...(signing ? [where('documents.signing', '=', signing)] : []),
    ...(read === undefined ? [] : readFacts(where, read)),
  ])
}

/** Only what an employee has can be read or unread. */
function readFacts(where: Where, read: boolean): Expression<SqlBool>[] {
  return read
    ? [where('documents.first_read_at', 'is not', null)]
    : [where('documents.state', '=', 'published'), where('documents.first_read_at', 'is', null)]
}

function ofOrigin(where: Where, origin: Origin): Expression<SqlBool> {
  if (origin === 'EFORMS') return where('documents.source', 'in', ['form', 'onboarding', 'self_service'])
  if (origin === 'KO') return where('documents.source', '=', 'import')
  return where.and([
    where('documents.source', 'in', ['portal', 'employee']),
    where('documents.massive', '=', origin === 'CD'),
  ])
}

/** A page of the list and how many there are, counted to one beyond the farthest row, in one statement. */
export async function listDocuments(
  db: Db,
  viewer: Searcher,
  search: Search & { orden: DocumentSort },
  { limit, offset }: { limit: number; offset: number },
) {
  const asked = await narrowed(db, viewer, search)
  const matching = matchingDocuments(db, asked.viewer, asked.search)
  const counted = db
    .selectFrom(
      matching
        .select(sql.lit(1).as('one'))
        .limit(farthestRow + 1)
        .as('counted'),
    )
    .select(({ fn }) => fn.countAll<number>().as('total'))
  const descending = search.orden.startsWith('-')
  const direction = descending ? 'desc' : 'asc'
  const page = matching
    .innerJoin('employees', 'employees.id', 'documents.employee_id')
    .innerJoin('users', 'users.id', 'documents.employee_id')
    .innerJoin('document_types', 'document_types.id', 'documents.type_id')
    .select(rowColumns)
    // Names that are asked for after the page is cut, and not for each document that the search meets.
    .select([
      'employees.file_number as legajo',
      sql<string | null>`(select s.name from sectors s where s.id = documents.sector_id)`.as('sector'),
      sql<string | null>`(select l.name from locations l where l.id = documents.location_id)`.as('locacion'),
    ])
    .select(counted.as('total'))
    .$if(search.orden.endsWith('colaborador'), (query) => query.orderBy('users.sort_name', direction))
    .$if(search.orden.endsWith('periodo'), (query) => query.orderBy('documents.period', direction))
    .$if(search.orden.endsWith('publicado'), (query) =>
      query.orderBy('documents.published_at', (by) =>
        descending ? by.desc().nullsLast() : by.asc().nullsFirst(),
      ),
    )
    .orderBy('documents.id', direction)
    .limit(limit)
    .offset(offset)
  const rows = await page.$narrowType<{ colaborador: NotNull }>().execute()
  // A page after the last one has no row to carry the total.
  const total = rows[0]?.total ?? (offset === 0 ? 0 : (await counted.executeTakeFirst())?.total)
  return { data: rows.map(withWord), total: total ?? 0 }
}

/**
 * The ids of every document that a search asks for, the same that its list shows.
 *
 * @throws {Refusal} SELECTION_TOO_LARGE beyond what can be selected at once
 */
export async function findAllIds(db: Db, viewer: Searcher, search: Search): Promise<number[]> {
  const asked = await narrowed(db, viewer, search)
  const rows = await matchingDocuments(db, asked.viewer, asked.search)
    .select('documents.id')
    .limit(mostSelected + 1)
    .execute()
  if (rows.length > mostSelected) refuse('SELECTION_TOO_LARGE', undefined, { maximo: mostSelected })
  return rows.map(({ id }) => id)
}

/** How many of the documents that a search asks for are in each state, and how many employees opened them. */
export async function countDocuments(db: Db, viewer: Searcher, search: Search) {
  const read = sql<boolean>`documents.first_read_at is not null`
  const asked = await narrowed(db, viewer, search)
  const rows = await matchingDocuments(db, asked.viewer, asked.search)
    .select(({ fn }) => [
      'documents.state',
      'documents.signing',
      read.as('read'),
      fn.countAll<number>().as('n'),
    ])
    .groupBy(['documents.state', 'documents.signing', read])
    .execute()
  const estados: Partial<Record<DocumentWord, number>> = {}
  for (const { state, signing, read, n } of rows) {
    const word = documentWord(state, signing, read ? '' : null)
    estados[word] = (estados[word] ?? 0) + n
  }
  const published = (read: boolean) =>
    rows.filter((row) => row.state === 'published' && row.read === read).reduce((sum, { n }) => sum + n, 0)
  return { estados, leidos: published(true), sin_leer: published(false) }
}

/** The same counts of published documents by the sector at the day of publication, those without one last. */
export async function countBySector(db: Db, viewer: Searcher, search: Search) {
  const asked = await narrowed(db, viewer, search)
  return matchingDocuments(db, asked.viewer, asked.search)
    .where('documents.state', '=', 'published')
    .leftJoin('sectors', 'sectors.id', 'documents.sector_id')
    .select(({ fn }) => {
      const signed = (signing: 'conforme' | 'no_conforme' | 'pending') =>
        fn.countAll<number>().filterWhere('documents.signing', '=', signing)
      return [
        'documents.sector_id as id',
        'sectors.name as sector',
        fn.countAll<number>().as('total'),
        fn.count<number>('documents.first_read_at').as('leidos'),
        signed('conforme').as('conforme'),
        signed('no_conforme').as('no_conforme'),
        signed('pending').as('pendiente'),
      ]
    })
    .groupBy(['documents.sector_id', 'sectors.name'])
    .orderBy('sectors.name', (by) => by.asc().nullsLast())
    .execute()
}
