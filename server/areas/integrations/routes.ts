import { integrations } from '#contract/integrations.ts'
import { type Api, route } from '#server/shared/route.ts'
import { getSettings } from '#server/shared/settings.ts'

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
}
