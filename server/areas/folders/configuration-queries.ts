import { sql } from 'kysely'
import type { Box, TypeConfiguration } from '#contract/type-configuration.ts'
import type { Db } from '../../shared/tenancy.ts'

/** What a version says of pages and positions, in the specification's words. */
export function configurationOf(
  db: Db,
  typeId: number,
  version: number,
): Promise<TypeConfiguration & { sample_name: string | null }> {
  return db
    .selectFrom('document_type_versions')
    .where('type_id', '=', typeId)
    .where('version', '=', version)
    .select([
      'signature_page as pagina',
      'signature_page_number as numero',
      sql<Box | null>`company_box`.as('empresa'),
      sql<Box | null>`employee_box`.as('colaborador'),
      sql<TypeConfiguration['papel']>`coalesce(paper, 'A4')`.as('papel'),
      sql<TypeConfiguration['orientacion']>`coalesce(orientation, 'portrait')`.as('orientacion'),
      sql<TypeConfiguration['giro']>`rotation`.as('giro'),
      sql<Box | null>`cut`.as('corte'),
      'pagination as paginacion',
      'own_pdf as pdf_propio',
      'sample_name',
    ])
    .executeTakeFirstOrThrow()
}

/** Where the sample of a version lies; undefined where it has none. */
export function sampleOf(db: Db, typeId: number, version: number) {
  return db
    .selectFrom('document_type_versions as v')
    .innerJoin('files', (on) =>
      on.onRef('files.company_id', '=', 'v.company_id').onRef('files.id', '=', 'v.sample_file_id'),
    )
    .where('v.type_id', '=', typeId)
    .where('v.version', '=', version)
    .select(['files.key', sql<string>`coalesce(v.sample_name, 'muestra.pdf')`.as('name')])
    .executeTakeFirst()
}
