import { company } from '#contract/company/company.ts'
import { companySignIn, signInPage } from '#contract/company/sign-in-page.ts'
import { companyBySlug } from '#server/shared/across.ts'
import { refuse } from '#server/shared/errors.ts'
import { type Api, publicRoute, route } from '#server/shared/route.ts'
import { logoFile } from './operations.ts'
import { companyCardOf, ssoOfferOf } from './queries.ts'

export function registerCompany(api: Api): void {
  route(api, company.current, (ctx) => ctx.read((tx) => companyCardOf(tx.db, ctx.services.clock())))

  publicRoute(api, company.logo, ({ services }, { id }) => logoFile(services, id))

  publicRoute(
    api,
    companySignIn.loginCustom,
    async ({ services: { database, tenant } }, { company: slug }) => {
      const found = await companyBySlug(database.pool, slug)
      if (!found) refuse('NOT_FOUND')
      return {
        loginCustom: {
          nombre: found.name,
          id: found.id,
          pais: found.country,
          colores: { primario: found.colour_primary },
          // One that an older version took and this one doesn't is as none.
          pagina: signInPage.safeParse(found.sign_in_page).data ?? null,
          admin: { sso: await tenant(found.id).read(ssoOfferOf) },
        },
      }
    },
  )
}
