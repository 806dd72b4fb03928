import { randomBytes } from 'node:crypto'
import { refuse, violatedConstraint } from '#server/shared/errors.ts'
import type { Services } from '#server/shared/services.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { oidcAddress } from './oidc.ts'
import { readProvider, seal, unseal } from './provider.ts'
import { samlAddress } from './saml.ts'

export const flowMinutes = 10

export interface Beginning {
  company: number
  /** SHA-256 (base64url) of the verifier that the page keeps. */
  state: string
  site: 's' | 'e'
  /** The session that has to be proved again, if any. */
  sessionId: number | null
}

/** A trip to the provider, taken up again by its answer. */
export interface Flow {
  state: string
  site: 's' | 'e'
  sessionId: number | null
  nonce: string
  pkce: string
  request: { id: string; at: Date }
  startedAt: Date
}

/**
 * Begins a trip and answers where the page goes. What the provider is told as state (or RelayState) is the company
 * and the hash of the page's verifier: an answer that somebody else brought along opens nothing in their browser.
 *
 * @throws {Refusal} SSO_NOT_OFFERED, SSO_CODE_DEAD for a state that was used, SSO_PROVIDER_UNREACHABLE
 */
export async function beginFlow(services: Services, beginning: Beginning): Promise<string> {
  const { company, state, site, sessionId } = beginning
  const now = services.clock()
  const nonce = randomBytes(24).toString('base64url')
  const pkce = randomBytes(32).toString('base64url')
  // A SAML id is an XML name: it begins with no digit.
  const request = { id: `_${randomBytes(16).toString('hex')}`, at: now }
  const provider = await services.tenant(company).write(async (tx) => {
    const found = await readProvider(tx, services)
    if (!found) refuse('SSO_NOT_OFFERED')
    await insertOnce(tx, {
      company_id: company,
      state,
      site,
      session_id: sessionId,
      nonce,
      pkce: seal(services, company, `pkce ${state}`, pkce),
      request_id: request.id,
      created_at: now,
      expires_at: new Date(now.getTime() + flowMinutes * 60_000),
    })
    return found
  })
  const flow = { state: `${company}.${state}`, nonce, pkce, request, again: sessionId !== null }
  return provider.kind === 'oidc'
    ? oidcAddress(services, provider, flow)
    : samlAddress(services, provider, flow)
}

async function insertOnce(
  tx: Tx,
  row: Parameters<ReturnType<typeof tx.db.insertInto<'sso_flows'>>['values']>[0],
): Promise<void> {
  try {
    await tx.db.insertInto('sso_flows').values(row).execute()
  } catch (error) {
    if (violatedConstraint(error)) refuse('SSO_CODE_DEAD')
    throw error
  }
}

/** Takes up a trip by the state that came back, once; null for one that isn't ours, is over, or was answered. */
export async function takeFlow(tx: Tx, services: Services, state: string): Promise<Flow | null> {
  const now = services.clock()
  const row = await tx.db
    .updateTable('sso_flows')
    .set({ answered_at: now })
    .where('state', '=', state)
    .where('answered_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['site', 'session_id', 'nonce', 'pkce', 'request_id', 'created_at'])
    .executeTakeFirst()
  if (!row) return null
  return {
    state,
    site: row.site,
    sessionId: row.session_id,
    nonce: row.nonce,
    pkce: row.pkce ? unseal(services, tx.company, `pkce ${state}`, row.pkce) : '',
    request: { id: row.request_id ?? '', at: row.created_at },
    startedAt: row.created_at,
  }
}
