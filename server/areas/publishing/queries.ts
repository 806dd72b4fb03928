import { sql } from 'kysely'
import { publishingActs } from '#contract/publishing/publishing.ts'
import type { Db } from '#server/shared/tenancy.ts'
import { type Viewer, visibleEmployees, visibleTypes } from '#server/shared/visibility.ts'
import { languageOfUser, latestConsent } from '#server/shared/reading/people.ts'

/** Those within the viewer's reach among many tax ids: who may be published to. */
export function recipientsOf(db: Db, viewer: Viewer, cuils: readonly string[]) {
  return recipients(db)
    .where('employees.cuil', '=', sql<string>`any(${cuils})`)
    .where(visibleEmployees(viewer, 'employees.id'))
    .execute()
}

/** Those within the viewer's reach among many ids. */
export function recipientsById(db: Db, viewer: Viewer, ids: readonly number[]) {
  return recipients(db)
    .where('employees.id', '=', sql<number>`any(${ids})`)
    .where(visibleEmployees(viewer, 'employees.id'))
    .execute()
}

function recipients(db: Db) {
  return db
    .selectFrom('employees')
    .innerJoin('users', (on) =>
      on.onRef('users.company_id', '=', 'employees.company_id').onRef('users.id', '=', 'employees.id'),
    )
    .select((eb) => [
      'employees.id',
      'employees.cuil',
      'employees.dni',
      'employees.state',
      'users.first_name',
      'users.last_name',
      'users.mail',
      languageOfUser().as('language'),
      eb
        .selectFrom('employments')
        .select('employments.ends_on')
        .whereRef('employments.employee_id', '=', 'employees.id')
        .orderBy('employments.starts_on', 'desc')
        .limit(1)
        .as('ended_on'),
    ])
}
export type Recipient = Awaited<ReturnType<typeof recipientsOf>>[number]

/** Which of some documents wait for their employee's signature; who refused to sign electronically isn't asked to. */
export async function findDocumentsToBeSigned(db: Db, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('documents')
    .select('id')
    .where('id', '=', sql<number>`any(${ids})`)
    .where('signing', '=', 'pending')
    .where(sql<boolean>`coalesce(${latestConsent('documents.employee_id')}, 'given') = 'given'`)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Which of some documents lie in folders that employees see. */
export async function findInVisibleFolders(db: Db, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('documents')
    .innerJoin('document_types', 'document_types.id', 'documents.type_id')
    .innerJoin('folders', 'folders.id', 'document_types.folder_id')
    .select('documents.id')
    .where('documents.id', '=', sql<number>`any(${ids})`)
    .where('folders.visible', '=', true)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** A type within the viewer's reach, with the rules of its folder. */
export function publishableType(db: Db, viewer: Viewer, id: number) {
  return db
    .selectFrom('document_types')
    .innerJoin('folders', (on) =>
      on
        .onRef('folders.company_id', '=', 'document_types.company_id')
        .onRef('folders.id', '=', 'document_types.folder_id'),
    )
    .select([
      'document_types.id',
      'document_types.name',
      'document_types.is_form',
      'document_types.generic',
      'document_types.has_xml',
      'document_types.has_period',
      'document_types.several_a_period',
      'folders.visible',
      'folders.signable',
    ])
    .where('document_types.id', '=', id)
    .where('document_types.archived_at', 'is', null)
    .where('folders.archived_at', 'is', null)
    .where(visibleTypes(viewer, 'document_types.id'))
    .executeTakeFirst()
}
export type PublishableType = NonNullable<Awaited<ReturnType<typeof publishableType>>>

/** The people within reach whose id stands among numbers that texts hold, `most` of them at most. */
export function peopleNamed(db: Db, viewer: Viewer, numbers: readonly string[], most: number | undefined) {
  return db
    .selectFrom('employees')
    .innerJoin('users', (on) =>
      on.onRef('users.company_id', '=', 'employees.company_id').onRef('users.id', '=', 'employees.id'),
    )
    .select(['employees.id', 'employees.cuil', 'employees.dni', 'users.first_name', 'users.last_name'])
    .where(visibleEmployees(viewer, 'employees.id'))
    .where((eb) => {
      const read = sql<string>`any(${numbers})`
      return eb.or([eb('employees.cuil', '=', read), eb('employees.dni', '=', read)])
    })
    .orderBy('users.sort_name')
    .$if(most !== undefined, (query) => query.limit(most ?? 0))
    .execute()
}

/** Ids that papers of the company carry beside the employee's: of its employers, and of who signs for it. */
export async function companyIds(db: Db): Promise<{ employers: Set<string>; signers: Set<string> }> {
  const bare = (rows: readonly { tax_id: string }[]) =>
    new Set(rows.map((row) => row.tax_id.replace(/[^0-9A-Za-z]/g, '').toUpperCase()))
  return {
    employers: bare(await db.selectFrom('employers').select('tax_id').execute()),
    signers: bare(await db.selectFrom('certificates').select('tax_id').execute()),
  }
}

export interface Place {
  employeeId: number
  typeId: number
  period: string | null
}

const standing = ['waiting_approval', 'waiting_company_signature', 'published'] as const

/** The documents that stand at some places with a period; without one, any number may stand beside each other. */
export async function standingAt(db: Db, places: readonly Place[]) {
  const all = <T>(values: T[]) => [...new Set(values)]
  const periods = all(places.flatMap(({ period }) => (period === null ? [] : [period])))
  if (periods.length === 0) return []
  return db
    .selectFrom('documents')
    .select(['employee_id', 'type_id', 'period', 'sequence', 'file_name', 'created_at'])
    .where('employee_id', '=', sql<number>`any(${all(places.map((one) => one.employeeId))})`)
    .where('type_id', '=', sql<number>`any(${all(places.map((one) => one.typeId))})`)
    .where('period', '=', sql<string>`any(${periods}::date[])`)
    .where('state', 'in', standing)
    .execute()
}

/** The documents of people that have some of these bytes, also as a later revision, and when each was published. */
export function sameBytes(db: Db, employeeIds: readonly number[], sha256s: readonly string[]) {
  return db
    .selectFrom('document_revisions')
    .innerJoin('documents', (on) =>
      on
        .onRef('documents.company_id', '=', 'document_revisions.company_id')
        .onRef('documents.id', '=', 'document_revisions.document_id'),
    )
    .select(['documents.employee_id', 'document_revisions.sha256', 'documents.created_at'])
    .where('document_revisions.sha256', '=', sql<string>`any(${sha256s})`)
    .where('documents.employee_id', '=', sql<number>`any(${employeeIds})`)
    .where('documents.state', 'in', standing)
    .execute()
}

/**
 * Documents that this user began to publish and that were left without the company's signature, each with its place
 * and the hashes of its files: they are continued instead of publishing others.
 */
export function interruptedAmong(
  db: Db,
  employees: readonly number[],
  sha256s: readonly string[],
  userId: number,
) {
  return db
    .selectFrom('documents')
    .innerJoin('document_revisions', (on) =>
      on
        .onRef('document_revisions.company_id', '=', 'documents.company_id')
        .onRef('document_revisions.document_id', '=', 'documents.id')
        .on('document_revisions.n', '=', 1),
    )
    .leftJoin('files as xml', (on) =>
      on.onRef('xml.company_id', '=', 'documents.company_id').onRef('xml.id', '=', 'documents.xml_file_id'),
    )
    .select([
      'documents.id',
      'documents.employee_id',
      'documents.type_id',
      'documents.period',
      'document_revisions.sha256',
      'xml.sha256 as xml',
    ])
    .where('documents.employee_id', '=', sql<number>`any(${employees})`)
    .where('documents.state', '=', 'waiting_company_signature')
    .where('documents.created_by', '=', userId)
    .where('document_revisions.sha256', '=', sql<string>`any(${sha256s})`)
    .orderBy('documents.id')
    .execute()
}

/**
 * Holds back whoever else publishes these types to these people, until the transaction ends; always in one order, so
 * that two who lock the same ones wait and never block.
 */
export async function lockPlaces(db: Db, company: number, places: readonly Place[]): Promise<void> {
  const names = places.map(({ employeeId, typeId }) => `publish ${company} ${employeeId} ${typeId}`)
  await sql`select pg_advisory_xact_lock(hashtextextended(name, 0))
    from (select distinct name from unnest(${names}::text[]) name order by name) names`.execute(db)
}

function documentsInReach(db: Db, viewer: Viewer) {
  return recipients(db)
    .innerJoin('documents', (on) =>
      on
        .onRef('documents.company_id', '=', 'employees.company_id')
        .onRef('documents.employee_id', '=', 'employees.id'),
    )
    .innerJoin('document_types', (on) =>
      on
        .onRef('document_types.company_id', '=', 'documents.company_id')
        .onRef('document_types.id', '=', 'documents.type_id'),
    )
    .where(visibleEmployees(viewer, 'documents.employee_id'))
    .where(visibleTypes(viewer, 'documents.type_id'))
}

/** Documents within reach among some ids, with the columns that signing and announcing them need. */
export function documentsToSign(db: Db, viewer: Viewer, ids: readonly number[]) {
  return documentsInReach(db, viewer)
    .innerJoin('companies', 'companies.id', 'documents.company_id')
    .select([
      'documents.id as document_id',
      'documents.state as document_state',
      'documents.revision',
      'documents.signing',
      'documents.period',
      'documents.type_id',
      'documents.type_version',
      'documents.pages',
      'documents.notify',
      'documents.verification_code',
      'document_types.name as type_name',
      'companies.country',
    ])
    .where('documents.id', '=', sql<number>`any(${ids})`)
    .execute()
}

/** A document within reach with what its replacement takes over. */
export function documentToReplace(db: Db, viewer: Viewer, id: number) {
  return documentsInReach(db, viewer)
    .innerJoin('companies', 'companies.id', 'documents.company_id')
    .select([
      'documents.state as document_state',
      'documents.period',
      'documents.sequence',
      'documents.label',
      'documents.expires_on',
      'documents.visible_from',
      'documents.type_id',
      'document_types.version as type_version',
      'companies.country',
    ])
    .where('documents.id', '=', id)
    .executeTakeFirst()
}

/**
 * Published documents within reach whose number, as it was read or typed at publication, is no longer their employee's,
 * each with the person within reach who has that number now. Its id is null where there is none.
 */
export function misplacedDocuments(db: Db, viewer: Viewer) {
  return documentsInReach(db, viewer)
    .innerJoin('companies', 'companies.id', 'documents.company_id')
    .leftJoin('employees as named', (on) =>
      on
        .onRef('named.company_id', '=', 'documents.company_id')
        .onRef('named.cuil', '=', 'documents.cuil_as_read')
        .on(visibleEmployees(viewer, 'named.id')),
    )
    .leftJoin('users as named_user', (on) =>
      on.onRef('named_user.company_id', '=', 'named.company_id').onRef('named_user.id', '=', 'named.id'),
    )
    .where('documents.state', '=', 'published')
    .whereRef('documents.cuil_as_read', '<>', 'employees.cuil')
}

/** Whether the tax id under which a document was published is another employee's by now, within reach or not. */
export async function isOfAnother(db: Db, document: number): Promise<boolean> {
  const found = await db
    .selectFrom('documents')
    .innerJoin('employees as named', (on) =>
      on
        .onRef('named.company_id', '=', 'documents.company_id')
        .onRef('named.cuil', '=', 'documents.cuil_as_read'),
    )
    .where('documents.id', '=', document)
    .whereRef('named.id', '<>', 'documents.employee_id')
    .select('named.id')
    .executeTakeFirst()
  return found !== undefined
}

/** Some misplaced documents, with what moving each of them needs. */
export function documentsToMove(db: Db, viewer: Viewer, ids: readonly number[]) {
  return misplacedDocuments(db, viewer)
    .where('documents.id', '=', sql<number>`any(${ids})`)
    .select([
      'documents.id as document_id',
      'documents.period',
      'documents.label',
      'documents.expires_on',
      'documents.visible_from',
      'documents.type_id',
      'documents.file_name',
      'documents.xml_file_id',
      'documents.cuil_as_read',
      'document_types.name as type_name',
      'document_types.version as type_version',
      'companies.country',
      'named.id as named_id',
    ])
    .orderBy('documents.id')
    .execute()
}

/** A page of the misplaced documents of an employee, the newest month first. */
export async function misplacedOf(
  db: Db,
  viewer: Viewer,
  employee: number,
  { limit, offset }: { limit: number; offset: number },
) {
  const theirs = misplacedDocuments(db, viewer).where('documents.employee_id', '=', employee)
  const rows = await theirs
    .select([
      'documents.id as document_id',
      'documents.period',
      'documents.file_name',
      'documents.cuil_as_read',
      'documents.signing',
      'documents.first_read_at',
      'documents.certificate_id',
      'document_types.id as type_id',
      'document_types.name as type_name',
      'named.id as named_id',
      'named_user.sort_name as named_name',
    ])
    .orderBy('documents.period', (by) => by.desc().nullsLast())
    .orderBy('documents.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const { total, movable } = await theirs
    .clearSelect()
    .select(({ fn }) => [fn.countAll<number>().as('total'), fn.count<number>('named.id').as('movable')])
    .executeTakeFirstOrThrow()
  return { rows, total, movable }
}

/** Documents that wait for the company's signature, the oldest first. */
export async function waitingDocuments(
  db: Db,
  viewer: Viewer,
  { limit, offset }: { limit: number; offset: number },
) {
  const waiting = documentsInReach(db, viewer).where('documents.state', 'in', publishingActs.sign)
  const rows = await waiting
    .innerJoin('users as creator', (on) =>
      on
        .onRef('creator.company_id', '=', 'documents.company_id')
        .onRef('creator.id', '=', 'documents.created_by'),
    )
    .leftJoin('certificates', (on) =>
      on
        .onRef('certificates.company_id', '=', 'documents.company_id')
        .onRef('certificates.id', '=', 'documents.certificate_id'),
    )
    .select((eb) => [
      'certificates.id as certificate_id',
      'certificates.holder_name',
      'certificates.expired_at',
      'certificates.valid_until',
      'documents.id as document_id',
      'documents.file_name',
      'documents.period',
      'documents.created_at',
      'document_types.id as type_id',
      'document_types.name as type_name',
      eb.ref('creator.sort_name').$notNull().as('created_by'),
    ])
    .orderBy('documents.id')
    .limit(limit)
    .offset(offset)
    .execute()
  const { total } = await waiting
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total }
}

/** The active certificates, whether there ever was one, and whether a type says where signatures stand. */
export async function signatureSetup(db: Db, now: Date) {
  const certificates = await db
    .selectFrom('certificates')
    .select([
      'id',
      'holder_name as nombre',
      'position as cargo',
      'company_name as razon_social',
      'valid_until as vigente_hasta',
      'expired_at',
    ])
    .orderBy('created_at', 'desc')
    .execute()
  const placed = await db
    .selectFrom('document_types')
    .innerJoin('document_type_versions as v', (on) =>
      on
        .onRef('v.company_id', '=', 'document_types.company_id')
        .onRef('v.type_id', '=', 'document_types.id')
        .onRef('v.version', '=', 'document_types.version'),
    )
    .select('document_types.id')
    .where('document_types.archived_at', 'is', null)
    .where('v.company_box', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  const active = certificates.filter((one) => !one.expired_at && one.vigente_hasta > now)
  return { active, ever: certificates.length > 0, placed: placed !== undefined }
}
