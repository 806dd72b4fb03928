import { company } from '#contract/company.ts'
import { companyBySlug, logoOf } from '../../shared/across.ts'
import { refuse } from '../../shared/errors.ts'
import { type Api, publicRoute, route } from '../../shared/route.ts'
import { defaultLogo } from './default-logo.ts'
import { companyCardOf } from './queries.ts'

const logoCacheSeconds = 300

export function registerCompany(api: Api): void {
  route(api, company.current, (ctx) => ctx.read((tx) => companyCardOf(tx.db, ctx.services.clock())))

  publicRoute(api, company.logo, async ({ services }, { id }) => {
    const logo = await logoOf(services.database.pool, id)
    // A company's logo was re-encoded when it was taken.
    const body = logo ? await services.files.read(logo.key) : await defaultLogo()
    return { body, type: 'image/png' as const, cacheSeconds: logoCacheSeconds }
  })

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
