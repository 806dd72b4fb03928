import { randomUUID } from 'node:crypto'
import formbody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { registerAccount } from './areas/account/routes.ts'
import { registerApprovals } from './areas/approvals/routes.ts'
import { registerAnalysis } from './areas/analysis/routes.ts'
import { registerBackup } from './areas/backup/routes.ts'
import { registerCertificates } from './areas/certificates/routes.ts'
import { registerCompany } from './areas/company/routes.ts'
import { registerDocuments } from './areas/documents/routes.ts'
import { registerEmployees } from './areas/employees/routes.ts'
import { registerFolders } from './areas/folders/routes.ts'
import { registerGeneric } from './areas/generic/routes.ts'
import { registerHome } from './areas/home/routes.ts'
import { registerInbox } from './areas/inbox/routes.ts'
import { registerIntegrations } from './areas/integrations/routes.ts'
import { releaseOfPublication } from './areas/massive/operations.ts'
import { registerMassive } from './areas/massive/routes.ts'
import { registerMe } from './areas/me/routes.ts'
import { registerNotifications } from './areas/notifications/routes.ts'
import { registerPapers } from './areas/papers/routes.ts'
import { registerPermissions } from './areas/permissions/routes.ts'
import { registerProcesses } from './areas/processes/routes.ts'
import { registerPublishing } from './areas/publishing/routes.ts'
import { registerPush } from './areas/push/routes.ts'
import { registerRelations } from './areas/relations/routes.ts'
import { registerReminders } from './areas/reminders/routes.ts'
import { registerReports } from './areas/reports/routes.ts'
import { registerSecurity } from './areas/security/routes.ts'
import { registerOlderCalls } from './areas/session/older-routes.ts'
import { registerSession } from './areas/session/routes.ts'
import { registerShell } from './areas/shell/routes.ts'
import { registerSso } from './areas/sso/routes.ts'
import { registerVerification } from './areas/verification/routes.ts'
import { registerViews } from './areas/views/routes.ts'
import type { Listed } from './http/api-page/page.ts'
import { serveApiPage } from './http/api-page/serve.ts'
import { serveHealth } from './http/health.ts'
import { serveMetrics } from './http/metrics.ts'
import { serveOldAddresses } from './http/old-addresses.ts'
import { openApi } from './http/openapi.ts'
import { servePages } from './http/pages.ts'
import { servePrivacyPage } from './http/privacy-page.ts'
import { answerRefusals } from './http/refusals.ts'
import type { Api } from './shared/route.ts'
import type { Services } from './shared/services.ts'

export interface AppOptions {
  /** Where the browser's part was built; absent: the API alone. */
  web?: string
  /** Tests: an error that its call doesn't declare is a failure. */
  strict?: boolean
}

/** Kinds of approval, each carried out by its own area. */
const kindsOfApproval = { publication: releaseOfPublication }

/** The areas, each with what binds its calls. */
const areas: Record<string, (api: Api) => void> = {
  account: registerAccount,
  analysis: registerAnalysis,
  backup: registerBackup,
  certificates: registerCertificates,
  company: registerCompany,
  documents: registerDocuments,
  employees: registerEmployees,
  folders: registerFolders,
  home: registerHome,
  inbox: registerInbox,
  integrations: registerIntegrations,
  approvals: (api) => registerApprovals(api, kindsOfApproval),
  generic: registerGeneric,
  massive: registerMassive,
  me: registerMe,
  notifications: registerNotifications,
  papers: registerPapers,
  permissions: registerPermissions,
  processes: registerProcesses,
  publishing: registerPublishing,
  push: registerPush,
  relations: registerRelations,
  reminders: registerReminders,
  reports: registerReports,
  security: registerSecurity,
  session: (api) => {
    registerSession(api)
    registerOlderCalls(api)
  },
  shell: (api) => registerShell(api, kindsOfApproval),
  sso: registerSso,
  verification: registerVerification,
  views: registerViews,
}

/** Composes the HTTP server: the areas, listed by hand. */
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
    bodyLimit: 1_048_576,
    requestTimeout: 120_000,
    forceCloseConnections: 'idle',
  })
  await server.register(formbody)
  await server.register(multipart, { throwFileSizeLimit: true })
  // Connections that are kept alive would hold up a stop until their browsers forget them, more than a minute.
  let closing = false
  server.addHook('preClose', async () => void (closing = true))
  server.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close')
    reply.header('x-content-type-options', 'nosniff')
    reply.header('referrer-policy', 'same-origin')
    if (services.config.publicUrl.startsWith('https:')) {
      reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
    }
  })
  // No address, name or query in a log: the route, what came of it, and a number to ask by.
  server.addHook('onResponse', async (request, reply) => {
    if (closing) setImmediate(() => server.server.closeIdleConnections())
    services.log.info({
      requestId: request.id,
      method: request.method,
      route: request.routeOptions.url ?? null,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      company: request.session?.company,
    })
  })
  answerRefusals(server, services, strict)
  serveHealth(server, services)
  servePrivacyPage(server, services.config.pages)
  serveMetrics(server, services)

  const calls: Api['calls'] = []
  const listed: Listed[] = []
  await server.register(
    async (scoped) => {
      const api: Api = { server: scoped, services, calls }
      for (const [area, register] of Object.entries(areas)) {
        const before = calls.length
        register(api)
        listed.push(...calls.slice(before).map((call) => ({ area, call })))
      }
      serveApiPage(scoped, listed, services.config.apiBase)
      const document = openApi(calls, services.config.apiBase)
      scoped.get('/openapi.json', async () => document)
    },
    { prefix: services.config.apiBase },
  )
  serveOldAddresses(server, services.config.outside)
  if (web) await servePages(server, web, services.config)
  return { server, calls }
}
