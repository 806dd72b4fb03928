import { company } from '#contract/company.ts'
import { companyBySlug } from '../../shared/across.ts'
import { refuse } from '../../shared/errors.ts'
import { type Api, publicRoute, route } from '../../shared/route.ts'
import { logoFile } from './operations.ts'
import { companyCardOf } from './queries.ts'

export function registerCompany(api: Api): void {
  route(api, company.current, (ctx) => ctx.read((tx) => companyCardOf(tx.db, ctx.services.clock())))

  publicRoute(api, company.logo, ({ services }, { id }) => logoFile(services, id))

  publicRoute(api, company.loginCustom, async ({ services }, { company: slug }) => {
    const found = await companyBySlug(services.database.pool, slug)
    if (!found) refuse('NOT_FOUND')
    return {
      loginCustom: {
        nombre: found.name,
        id: found.id,
        colores: { primario: found.colour_primary },
        // Single sign-on is offered by a provider's row, of which there is none yet.
        admin: { sso: { showButton: false } },
      },
    }
  })
}
