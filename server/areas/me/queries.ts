import { type NotNull, type RawBuilder, sql, type SqlBool } from 'kysely'
import { documentWord, type ListedState } from '#contract/documents/documents.ts'
import { ephemeralMinutes } from '#contract/me/me.ts'
import type { Db } from '#server/shared/tenancy.ts'
import { type Viewer, visibleEmployees, visibleTypes } from '#server/shared/visibility.ts'
import { visibleNow } from '#server/shared/reading/documents.ts'
import { latestConsent } from '#server/shared/reading/people.ts'

/** The owner of the documents, the viewer, the time, and the zone in which a year begins. */
export interface Reader {
  employee: number
  /** The employee, or somebody at the portal within whose reach they must be. */
  viewer: Viewer
  now: Date
  zone: string
  /** Whether folders stay closed behind what waits for this person: not for who isn't asked to sign, or can't. */
  blocks: boolean
}

/**
 * Documents that a person may see of their own: published and due, in visible folders; cancelled ones only if they had
 * read or signed them. A signed document of an ephemeral folder can be opened for an hour and is in no list.
 */
function mine(db: Db, { employee, viewer, now, zone, blocks }: Reader) {
  const signedOrRead = sql<boolean>`(documents.first_read_at is not null or documents.signing in ('conforme', 'no_conforme'))`
  const copyUntil = new Date(now.getTime() - ephemeralMinutes * 60_000)
  return db
    .selectFrom('documents')
    .innerJoin('document_types', 'document_types.id', 'documents.type_id')
    .innerJoin('folders', 'folders.id', 'document_types.folder_id')
    .where('documents.employee_id', '=', employee)
    .where(visibleEmployees(viewer, 'documents.employee_id'))
    .$if(viewer.userId !== employee, (query) => query.where(visibleTypes(viewer, 'documents.type_id')))
    .where('folders.visible', '=', true)
    .where((is) =>
      is.or([
        is('documents.state', '=', 'published'),
        is.and([is('documents.state', '=', 'cancelled'), sql<boolean>`${signedOrRead}`]),
      ]),
    )
    .where(visibleNow(now))
    .where(
      sql<boolean>`(not folders.ephemeral or documents.signing not in ('conforme', 'no_conforme') or documents.signed_at > ${copyUntil})`,
    )
    .select([
      'documents.id',
      'documents.period as periodo',
      'documents.label as etiqueta',
      'documents.state',
      'documents.signing',
      'documents.published_at as publicado',
      'documents.signed_at as firmado',
      'documents.first_read_at as leido',
      'documents.cancelled_at as anulado',
      'documents.cancel_reason as motivo_anulacion',
      'documents.pages as paginas',
      'documents.revision',
      'documents.verification_code as codigo_verificacion',
      'document_types.name as tipo',
      'folders.id as folder_id',
      'folders.name as carpeta',
      'folders.ephemeral as efimero',
      sql<number>`extract(year from coalesce(documents.period, (documents.published_at at time zone ${zone})::date))::int`.as(
        'year',
      ),
      sql<boolean>`exists (select from signatures s where s.document_id = documents.id and s.signer = 'company')`.as(
        'empresa_firmo',
      ),
      sql<boolean>`(${blocks} and documents.state = 'published' and not ${signedOrRead} and documents.type_id in (
        select t.id from folder_blocks b join document_types t on t.folder_id = b.blocked_folder_id
        where b.folder_id in ${waitingFolders(employee, now)}))`.as('cerrado'),
    ])
    .$narrowType<{ state: ListedState; publicado: Date }>()
}

/** Folders in which something waits for this person's signature: of the given types `d.type_id`, or of any. */
function waitingFolders(employee: number, now: Date, ofTypes: RawBuilder<SqlBool> = sql<SqlBool>`true`) {
  return sql<number>`(select t.folder_id from documents d
    join document_types t on t.id = d.type_id join folders f on f.id = t.folder_id
    where d.employee_id = ${employee} and d.state = 'published' and d.signing = 'pending' and f.visible
      and ${visibleNow(now, 'd')} and ${ofTypes})`
}

/** Documents of record that a person sees in their folders. */
function inFolders(db: Db, employee: number, now: Date) {
  return db
    .selectFrom('documents')
    .innerJoin('document_types as type', 'type.id', 'documents.type_id')
    .innerJoin('folders', 'folders.id', 'type.folder_id')
    .where('documents.employee_id', '=', employee)
    .where('documents.state', '=', 'published')
    .where('folders.visible', '=', true)
    .where(visibleNow(now))
    .select(({ fn }) => fn.countAll<number>().as('n'))
}

/** How many documents wait for a person's signature, in folders that they see. */
export async function waitingForSignature(db: Db, employee: number, now: Date): Promise<number> {
  const { n } = await inFolders(db, employee, now)
    .where('documents.signing', '=', 'pending')
    .executeTakeFirstOrThrow()
  return n
}

/** Days for which a document that nobody signs is new. */
const newDays = 30

/** How many documents that came lately ask for no signature, and wait to be read. What the person sent doesn't count. */
export async function lastUnread(db: Db, employee: number, now: Date): Promise<number> {
  const { n } = await inFolders(db, employee, now)
    .where('documents.signing', '=', 'none')
    .where('documents.source', '<>', 'employee')
    .where('documents.first_read_at', 'is', null)
    .where('documents.published_at', '>', new Date(now.getTime() - newDays * 86_400_000))
    .executeTakeFirstOrThrow()
  return n
}

type Row = Awaited<ReturnType<typeof myRow>> & object

/** Everything of one's own but what an ephemeral folder has let go: in the order of signing, then the newest. */
export function myRows(db: Db, reader: Reader) {
  return mine(db, reader)
    .where(sql<boolean>`not (folders.ephemeral and documents.signing in ('conforme', 'no_conforme'))`)
    .orderBy('folders.signing_priority')
    .orderBy('folders.position')
    .orderBy('folders.name')
    .orderBy('documents.period', (by) => by.desc().nullsLast())
    .orderBy('documents.published_at', 'desc')
    .orderBy('documents.id', 'desc')
    .execute()
}

/** One of one's own; undefined for what doesn't exist, isn't theirs, or isn't shown. */
export function myRow(db: Db, reader: Reader, id: number) {
  return mine(db, reader).where('documents.id', '=', id).executeTakeFirst()
}

/** Some of one's own; what doesn't exist, isn't theirs or isn't shown is left out. */
export function myRowsOf(db: Db, reader: Reader, ids: readonly number[]) {
  return mine(db, reader)
    .where('documents.id', '=', sql<number>`any(${ids})`)
    .execute()
}

/** A row as the wire has it: what its schema doesn't name is dropped. */
export function onTheWire(row: Row) {
  return { ...row, estado: documentWord(row.state, row.signing, row.leido) }
}

export type MyRow = Row

/**
 * For each closed folder the names of those in which something must be signed first. Somebody at the portal is told no folder
 * of which they don't see what waits there.
 */
export async function closedBy(db: Db, { employee, viewer, now }: Reader): Promise<Map<number, string[]>> {
  const seen = viewer.userId === employee ? undefined : visibleTypes(viewer, 'd.type_id')
  const rows = await db
    .selectFrom('folder_blocks')
    .innerJoin('folders', 'folders.id', 'folder_blocks.folder_id')
    .select(['folder_blocks.blocked_folder_id', 'folders.name'])
    .where('folder_blocks.folder_id', 'in', waitingFolders(employee, now, seen))
    .orderBy('folders.signing_priority')
    .orderBy('folders.name')
    .execute()
  const names = new Map<number, string[]>()
  for (const { blocked_folder_id: folder, name } of rows)
    names.set(folder, [...(names.get(folder) ?? []), name])
  return names
}

/** The signatures of a document in their order, as printed in them. */
export function signaturesOf(db: Db, documentId: number) {
  return db
    .selectFrom('signatures')
    .leftJoin('certificates', 'certificates.id', 'signatures.certificate_id')
    .select([
      'signatures.signer as firmante',
      'signatures.signer_name as nombre',
      'certificates.position as cargo',
      'signatures.decision',
      'signatures.comment as comentario',
      'signatures.signed_at as fecha',
    ])
    .where('signatures.document_id', '=', documentId)
    .orderBy('signatures.revision')
    .execute()
}

/** The facts that decide whether a person may sign: their consent in force, and who opened their account. */
export function signerOf(db: Db, userId: number) {
  return db
    .selectFrom('users')
    .select(['users.may_sign_since', latestConsent('users.id').as('consent')])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow()
}

/** The facts that employees' signatures print and certify, and their positions. */
export function signingFactsOf(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('documents')
    .innerJoin('users', 'users.id', 'documents.employee_id')
    .innerJoin('employees', 'employees.id', 'documents.employee_id')
    .innerJoin('companies', 'companies.id', 'documents.company_id')
    .leftJoin('employers', 'employers.id', 'documents.employer_id')
    .select([
      'documents.id',
      'documents.type_id',
      'documents.type_version',
      'users.sort_name',
      'users.mail',
      'employees.cuil',
      'companies.country',
      sql<string>`coalesce(employers.legal_name, companies.name)`.as('employer'),
    ])
    .where('documents.id', '=', sql<number>`any(${ids})`)
    .execute()
}

/** The same facts of a person whose document isn't made yet. */
export function signerFactsOf(db: Db, userId: number) {
  return db
    .selectFrom('employees')
    .innerJoin('users', 'users.id', 'employees.id')
    .innerJoin('companies', 'companies.id', 'employees.company_id')
    .leftJoin('employers', 'employers.id', 'employees.employer_id')
    .select([
      'users.sort_name',
      'users.mail',
      'employees.cuil',
      'companies.country',
      sql<string>`coalesce(employers.legal_name, companies.name)`.as('employer'),
    ])
    .where('employees.id', '=', userId)
    .executeTakeFirstOrThrow()
}

/** The company's answer to a signature without agreement; null before. */
export async function answerOf(db: Db, documentId: number) {
  const found = await db
    .selectFrom('disagreements')
    .select(['state as caso', 'answer as texto', 'answered_at as fecha'])
    .where('document_id', '=', documentId)
    .where('state', '<>', 'open')
    .$narrowType<{ caso: 'kept' | 'replaced' | 'cancelled'; texto: NotNull; fecha: NotNull }>()
    .executeTakeFirst()
  return found ?? null
}

/** Scans that HR attached to a document signed on paper, in order. */
export function paperOf(db: Db, documentId: number) {
  return db
    .selectFrom('document_papers')
    .select(['decision', 'signed_on as fecha', 'attached_at as adjunto'])
    .where('document_id', '=', documentId)
    .orderBy('id')
    .execute()
}

/** An employee within a viewer's reach, by name; undefined for everybody else. */
export function personWithin(db: Db, viewer: Viewer, id: number) {
  return db
    .selectFrom('employees')
    .innerJoin('users', 'users.id', 'employees.id')
    .select(['users.first_name as nombre', 'users.last_name as apellido'])
    .where('employees.id', '=', id)
    .where(visibleEmployees(viewer, 'employees.id'))
    .executeTakeFirst()
}

/** Whether somebody looked at the site as this employee since a moment. */
export async function seenSince(db: Db, viewer: number, employee: number, since: Date): Promise<boolean> {
  const found = await db
    .selectFrom('events')
    .select('id')
    .where('subject_kind', '=', 'employee')
    .where('subject_id', '=', employee)
    .where('act', '=', 'seen_as')
    .where('actor_id', '=', viewer)
    .where('at', '>', since)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Notes first readings, each at its moment; later ones leave it as it is. */
export async function noteReadings(db: Db, readings: readonly { id: number; at: Date }[]): Promise<void> {
  await sql`update documents set first_read_at = v.at
    from jsonb_to_recordset(${JSON.stringify(readings)}::jsonb) as v(id bigint, at timestamptz)
    where documents.id = v.id and documents.first_read_at is null`.execute(db)
}
