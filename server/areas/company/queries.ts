import type { CompanyCard } from '#contract/company/company.ts'
import type { Db } from '#server/shared/tenancy.ts'
import { today } from '#server/shared/today.ts'

/** The company of the transaction, for the frame of both sites. */
export async function companyCardOf(db: Db, now: Date): Promise<CompanyCard> {
  const row = await db
    .selectFrom('companies')
    .innerJoin('installation', (on) => on.onTrue())
    .select([
      'companies.id',
      'companies.name as nombre',
      'companies.slug',
      'companies.country',
      'companies.zone as zona',
      'companies.colour_primary',
      'companies.colour_secondary',
      'companies.colour_active',
      'companies.colour_title',
      'companies.icon_text',
      'installation.demonstration',
    ])
    .executeTakeFirstOrThrow()
  return {
    id: row.id,
    nombre: row.nombre,
    slug: row.slug,
    pais: row.country as CompanyCard['pais'],
    zona: row.zona,
    colores: {
      primario: row.colour_primary,
      secundario: row.colour_secondary,
      activo: row.colour_active,
      titulo: row.colour_title,
      texto_icono: row.icon_text as '#000000' | '#ffffff' | null,
    },
    demostracion: row.demonstration !== null,
    hoy: today(row.zona, now),
  }
}
