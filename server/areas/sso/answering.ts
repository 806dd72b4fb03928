import type { ErrorCode } from '#contract/errors.ts'
import { AuthorizationResponseError } from 'openid-client'
import { companyBySlug } from '#server/shared/across.ts'
import { Refusal } from '#server/shared/errors.ts'
import type { Services } from '#server/shared/services.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { insertCode, type Worth } from './codes.ts'
import { type Flow, takeFlow } from './flows.ts'
import { matchPerson } from './matching.ts'
import { oidcAnswer } from './oidc.ts'
import { type Provider, readProvider } from './provider.ts'
import { subjectOf } from './queries.ts'
import { samlAnswer } from './saml.ts'
import type { Vouched } from './vouched.ts'

/** A provider's answer to a company's return address: a query for OpenID Connect, a form for SAML. */
export type ProviderAnswer =
  | { kind: 'oidc'; state: string; query: string }
  | { kind: 'saml'; state: string; response: string }

/** Minutes by clocks that differ; a fresh sign-in may seem this much older than what asked for it. */
const clockMilliseconds = 10_000

/**
 * Takes a provider's answer and says where the browser goes: to our page with a code, in the fragment, that only
 * the page which began can use. What belongs to no trip of ours (another's, answered before, begun by the provider)
 * is not looked at: the page begins anew. Why an answer was refused, only that page learns.
 */
export async function takeAnswer(services: Services, slug: string, answer: ProviderAnswer): Promise<string> {
  const company = await companyBySlug(services.database.pool, slug)
  if (!company) return '/s/login'
  const { write } = services.tenant(company.id)
  const [, id, state] = /^(\d{1,15})\.([A-Za-z0-9_-]{43})$/.exec(answer.state) ?? []
  const taken = await write(async (tx) => {
    const provider = await readProvider(tx, services)
    if (!provider || provider.kind !== answer.kind) return null
    const flow = state === undefined || id !== String(company.id) ? null : await takeFlow(tx, services, state)
    return { provider, flow }
  })
  if (!taken) return '/s/login'
  const { provider, flow } = taken
  if (!flow) return `/${answer.state === 'e' ? 'e' : 's'}/redirect/authSSO/?empresa=${slug}`
  const checked = await check(services, provider, flow, answer)
  const code = await write(async (tx) =>
    insertCode(tx, services, flow, await worthOf(tx, services, provider, flow, checked)),
  )
  return `/${flow.site}/redirect/${flow.sessionId === null ? 'authSSO' : 'auth-token'}/#${code}`
}

/** The provider's answer, checked; or the code that it is refused with. */
async function check(
  services: Services,
  provider: Provider,
  flow: Flow,
  answer: ProviderAnswer,
): Promise<Vouched | ErrorCode> {
  const full = { ...flow, state: `${provider.company}.${flow.state}`, again: flow.sessionId !== null }
  try {
    if (provider.kind === 'oidc' && answer.kind === 'oidc')
      return await oidcAnswer(services, provider, full, answer.query)
    if (provider.kind === 'saml' && answer.kind === 'saml')
      return await samlAnswer(services, provider, full, answer.response)
    return 'SSO_ANSWER_REFUSED'
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown'
    services.log.warn({ company: provider.company, kind: provider.kind, reason }, 'provider answer refused')
    if (error instanceof Refusal) return error.code
    return error instanceof AuthorizationResponseError || saidNo(error)
      ? 'SSO_PROVIDER_REFUSED'
      : 'SSO_ANSWER_REFUSED'
  }
}

/** A SAML status other than success. */
function saidNo(error: unknown): boolean {
  return error instanceof Error && error.constructor.name === 'SamlStatusError'
}

async function worthOf(
  tx: Tx,
  services: Services,
  provider: Provider,
  flow: Flow,
  checked: Vouched | ErrorCode,
): Promise<Worth> {
  const nothing = { issuer: provider.issuer, subject: '', userId: null, binding: null, hint: null }
  if (typeof checked === 'string') return { ...nothing, refusal: checked }
  const { issuer, subject, hint } = checked
  if (flow.sessionId === null) {
    const match = await matchPerson(tx, provider.mailDomains, checked, services.clock())
    return { issuer, subject, hint, ...match }
  }
  const proved = { ...nothing, issuer, subject }
  const known = await subjectOf(tx.db, flow.sessionId)
  if (known?.issuer !== issuer || known.subject !== subject) return { ...proved, refusal: 'SSO_OTHER_PERSON' }
  const at = checked.authenticatedAt?.getTime() ?? 0
  const fresh = at + clockMilliseconds >= flow.startedAt.getTime()
  return { ...proved, refusal: fresh ? null : 'SSO_NOT_FRESH' }
}
