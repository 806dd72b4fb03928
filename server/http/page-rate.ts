import type { FastifyRequest } from 'fastify'
import { countedAddress } from '../shared/identity/counted-address.ts'
import { limit } from '../shared/identity/throttle.ts'
import type { Services } from '../shared/services.ts'

/** Answers a minute for one address; a monitor that asks every five seconds needs 12. */
const perMinute = 60

/** Refuses with TOO_MANY_REQUESTS beyond the rate of a page that is served outside the calls of the contract. */
export async function limitPage(services: Services, request: FastifyRequest): Promise<void> {
  const route = request.routeOptions.url ?? ''
  await limit(services, `${route} ${countedAddress(request.ip)}`, perMinute)
}
