import { randomUUID } from 'node:crypto'
import { isIP } from 'node:net'
import formbody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
} from 'fastify'
import { areas, joints } from './areas.ts'
import type { Listed } from './http/api-page/page.ts'
import { serveApiPage } from './http/api-page/serve.ts'
import { serveHealth } from './http/health.ts'
import { serveMetrics } from './http/metrics.ts'
import { serveOldAddresses } from './http/old-addresses.ts'
import { openApi } from './http/openapi.ts'
import { limitPage } from './http/page-rate.ts'
import { servePages } from './http/pages.ts'
import { servePrivacyPage } from './http/privacy-page.ts'
import { findFont } from './http/plain-page.ts'
import { answerRefusals } from './http/refusals.ts'
import { refuseAll } from './shared/errors.ts'
import { answerHeaders } from './shared/answer-headers.ts'
import type { Api } from './shared/route.ts'
import type { Services } from './shared/services.ts'
import { findUnsound } from './shared/unsound.ts'

export interface AppOptions {
  /** Where the browser's part was built; absent: the API alone. */
  web?: string
  /** Tests: an error that its call doesn't declare is a failure. */
  strict?: boolean
}

/** Composes the HTTP server of what the areas contribute. */
export async function createApp(
  services: Services,
  { web, strict = false }: AppOptions = {},
): Promise<{ server: FastifyInstance; calls: Api['calls'] }> {
  const loggerInstance: FastifyBaseLogger = services.log
  const server: FastifyInstance = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: services.config.trustProxy,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    // The limit of routes that are no calls, the largest of which takes a provider's SAML answer.
    bodyLimit: 128 * 1024,
    requestTimeout: 120_000,
    forceCloseConnections: 'idle',
  })
  await server.register(formbody)
  await server.register(multipart, { throwFileSizeLimit: true })
  // Connections that are kept alive would hold up a stop until their browsers forget them, more than a minute.
  let closing = false
  server.addHook('preClose', async () => void (closing = true))
  // A proxy may pass on any text that a client sent: an invalid address counts as absent.
  server.addHook('onRequest', async (request) => {
    if (!isIP(request.ip)) delete request.raw.headers['x-forwarded-for']
  })
  const headers = Object.entries(answerHeaders(services.config))
  server.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close')
    for (const [name, value] of headers) if (!reply.hasHeader(name)) reply.header(name, value)
  })
  // A call's input is checked with its schema; routes that are no calls have none.
  server.addHook('preHandler', async ({ params, query, body, routeOptions }) => {
    const unsound = routeOptions.config.call ? null : findUnsound({ params, query, body })
    if (unsound) refuseAll([unsound])
  })
  // No address, name or query is logged: only the route, the result, and the numbers of request, company and user.
  server.addHook('onResponse', async (request, reply) => {
    if (closing) setImmediate(() => server.server.closeIdleConnections())
    services.log.info({
      requestId: request.id,
      method: request.method,
      route: request.routeOptions.url ?? null,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      company: request.session?.company,
      user: request.session?.userId,
      refusal: request.refusalCode,
    })
  })
  answerRefusals(server, services, strict)
  serveHealth(server, services)
  const font = findFont(web)
  servePrivacyPage(server, services.config.pages, font)
  serveMetrics(server, services)

  const calls: Api['calls'] = []
  const listed: Listed[] = []
  await server.register(
    async (scoped) => {
      const api: Api = { server: scoped, services, calls }
      for (const { name, routes } of areas) {
        const before = calls.length
        routes?.(api, joints)
        listed.push(...calls.slice(before).map((call) => ({ area: name, call })))
      }
      serveApiPage(scoped, services, listed, services.config.apiBase, font)
      let document: Promise<object> | null = null
      const rated = { onRequest: (request: FastifyRequest) => limitPage(services, request) }
      scoped.get('/openapi.json', rated, () => (document ??= openApi(calls, services.config.apiBase)))
    },
    { prefix: services.config.apiBase },
  )
  serveOldAddresses(server, services.config.outside)
  if (web) await servePages(server, web, services.config)
  return { server, calls }
}
