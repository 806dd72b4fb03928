import type { FastifyInstance } from 'fastify'
import { legacyPaths, legacyTarget } from '#contract/shell/legacy-paths.ts'
import { type ExternalAddress, externalAddresses, screenOf } from '#contract/permissions/permissions.ts'
import type { Config } from '../config.ts'

/** The screen of ours that stands where an outside application has no address. */
const ours = { dashboard: 'home', tasks: 'fileUploadResume', account: 'account' } as const

/**
 * Addresses of the portal before this one lead to the screens that took their place, and those of applications
 * outside to where the installation says, else to ours. A GET never ends a session: /salir leads to a page that asks.
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
