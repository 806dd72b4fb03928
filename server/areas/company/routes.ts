import { brand } from '#contract/company/brand.ts'
import { fiveColours } from '#contract/company/five-colours.ts'
import { company } from '#contract/company/company.ts'
import { defaultColours } from '#contract/palette.ts'
import { welcome } from '#contract/company/welcome.ts'
import { companySignIn, signInPage } from '#contract/company/sign-in-page.ts'
import { companyBySlug } from '#server/shared/across.ts'
import { colourColumns, coloursOf, logoVersionOf } from '#server/shared/brand.ts'
import { refuse } from '#server/shared/errors.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import { type Api, publicRoute, route } from '#server/shared/route.ts'
import { setColours } from './colours.ts'
import { replaceLogo } from './logo.ts'
import { logoFile } from './operations.ts'
import { sendWelcome, showWelcome, testWelcome } from './welcome.ts'
import { companyCardOf, formerColours, ssoOfferOf } from './queries.ts'

export function registerCompany(api: Api): void {
  route(api, company.current, (ctx) => ctx.read((tx) => companyCardOf(tx.db, ctx.services.clock())))

  route(api, brand.colours, ({ read }) =>
    read(async ({ db }) => {
      const row = await db.selectFrom('companies').select(colourColumns).executeTakeFirstOrThrow()
      const former = await formerColours(db)
      return {
        actuales: coloursOf(row),
        de_fabrica: defaultColours,
        anteriores: former.map(({ colours, replaced_at, first_name, last_name }) => ({
          colores: fiveColours.parse(colours),
          hasta: replaced_at,
          quien: first_name === null ? null : `${first_name} ${last_name}`,
        })),
      }
    }),
  )

  route(api, brand.setColours, (context, colours) => context.act((tx) => setColours(tx, context, colours)))

  route(api, brand.setLogo, async ({ services, session, evidence }, _, file) => {
    await replaceLogo(services, session.company, file.bytes, async (tx) => {
      const subject = { kind: 'company', id: tx.company } as const
      await recordEvent(tx, { subject, act: 'logo_set', at: services.clock(), ...evidence })
    })
    return {}
  })

  route(api, welcome.state, showWelcome)

  route(api, welcome.send, sendWelcome)

  route(api, welcome.test, testWelcome)

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
          logo: logoVersionOf(found),
          // One that an older version took and this one doesn't is as none.
          pagina: signInPage.safeParse(found.sign_in_page).data ?? null,
          admin: { sso: await tenant(found.id).read(ssoOfferOf) },
        },
      }
    },
  )
}
