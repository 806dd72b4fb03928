import { createSign, generateKeyPairSync, type JsonWebKey, type KeyObject } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

interface Account {
  id: string
  mail: string
  verified: boolean
}

/** A real OpenID Connect provider on loopback that signs every visitor in as `account`. */
export interface OidcTestProvider {
  issuer: string
  clientId: string
  clientSecret: string
  /** The account of the next sign-in; null: the provider refuses. */
  account: Account | null
  /** Changes the claims of the next ID tokens, signed with the provider's own key: what only a liar would send. */
  alter: ((claims: Record<string, unknown>) => object) | null
  /** Sends the next ID tokens with a signature of somebody else's key. */
  forged: boolean
  /** A value of JSON that is added to the answers of one address, such as `/token`. */
  added: { path: string; json: string } | null
  /** Parameters of the browser's last authorization request. */
  asked: URLSearchParams
  close(): Promise<void>
}

/** Starts one. `home` is the address of our server, `slug` the company of its redirect addresses. */
export async function startOidcProvider(
  home: string,
  slug: string,
  { port = 0, apiBase = '/api' }: { port?: number; apiBase?: string } = {},
): Promise<OidcTestProvider> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  let handle: ((request: IncomingMessage, response: ServerResponse) => void) | null = null
  const server = createServer((request, response) => handle?.(request, response))
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const state: OidcTestProvider = {
    issuer,
    clientId: 'legajo',
    clientSecret: 'a secret of the tests, long enough',
    account: null,
    alter: null,
    forged: false,
    added: null,
    asked: new URLSearchParams(),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  const jwk: JsonWebKey = privateKey.export({ format: 'jwk' })
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: state.clientId,
        client_secret: state.clientSecret,
        redirect_uris: [`${home}${apiBase}/v2/auth-mod/sso/${slug}/callback`],
        post_logout_redirect_uris: [`${home}/s/login`, `${home}/e/login`],
      },
    ],
    jwks: { keys: [{ ...jwk, kty: 'RSA', kid: 'one', use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['a key of the tests'] },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: true, logoutSource: leave },
    },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    pkce: { required: () => true },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 3600,
      IdToken: 600,
      Interaction: 600,
      Session: 3600,
    },
    findAccount: (_ctx, id) => ({
      accountId: id,
      claims: () => ({
        sub: id,
        email: state.account?.mail,
        email_verified: state.account?.verified ?? false,
      }),
    }),
  })
  const answer = provider.callback()
  const interact = async (request: IncomingMessage, response: ServerResponse) => {
    const { prompt, params, grantId } = await provider.interactionDetails(request, response)
    const { account } = state
    if (!account)
      return provider.interactionFinished(request, response, {
        error: 'access_denied',
        error_description: 'nobody',
      })
    if (prompt.name === 'login')
      return provider.interactionFinished(request, response, { login: { accountId: account.id } })
    const grant = grantId
      ? await provider.Grant.find(grantId)
      : new provider.Grant({ accountId: account.id, clientId: String(params.client_id) })
    grant?.addOIDCScope('openid email')
    const saved = await grant?.save()
    return provider.interactionFinished(
      request,
      response,
      { consent: saved ? { grantId: saved } : {} },
      { mergeWithLastSubmission: true },
    )
  }
  handle = (request, response) => {
    const url = new URL(request.url ?? '/', issuer)
    if (url.pathname.startsWith('/interaction/')) return void interact(request, response)
    if (url.pathname === '/auth') state.asked = url.searchParams
    if (url.pathname === '/token' && (state.alter || state.forged))
      rewriteToken(response, (token) => signedAgain(token, state, state.forged ? other : privateKey))
    const { added } = state
    if (url.pathname === added?.path) rewrite(response, (text) => text.replace(/\}$/, `,"x":${added.json}}`))
    void answer(request, response)
  }
  return state
}

/** Signs out without asking: the page of the provider would be a form with one button. */
async function leave(ctx: { body: unknown }, form: string): Promise<void> {
  ctx.body = `<!doctype html><title>out</title>${form}<script>document.forms[0].submit()</script>`
}

/** Replaces the ID token in the token endpoint's response. */
function rewriteToken(response: ServerResponse, change: (token: string) => string): void {
  rewrite(response, (body) => {
    const answer: { id_token?: string } = JSON.parse(body)
    if (answer.id_token) answer.id_token = change(answer.id_token)
    return JSON.stringify(answer)
  })
}

/** Replaces the text of a response. */
function rewrite(response: ServerResponse, change: (body: string) => string): void {
  const end = response.end.bind(response)
  response.end = ((body: unknown) => {
    const text = change(String(body))
    response.setHeader('content-length', Buffer.byteLength(text))
    return end(text)
  }) as typeof response.end
}

function signedAgain(token: string, state: OidcTestProvider, key: KeyObject): string {
  const [head = '', body = ''] = token.split('.')
  const claims: Record<string, unknown> = JSON.parse(Buffer.from(body, 'base64url').toString())
  const changed = state.alter ? state.alter(claims) : claims
  const signed = `${head}.${Buffer.from(JSON.stringify(changed)).toString('base64url')}`
  return `${signed}.${createSign('RSA-SHA256').update(signed).sign(key, 'base64url')}`
}
