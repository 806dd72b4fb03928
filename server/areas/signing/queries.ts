import type { WrappedKey } from '#pdf/keys.ts'
import type { Db } from '#server/shared/tenancy.ts'

declare module '#server/db/schema.ts' {
  interface JsonColumns {
    'certificates.wrapped_key': WrappedKey
  }
}

/** The columns of a certificate that signing needs. */
export function signingCertificate(db: Db, id: number) {
  return db
    .selectFrom('certificates')
    .innerJoin('companies', 'companies.id', 'certificates.company_id')
    .leftJoin('files', (on) =>
      on
        .onRef('files.company_id', '=', 'certificates.company_id')
        .onRef('files.id', '=', 'certificates.signature_file_id'),
    )
    .select([
      'certificates.id',
      'certificates.licensed',
      'certificates.holder_name',
      'certificates.position',
      'certificates.chain',
      'certificates.serial',
      'certificates.wrapped_key',
      'certificates.valid_until as vigente_hasta',
      'certificates.expired_at as vencido',
      'files.key as picture_key',
      'companies.colour_primary as colour',
    ])
    .where('certificates.id', '=', id)
    .executeTakeFirst()
}

/** Where the signatures of documents of a type stand, as that version of the type says. */
export function typeVersion(db: Db, typeId: number, version: number) {
  return db
    .selectFrom('document_type_versions')
    .select(['signature_page', 'signature_page_number', 'company_box', 'employee_box'])
    .where('type_id', '=', typeId)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
}
