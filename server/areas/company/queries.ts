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

/** Whether a company's sign-in page offers single sign-on, and whether nothing else opens a session (`unico`). */
export async function ssoOfferOf(db: Db) {
  const row = await db
    .selectFrom('sso_providers')
    .select(['show_button', 'button_text', 'only_sso'])
    .executeTakeFirst()
  return {
    // The button can't be hidden where nothing else opens.
    showButton: row ? row.show_button || row.only_sso : false,
    texto: row?.button_text ?? null,
    unico: row?.only_sso ?? false,
  }
}
