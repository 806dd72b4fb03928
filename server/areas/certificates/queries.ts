import type { Pagination } from '#contract/call.ts'
import { type Certificate, type CertificateState, certificateStateOf } from '#contract/certificates.ts'
import { certificateFacts } from '#pdf/x509.ts'
import { paginationOf, rowsOf } from '#server/shared/list.ts'
import type { Db } from '#server/shared/tenancy.ts'
import { type Viewer, visibleEmployees, visibleTypes } from '#server/shared/visibility.ts'

/** Rows of certificates as the wire names them, with what waits for them within the viewer's reach. */
function asOnTheWire(db: Db, viewer: Viewer) {
  return db
    .selectFrom('certificates')
    .innerJoin('users as creator', (on) =>
      on
        .onRef('creator.company_id', '=', 'certificates.company_id')
        .onRef('creator.id', '=', 'certificates.created_by'),
    )
    .leftJoin('users as ender', (on) =>
      on
        .onRef('ender.company_id', '=', 'certificates.company_id')
        .onRef('ender.id', '=', 'certificates.expired_by'),
    )
    .select((eb) => [
      'certificates.id',
      'certificates.holder_name as nombre',
      'certificates.position as cargo',
      'certificates.mail',
      'certificates.tax_id as cuil',
      'certificates.company_name as razon_social',
      'certificates.company_tax_id as cuit',
      'certificates.kind as tipo',
      'certificates.licensed as licenciada',
      'certificates.chain',
      'certificates.serial as numero_serie',
      'certificates.valid_from as vigente_desde',
      'certificates.valid_until as vigente_hasta',
      'certificates.expired_at as vencido',
      'ender.sort_name as vencido_por',
      'certificates.created_at as creado',
      eb.ref('creator.sort_name').$notNull().as('creado_por'),
      eb
        .selectFrom('documents')
        .select((count) => count.fn.countAll<number>().as('count'))
        .whereRef('documents.certificate_id', '=', 'certificates.id')
        .where('documents.state', '=', 'waiting_company_signature')
        .where(visibleEmployees(viewer, 'documents.employee_id'))
        .where(visibleTypes(viewer, 'documents.type_id'))
        .as('esperan'),
    ])
}

type Row = Awaited<ReturnType<ReturnType<typeof asOnTheWire>['executeTakeFirstOrThrow']>>
type Stated = Omit<Row, 'chain' | 'esperan'> & Pick<Certificate, 'estado' | 'emisor' | 'clave' | 'esperan'>

/** A page of the list, the active ones first, and how many there are in all. */
export async function certificatesPage(
  db: Db,
  viewer: Viewer,
  now: Date,
  paging: { page: number; perPage: number },
): Promise<{ data: Stated[]; pagination: Pagination }> {
  const { limit, offset } = rowsOf(paging)
  const rows = await asOnTheWire(db, viewer)
    .orderBy((eb) => eb.and([eb('certificates.expired_at', 'is', null), eb('valid_until', '>', now)]), 'desc')
    .orderBy('certificates.created_at', 'desc')
    .orderBy('certificates.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const { total } = await db
    .selectFrom('certificates')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { data: rows.map((row) => withState(row, now)), pagination: paginationOf(total, paging) }
}

export async function certificateById(
  db: Db,
  viewer: Viewer,
  now: Date,
  id: number,
): Promise<Stated | undefined> {
  const row = await asOnTheWire(db, viewer).where('certificates.id', '=', id).executeTakeFirst()
  return row && withState(row, now)
}

function withState({ chain, esperan, ...row }: Row, now: Date): Stated {
  const { issuer, key } = certificateFacts(chain[0] ?? new Uint8Array())
  const emisor = issuer.commonName ?? issuer.organization ?? ''
  return { ...row, estado: certificateStateOf(row, now), emisor, clave: key, esperan: esperan ?? 0 }
}

/** Whether a certificate can still sign; undefined where there is none. */
export async function stateOf(db: Db, now: Date, id: number): Promise<CertificateState | undefined> {
  const row = await db
    .selectFrom('certificates')
    .select(['expired_at as vencido', 'valid_until as vigente_hasta'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row && certificateStateOf(row, now)
}

/** Whether this certificate (DER) was ever the company's. */
export async function isKnown(db: Db, certificate: Uint8Array): Promise<boolean> {
  const { serialNumber } = certificateFacts(certificate)
  const rows = await db
    .selectFrom('certificates')
    .select('chain')
    .where('serial', '=', serialNumber)
    .execute()
  return rows.some(({ chain }) => chain[0]?.equals(certificate))
}

export async function activeCount(db: Db, now: Date): Promise<number> {
  const { active } = await db
    .selectFrom('certificates')
    .select((eb) => eb.fn.countAll<number>().as('active'))
    .where('expired_at', 'is', null)
    .where('valid_until', '>', now)
    .executeTakeFirstOrThrow()
  return active
}

/** Locks the count of this company's active certificates until the transaction ends. */
export async function lockCount(db: Db): Promise<void> {
  await db.selectFrom('companies').select('id').forUpdate().execute()
}

export type Employer = NonNullable<Awaited<ReturnType<typeof companyOf>>>

/** An employer as its certificates name it, with the company's country. */
export function companyOf(db: Db, employerId: number) {
  return db
    .selectFrom('employers')
    .innerJoin('companies', 'companies.id', 'employers.company_id')
    .select(['employers.legal_name', 'employers.tax_id', 'companies.country'])
    .where('employers.id', '=', employerId)
    .executeTakeFirst()
}

export function employers(db: Db) {
  return db
    .selectFrom('employers')
    .select(['id', 'legal_name as razon_social', 'tax_id as cuit'])
    .orderBy('legal_name')
    .execute()
}

/** Whether somebody has the profile that may create and expire certificates, which only the operator gives. */
export async function isCertificateHolder(db: Db, userId: number): Promise<boolean> {
  const held = await db
    .selectFrom('user_profiles')
    .innerJoin('profiles', (on) =>
      on
        .onRef('profiles.company_id', '=', 'user_profiles.company_id')
        .onRef('profiles.id', '=', 'user_profiles.profile_id'),
    )
    .select('profiles.id')
    .where('user_profiles.user_id', '=', userId)
    .where('profiles.kind', '=', 'certificate_holder')
    .executeTakeFirst()
  return held !== undefined
}

/** Hashes of the passwords of every certificate that the company ever had. */
export async function passwordHashes(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('certificates').select('password_hash').orderBy('id', 'desc').execute()
  return rows.map((row) => row.password_hash)
}

/** Where the picture of a certificate's handwritten signature lies. */
export function signatureFile(db: Db, id: number) {
  return db
    .selectFrom('certificates')
    .innerJoin('files', (on) =>
      on
        .onRef('files.company_id', '=', 'certificates.company_id')
        .onRef('files.id', '=', 'certificates.signature_file_id'),
    )
    .select('files.key')
    .where('certificates.id', '=', id)
    .executeTakeFirst()
}

/** The active certificates that end before a moment, the row held until the transaction ends, with their zone. */
export function endingCertificates(db: Db, now: Date, before: Date) {
  return db
    .selectFrom('certificates')
    .innerJoin('companies', 'companies.id', 'certificates.company_id')
    .select([
      'certificates.id',
      'certificates.holder_name',
      'certificates.valid_until',
      'certificates.warned_days',
      'companies.zone',
    ])
    .where('certificates.expired_at', 'is', null)
    .where('certificates.valid_until', '>', now)
    .where('certificates.valid_until', '<=', before)
    .orderBy('certificates.id')
    .forUpdate('certificates')
    .execute()
}
export type EndingCertificate = Awaited<ReturnType<typeof endingCertificates>>[number]
