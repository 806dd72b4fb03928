import { type NotNull, sql, type SqlBool } from 'kysely'
import { documentWord, type ListedState, type SentState } from '#contract/documents/documents.ts'
import type { Db } from '#server/shared/tenancy.ts'
import { recordedAccess } from '#server/shared/reading/access.ts'
import { visibleDocuments } from '#server/shared/reading/documents.ts'
import type { Viewer } from '#server/shared/visibility.ts'

const listed: readonly ListedState[] = ['waiting_company_signature', 'published', 'cancelled']

/** Documents that a viewer may see in the lists of the portal: every query for a document on request starts here. */
export function listedDocuments(
  db: Db,
  viewer: Viewer,
  states: readonly (ListedState | SentState)[] = listed,
) {
  return visibleDocuments(db, viewer, states)
}

/** Columns of a row of the list. */
export const rowColumns = [
  'documents.id',
  'documents.employee_id as id_colaborador',
  'users.sort_name as colaborador',
  'employees.cuil',
  'document_types.name as tipo',
  'documents.period as periodo',
  'documents.label as etiqueta',
  'documents.published_at as publicado',
  'documents.first_read_at as leido',
  'documents.signed_at as firmado',
  'documents.cancelled_at as anulado',
  'documents.state',
  'documents.signing',
] as const

type Signing = Parameters<typeof documentWord>[1]

/** A row with the one word for its state. */
export function withWord<R extends { state: ListedState | SentState; signing: Signing; leido: Date | null }>(
  row: R,
) {
  return { ...row, estado: documentWord(row.state, row.signing, row.leido) }
}

/** Everything about one document but its signatures; undefined where there is none within reach. */
export async function findDocument(db: Db, viewer: Viewer, id: number) {
  const row = await listedDocuments(db, viewer)
    .where('documents.id', '=', id)
    .innerJoin('employees', 'employees.id', 'documents.employee_id')
    .innerJoin('users', 'users.id', 'documents.employee_id')
    .innerJoin('document_types', 'document_types.id', 'documents.type_id')
    .innerJoin('folders', 'folders.id', 'document_types.folder_id')
    .innerJoin('document_revisions', (on) =>
      on
        .onRef('document_revisions.document_id', '=', 'documents.id')
        .onRef('document_revisions.n', '=', 'documents.revision'),
    )
    .innerJoin('files', 'files.id', 'document_revisions.file_id')
    .innerJoin('users as maker', 'maker.id', 'documents.created_by')
    .leftJoin('users as canceller', 'canceller.id', 'documents.cancelled_by')
    .leftJoin('employers', 'employers.id', 'documents.employer_id')
    .leftJoin('sectors', 'sectors.id', 'documents.sector_id')
    .leftJoin('locations', 'locations.id', 'documents.location_id')
    .leftJoin('positions', 'positions.id', 'documents.position_id')
    .leftJoin('sectors as sector_now', 'sector_now.id', 'employees.sector_id')
    .leftJoin('disagreements', 'disagreements.document_id', 'documents.id')
    .leftJoin('locations as location_now', 'location_now.id', 'employees.location_id')
    .select(rowColumns)
    .select([
      'documents.file_name as archivo',
      'documents.created_at as creado',
      'maker.sort_name as creado_por',
      'documents.pages as paginas',
      'files.size as tamano',
      'documents.revision',
      'document_revisions.sha256 as huella',
      'folders.name as carpeta',
      'employers.legal_name as empleador',
      'sectors.name as sector',
      'locations.name as locacion',
      'positions.name as cargo',
      'documents.expires_on as vence',
      'documents.verification_code as codigo_verificacion',
      'documents.cancel_reason as motivo_anulacion',
      'canceller.sort_name as anulado_por',
      'employees.dni',
      'employees.file_number as numero_legajo',
      'employees.state as estado_colaborador',
      'sector_now.name as sector_actual',
      'location_now.name as locacion_actual',
      'documents.replaces_id as reemplaza',
      'disagreements.state as caso',
    ])
    .select((select) => [
      select
        .selectFrom('documents as successor')
        .select('successor.id')
        .whereRef('successor.replaces_id', '=', 'documents.id')
        .limit(1)
        .as('reemplazado_por'),
      select
        .selectFrom('document_observations')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .whereRef('document_observations.document_id', '=', 'documents.id')
        .where('document_observations.deleted_at', 'is', null)
        .$asScalar()
        .$notNull()
        .as('observaciones'),
      select('documents.xml_file_id', 'is not', null).$castTo<boolean>().as('tiene_xml'),
      'documents.notify as avisa',
      select
        .case()
        .when('documents.source', 'in', ['form', 'onboarding', 'self_service'])
        .then(sql.lit('EFORMS' as const))
        .when('documents.source', '=', 'import')
        .then(sql.lit('KO' as const))
        .when('documents.massive', '=', true)
        .then(sql.lit('CD' as const))
        .else(sql.lit('CM' as const))
        .end()
        .as('origen'),
    ])
    .$narrowType<{ state: ListedState; colaborador: NotNull; creado_por: NotNull }>()
    .executeTakeFirst()
  return row && withWord(row)
}

/** A document's signatures in the order of signing, with where each came from, as its event says. */
export function signaturesOf(db: Db, id: number) {
  return db
    .selectFrom('signatures')
    .leftJoin('certificates', 'certificates.id', 'signatures.certificate_id')
    .leftJoin('events', (on) =>
      on
        .on('events.subject_kind', '=', 'document')
        .onRef('events.subject_id', '=', 'signatures.document_id')
        .onRef('events.actor_id', '=', 'signatures.user_id')
        .on('events.act', 'in', ['signed', 'published'])
        .on(sql<SqlBool>`events.data ->> 'revision' = signatures.revision::text`),
    )
    .leftJoin('event_details', 'event_details.event_id', 'events.id')
    .where('signatures.document_id', '=', id)
    .select([
      'signatures.revision',
      'signatures.signer as firmante',
      'signatures.signer_name as nombre',
      'certificates.position as cargo',
      'signatures.decision',
      'signatures.comment as comentario',
      'signatures.method as metodo',
      'signatures.credential as credencial',
      'signatures.level as nivel',
      'signatures.algorithm as algoritmo',
      'signatures.certificate_serial as serie',
      'signatures.sha256 as huella',
      'signatures.signed_at as fecha',
      'event_details.device as dispositivo',
      'event_details.address as direccion',
      recordedAccess().as('acceso'),
    ])
    .orderBy('signatures.revision')
    .execute()
}

/** Whether a document is within a viewer's reach. */
export async function isVisible(db: Db, viewer: Viewer, id: number): Promise<boolean> {
  const found = await listedDocuments(db, viewer)
    .where('documents.id', '=', id)
    .select('documents.id')
    .executeTakeFirst()
  return found !== undefined
}

/** A revision's file (0: the newest) with what its document is now; undefined where there is none. */
export function revisionFile(db: Db, id: number, revision: number) {
  return db
    .selectFrom('documents')
    .innerJoin('document_revisions', 'document_revisions.document_id', 'documents.id')
    .innerJoin('files', 'files.id', 'document_revisions.file_id')
    .select([
      'files.key',
      'files.size',
      'document_revisions.sha256',
      'documents.file_name as fileName',
      'documents.pages',
      'documents.state',
      'document_revisions.n as revision',
    ])
    .where('documents.id', '=', id)
    .where('document_revisions.n', '=', (where) =>
      revision === 0 ? where.ref('documents.revision') : where.val(revision),
    )
    .executeTakeFirst()
}

/** The files of some revisions, by document: reach and state are the caller's to check. */
export async function revisionFiles(
  db: Db,
  wanted: readonly { id: number; revision: number }[],
): Promise<Map<number, { key: string; size: number; sha256: string }>> {
  const asked = wanted.map(({ id, revision }) => ({ id, revision }))
  const { rows } = await sql<{ id: number; key: string; size: number; sha256: string }>`
    select r.document_id as id, f.key, f.size, r.sha256
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as wanted(id bigint, revision int)
      join document_revisions r on r.document_id = wanted.id and r.n = wanted.revision
      join files f on f.id = r.file_id`.execute(db)
  return new Map(rows.map(({ id, ...file }) => [id, file]))
}

/** Where the XML that came with a document lies; undefined where none came. */
export function xmlFile(db: Db, id: number) {
  return db
    .selectFrom('documents')
    .innerJoin('files', 'files.id', 'documents.xml_file_id')
    .select('files.key')
    .where('documents.id', '=', id)
    .executeTakeFirst()
}
