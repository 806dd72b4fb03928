import { sql } from 'kysely'
import type { Box, TypeConfiguration } from '#contract/folders/configuration.ts'
import type { Db } from '#server/shared/tenancy.ts'

/** Where the company signs, of a version `v`, in the specification's words. */
export const placeColumns = [
  'v.signature_page as pagina',
  'v.signature_page_number as numero',
  sql<Box | null>`v.company_box`.as('empresa'),
  sql<TypeConfiguration['papel']>`coalesce(v.paper, 'A4')`.as('papel'),
  sql<TypeConfiguration['orientacion']>`coalesce(v.orientation, 'portrait')`.as('orientacion'),
  sql<Box | null>`v.cut`.as('corte'),
  'v.pagination as paginacion',
] as const

/** The pages and positions configured in a version, in the specification's words. */
export function configurationOf(
  db: Db,
  typeId: number,
  version: number,
): Promise<TypeConfiguration & { sample_name: string | null }> {
  return db
    .selectFrom('document_type_versions as v')
    .where('v.type_id', '=', typeId)
    .where('v.version', '=', version)
    .select(placeColumns)
    .select([
      sql<Box | null>`v.employee_box`.as('colaborador'),
      sql<TypeConfiguration['giro']>`v.rotation`.as('giro'),
      'v.halves as dos_por_hoja',
      'v.own_pdf as pdf_propio',
      'v.sample_name',
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
