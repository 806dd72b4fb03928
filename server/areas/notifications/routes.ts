import { notifications } from '#contract/notifications.ts'
import { type Api, route } from '#server/shared/route.ts'
import { noticesNow } from './queries.ts'

export function registerNotifications(api: Api): void {
  route(api, notifications.push, async ({ read, services, request }) => {
    const now = services.clock()
    const shown = await read(({ db }) => noticesNow(db, 'push', request.language, now))
    return shown.map((notice) => ({ ...notice, visualizacion: 1 as const }))
  })

  route(api, notifications.serviceOutage, async ({ read, services, request }) => {
    const now = services.clock()
    const [outage] = await read(({ db }) => noticesNow(db, 'outage', request.language, now))
    return outage ?? null
  })

  // Nothing here asks anybody for a file of their leave.
  route(api, notifications.fileUploadLicenses, async () => [])
}
