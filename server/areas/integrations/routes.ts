import { countries, type Country } from '#contract/fields.ts'
import { integrations } from '#contract/integrations.ts'
import { refuse } from '#server/shared/errors.ts'
import { type Api, route } from '#server/shared/route.ts'
import { getSettings } from '#server/shared/settings.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { search } from './choices.ts'
import { addressTypes, listOfCountry, nationalities } from './lists.ts'
import { listCountries, listPlaces, listStates } from './places.ts'

export function registerIntegrations(api: Api): void {
  route(api, integrations.check, ({ read }, { service_type }) =>
    read(async (tx) => {
      const settings = await getSettings(tx)
      return { activate: service_type === 'onboarding' && settings['integrations.onboarding'] ? 1 : 0 }
    }),
  )

  route(api, integrations.payroll, ({ read }) =>
    read(async (tx) => {
      const settings = await getSettings(tx)
      // Salary advances are an outside application's: none is connected.
      return { activate: settings['integrations.payroll'] ? 1 : 0, salaryAdvance: 0 }
    }),
  )

  route(api, integrations.countries, ({ request }) => listCountries(request.language))

  route(api, integrations.states, async (_, { id }) => (await listStates(id)) ?? refuse('NOT_FOUND', 'id'))

  route(api, integrations.cities, async (_, { country, state, buscar }) => {
    if (!(await listStates(country))) refuse('NOT_FOUND', 'country')
    const found = state.startsWith(`${country}-`) ? await listPlaces('cities', state) : null
    return search(found ?? refuse('NOT_FOUND', 'state'), buscar)
  })

  route(api, integrations.counties, async (_, { state, buscar }) =>
    search((await listPlaces('counties', state)) ?? refuse('NOT_FOUND', 'state'), buscar),
  )

  route(api, integrations.maritalStatuses, async ({ request, read }) =>
    listOfCountry('maritalstatus', await read(countryOfCompany), request.language),
  )

  route(api, integrations.addressTypes, async ({ request }) => addressTypes(request.language))

  route(api, integrations.nationalities, async ({ request }) => nationalities(request.language))

  route(api, integrations.streetTypes, async ({ request, read }) =>
    listOfCountry('via', await read(countryOfCompany), request.language),
  )

  route(api, integrations.zoneTypes, async ({ request, read }) =>
    listOfCountry('zone-type', await read(countryOfCompany), request.language),
  )

  route(api, integrations.organizationModels, ({ read }) =>
    read(({ db }) =>
      db
        .selectFrom('organization_models')
        .select(['id', 'name as nombre'])
        .orderBy('name')
        .orderBy('id')
        .limit(1000)
        .execute(),
    ),
  )
}

async function countryOfCompany({ db }: Tx): Promise<Country> {
  const { country } = await db.selectFrom('companies').select('country').executeTakeFirstOrThrow()
  return countries.find((each) => each === country) ?? 'AR'
}
