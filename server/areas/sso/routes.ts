import type { FastifyReply } from 'fastify'
import { sso } from '#contract/sso.ts'
import { companyBySlug } from '#server/shared/across.ts'
import { refuse } from '#server/shared/errors.ts'
import { type Api, publicRoute, route } from '#server/shared/route.ts'
import { countedAddress } from '#server/shared/identity/counted-address.ts'
import { limit } from '#server/shared/identity/throttle.ts'
import { takeAnswer } from './answering.ts'
import { beginFlow } from './flows.ts'
import { readProvider } from './provider.ts'
import { subjectOf } from './queries.ts'
import { ownMetadata } from './saml.ts'

const answersPerMinute = 600

export function registerSso(api: Api): void {
  publicRoute(api, sso.start, async ({ services }, { company: slug, state, site }) => {
    const company = await companyBySlug(services.database.pool, slug)
    if (!company) refuse('SSO_NOT_OFFERED')
    return { direccion: await beginFlow(services, { company: company.id, state, site, sessionId: null }) }
  })

  route(api, sso.again, async (ctx, { state }) => {
    const { company, audience: site, id: sessionId } = ctx.session
    // A session of another kind has no provider that could prove its person.
    if (!(await ctx.read((tx) => subjectOf(tx.db, sessionId)))) refuse('SSO_NOT_OFFERED')
    return { direccion: await beginFlow(ctx.services, { company, state, site, sessionId }) }
  })

  answerProviders(api)
}

interface AtCompany {
  Params: { company: string }
}

/**
 * Where providers send people's browsers. They are no calls: nobody has a session here, a cookie would change
 * nothing, and what is answered is only where to go on to.
 */
function answerProviders({ server, services }: Api): void {
  const base = '/v2/auth-mod/sso/:company'
  server.get<AtCompany>(`${base}/callback`, async (request, reply) => {
    await limit(services, `sso answer ${countedAddress(request.ip)}`, answersPerMinute)
    const query = request.url.split('?').slice(1).join('?')
    const state = new URLSearchParams(query).get('state') ?? ''
    return goTo(reply, await takeAnswer(services, request.params.company, { kind: 'oidc', state, query }))
  })
  server.post<AtCompany & { Body: Record<string, unknown> | undefined }>(
    `${base}/acs`,
    async (request, reply) => {
      await limit(services, `sso answer ${countedAddress(request.ip)}`, answersPerMinute)
      const state = textOf(request.body?.RelayState)
      const response = textOf(request.body?.SAMLResponse)
      return goTo(
        reply,
        await takeAnswer(services, request.params.company, { kind: 'saml', state, response }),
      )
    },
  )
  server.get<AtCompany>(`${base}/metadata`, async (request, reply) => {
    const company = await companyBySlug(services.database.pool, request.params.company)
    const provider =
      company &&
      (await services.tenant(company.id).read((db) => readProvider({ company: company.id, db }, services)))
    if (provider?.kind !== 'saml') refuse('NOT_FOUND')
    return reply
      .type('application/samlmetadata+xml; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(await ownMetadata(services.config, provider))
  })
  // The session here ended before the browser left; what the provider answers changes nothing any more.
  const signedOut = (site: unknown, reply: FastifyReply) =>
    goTo(reply, site === 'e' ? '/e/login' : '/s/login')
  server.get<AtCompany & { Querystring: Record<string, unknown> }>(`${base}/signed-out`, (request, reply) =>
    signedOut(request.query.RelayState, reply),
  )
  server.post<AtCompany & { Body: Record<string, unknown> | undefined }>(
    `${base}/signed-out`,
    (request, reply) => signedOut(request.body?.RelayState, reply),
  )
}

/** Always a path of ours, made here. */
function goTo(reply: FastifyReply, path: string) {
  return reply
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .redirect(path, 303)
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
