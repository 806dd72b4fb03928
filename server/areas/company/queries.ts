import type { CompanyCard } from '#contract/company/company.ts'
import { formerColoursKept } from '#contract/company/brand.ts'
import { colourColumns, coloursOf, logoVersionOf } from '#server/shared/brand.ts'
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
      'companies.logo_set_at',
      ...colourColumns,
      'installation.demonstration',
    ])
    .executeTakeFirstOrThrow()
  return {
    id: row.id,
    nombre: row.nombre,
    slug: row.slug,
    pais: row.country as CompanyCard['pais'],
    zona: row.zona,
    colores: coloursOf(row),
    logo: logoVersionOf(row),
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

/** The colours that the company had before, the newest first, with who replaced them. */
export function formerColours(db: Db) {
  return db
    .selectFrom('former_colours')
    .leftJoin('users', (on) =>
      on
        .onRef('users.company_id', '=', 'former_colours.company_id')
        .onRef('users.id', '=', 'former_colours.replaced_by'),
    )
    .select(['former_colours.id', 'former_colours.colours', 'former_colours.replaced_at'])
    .select(['users.first_name', 'users.last_name'])
    .orderBy('former_colours.id', 'desc')
    .limit(formerColoursKept)
    .execute()
}
