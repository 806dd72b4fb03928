import type { Area } from '#server/shared/area.ts'
import { registerPlaces } from './routes.ts'

/** The start of the employees' site: everything that waits for a person, in one call. */
export const placesArea = {
  name: 'places',
  routes: (api, { kindsOfApproval }) => registerPlaces(api, kindsOfApproval),
  sweeps: [{ table: 'notifications', column: 'at', days: 90 }],
} satisfies Area
