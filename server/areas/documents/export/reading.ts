import { type NotNull, sql, type SqlBool } from 'kysely'
import type { DocumentSort } from '#contract/documents/documents.ts'
import type { Db } from '#server/shared/tenancy.ts'
import { rowColumns, withWord } from '../queries.ts'
import { matchingDocuments, type Search, type Searcher } from '../search.ts'

/**
 * Keyset cursors for reading a search in batches: the sort column, then the id. Rows without a value form a part of
 * their own, before or after, so that each part is one index scan.
 */
const keys = {
  colaborador: { column: 'users.sort_name', type: 'text', nulls: null },
  periodo: { column: 'documents.period', type: 'date', nulls: { asc: 'after', desc: 'before' } },
  publicado: {
    column: 'documents.published_at',
    type: 'timestamptz',
    nulls: { asc: 'before', desc: 'after' },
  },
} as const

export type Part = 'valued' | 'empty'

/** Where the last batch ended. The key is text, since a Date would drop its microseconds. */
export interface Place {
  key: string | null
  id: number
}

/** The parts of a sort, in their order. */
export function partsOf(orden: DocumentSort): readonly Part[] {
  const { nulls } = keyOf(orden)
  if (!nulls) return ['valued']
  return nulls[directionOf(orden)] === 'before' ? ['empty', 'valued'] : ['valued', 'empty']
}

/** How many documents a search finds, or those of them with observations. */
export async function countFound(
  db: Db,
  viewer: Searcher,
  search: Search,
  observed: boolean,
): Promise<number> {
  const { n } = await found(db, viewer, search, observed)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** The next batch of a part, after a place. */
export async function readBatch(
  db: Db,
  viewer: Searcher,
  search: Search & { orden: DocumentSort },
  { part, after, limit, observed }: { part: Part; after: Place | null; limit: number; observed: boolean },
) {
  const { column, type } = keyOf(search.orden)
  const direction = directionOf(search.orden)
  const key = sql.ref(column)
  const beyond = sql.raw(direction === 'asc' ? '>' : '<')
  let query = found(db, viewer, search, observed)
    .innerJoin('employees', 'employees.id', 'documents.employee_id')
    .innerJoin('users', 'users.id', 'documents.employee_id')
    .innerJoin('document_types', 'document_types.id', 'documents.type_id')
    .innerJoin('folders', 'folders.id', 'document_types.folder_id')
    .leftJoin('sectors', 'sectors.id', 'documents.sector_id')
    .leftJoin('locations', 'locations.id', 'documents.location_id')
    .leftJoin('positions', 'positions.id', 'documents.position_id')
    .where(column, part === 'valued' ? 'is not' : 'is', null)
  if (after?.key) {
    const value = sql`${after.key}::${sql.raw(type)}`
    query = query
      .where(sql<SqlBool>`${key} ${beyond}= ${value}`)
      .where(sql<SqlBool>`(${key}, documents.id) ${beyond} (${value}, ${after.id})`)
  } else if (after) query = query.where('documents.id', direction === 'asc' ? '>' : '<', after.id)
  const rows = await query
    // As the index has it, so that it is walked and nothing is sorted.
    .orderBy(column, (by) => {
      if (search.orden === '-publicado') return by.desc().nullsLast()
      if (search.orden === 'publicado') return by.asc().nullsFirst()
      return direction === 'desc' ? by.desc() : by.asc()
    })
    .orderBy('documents.id', direction)
    .limit(limit)
    .select(rowColumns)
    .select([
      sql<string | null>`${key}::text`.as('key'),
      'employees.file_number as legajo',
      'folders.name as carpeta',
      'sectors.name as sector',
      'locations.name as locacion',
      'positions.name as cargo',
      'documents.source',
      'documents.massive',
      'documents.file_name as archivo',
      'documents.pages as paginas',
      'documents.verification_code as codigo',
      'documents.revision',
    ])
    .$narrowType<{ colaborador: NotNull }>()
    .execute()
  return rows.map(withWord)
}
export type FoundDocument = Awaited<ReturnType<typeof readBatch>>[number]

/** The observations of documents, by document, oldest first. */
export function observationsOf(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('document_observations')
    .innerJoin('users', 'users.id', 'document_observations.author_id')
    .where('document_observations.document_id', 'in', ids)
    .where('document_observations.deleted_at', 'is', null)
    .select([
      'document_observations.document_id as documento',
      'document_observations.text as texto',
      'document_observations.created_at as fecha',
      'users.sort_name as autor',
    ])
    .orderBy('document_observations.id')
    .$narrowType<{ autor: NotNull }>()
    .execute()
}

function found(db: Db, viewer: Searcher, search: Search, observed: boolean) {
  return matchingDocuments(db, viewer, search).$if(observed, (query) =>
    query.where((where) =>
      where.exists(
        where
          .selectFrom('document_observations')
          .whereRef('document_observations.document_id', '=', 'documents.id')
          .where('document_observations.deleted_at', 'is', null),
      ),
    ),
  )
}

function keyOf(orden: DocumentSort) {
  const name = orden.replace('-', '')
  return name === 'colaborador' || name === 'periodo' ? keys[name] : keys.publicado
}

function directionOf(orden: DocumentSort): 'asc' | 'desc' {
  return orden.startsWith('-') ? 'desc' : 'asc'
}
