import type { FastifyInstance } from 'fastify'
import { legacyPaths, legacyTarget } from '#contract/shell/legacy-paths.ts'
import { type ExternalAddress, externalAddresses, screenOf } from '#contract/permissions/permissions.ts'
import type { Config } from '../config.ts'

/** Our screen for each external application without a configured address. */
const ours = { dashboard: 'home', tasks: 'fileUploadResume', account: 'account' } as const

/**
 * Redirects addresses of the previous portal to the current screens, and those of external applications to the
 * configured address, else to our screen. A GET never ends a session: /salir opens a page that asks.
 */
export function serveOldAddresses(server: FastifyInstance, outside: Config['outside']): void {
  for (const path of Object.keys(legacyPaths) as (keyof typeof legacyPaths)[])
    server.get<{ Querystring: Record<string, unknown> }>(path, (request, reply) => {
      const { screen, id, query = '' } = legacyTarget(path, request.query)
      return reply.redirect(`/s${screenOf(screen).path.replace(':id', id ?? '')}${query}`, 302)
    })
  for (const name of Object.keys(externalAddresses) as ExternalAddress[])
    server.get(externalAddresses[name], (_request, reply) =>
      reply.redirect(outside[name] ?? `/s${screenOf(ours[name]).path}`, 302),
    )
}
