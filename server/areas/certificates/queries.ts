import type { Pagination } from '#contract/call.ts'
import { type Certificate, certificateStateOf } from '#contract/certificates.ts'
import { paginationOf, rowsOf } from '../../shared/list.ts'
import type { Db } from '../../shared/tenancy.ts'

/** Rows of certificates as the wire names them. */
function asOnTheWire(db: Db) {
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
      'certificates.serial as numero_serie',
      'certificates.valid_from as vigente_desde',
      'certificates.valid_until as vigente_hasta',
      'certificates.expired_at as vencido',
      'ender.sort_name as vencido_por',
      'certificates.created_at as creado',
      eb.ref('creator.sort_name').$notNull().as('creado_por'),
    ])
}

type Row = Awaited<ReturnType<ReturnType<typeof asOnTheWire>['executeTakeFirstOrThrow']>>
type Stated = Row & Pick<Certificate, 'estado'>

/** A page of the list, the active ones first, and how many there are in all. */
export async function certificatesPage(
  db: Db,
  now: Date,
  paging: { page: number; perPage: number },
): Promise<{ data: Stated[]; pagination: Pagination }> {
  const { limit, offset } = rowsOf(paging)
  const rows = await asOnTheWire(db)
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
  return { data: rows.map((row) => stated(row, now)), pagination: paginationOf(total, paging) }
}

export async function certificateById(db: Db, now: Date, id: number): Promise<Stated | undefined> {
  const row = await asOnTheWire(db).where('certificates.id', '=', id).executeTakeFirst()
  return row && stated(row, now)
}

function stated(row: Row, now: Date): Stated {
  return { ...row, estado: certificateStateOf(row, now) }
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

/** Holds back whoever else is about to count this company's active certificates, until the transaction ends. */
export async function lockCount(db: Db): Promise<void> {
  await db.selectFrom('companies').select('id').forUpdate().execute()
}

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
