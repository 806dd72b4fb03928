import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import samlp, { type Options } from 'samlp'
import { makeOwnKey } from '../areas/sso/own-key.ts'

/** A real SAML 2.0 provider on loopback that signs every visitor in as `account`. */
export interface SamlTestProvider {
  issuer: string
  /** The metadata that a company's administrator gives to the operator. */
  metadata: string
  account: { id: string; mail: string } | null
  /** Deviations of its answers from the correct ones. */
  ways: Partial<Options>
  /** Our certificate: with it, requests that are not signed by us are refused. */
  trusted: string | null
  /** Parameters of the browser's last authentication request. */
  asked: URLSearchParams
  close(): Promise<void>
}

/** Starts one, for the company of `slug`, which is reached at `home`. */
export async function startSamlProvider(
  home: string,
  slug: string,
  { port = 0, apiBase = '/api' }: { port?: number; apiBase?: string } = {},
): Promise<SamlTestProvider> {
  const own = await makeOwnKey('http://127.0.0.1', new Date())
  const key = { key: own.privateKey, cert: own.certificate }
  const base = `${home}${apiBase}/v2/auth-mod/sso/${slug}`
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const here = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const issuer = `${here}/metadata`
  const state: SamlTestProvider = {
    issuer,
    metadata: metadataOf(issuer, here, own.certificate),
    account: null,
    ways: {},
    trusted: null,
    asked: new URLSearchParams(),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', here)
    state.asked = url.searchParams
    const req = {
      method: request.method ?? 'GET',
      query: Object.fromEntries(url.searchParams),
      body: Object.fromEntries(new URLSearchParams(await bodyOf(request))),
      originalUrl: request.url ?? '/',
      session: {},
      user: state.account && {
        id: state.account.id,
        emails: [{ value: state.account.mail }],
        displayName: 'Alguien',
        name: { givenName: 'Alguien', familyName: 'Del proveedor' },
      },
    }
    const res = {
      set: (name: string, value: string) => void response.setHeader(name, value),
      send: (body: string | number) => void response.end(String(body)),
      redirect: (address: string) => void response.writeHead(302, { location: address }).end(),
    }
    const failed = (error?: Error) => void response.writeHead(500).end(error?.message ?? 'failed')
    const options: Options = {
      issuer,
      ...key,
      ...(state.trusted && { signingCert: state.trusted }),
      recipient: `${base}/acs`,
      destination: `${base}/acs`,
      sessionIndex: 'one',
      getPostURL: (_audience, _request, _req, callback) => callback(null, `${base}/acs`),
      ...state.ways,
    }
    if (url.pathname === '/sso') return samlp.auth(options)(req, res, failed)
    const participant = {
      serviceProviderId: `${base}/metadata`,
      nameId: state.account?.id,
      sessionIndex: 'one',
      serviceProviderLogoutURL: `${base}/signed-out`,
      cert: state.trusted,
    }
    samlp.logout({
      ...options,
      destination: `${base}/signed-out`,
      protocolBinding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect',
      // Nobody but us is signed in through it.
      sessionParticipants: {
        get: (_issuer, _indices, _name, callback) => callback(null, participant),
        remove: (_issuer, _index, _name, callback) => callback(null),
        hasElements: () => false,
      },
    })(req, res, failed)
  }
  server.on('request', (request, response) => void answer(request, response))
  return state
}

/** The form that a provider's page posts by itself. */
export async function samlForm(
  address: string,
): Promise<{ action: string; SAMLResponse: string; RelayState: string }> {
  const page = await (await fetch(address)).text()
  const value = (pattern: RegExp) => {
    const found = pattern.exec(page)?.[1]
    if (found === undefined) throw new Error(`no form: ${page.slice(0, 400)}`)
    return found.replaceAll('&#x2F;', '/').replaceAll('&#34;', '"')
  }
  return {
    action: value(/action="([^"]*)"/),
    SAMLResponse: value(/name="SAMLResponse"\s+value="([^"]*)"/),
    RelayState: value(/name="RelayState"\s+value="([^"]*)"/),
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(Buffer.from(part))
  return Buffer.concat(parts).toString()
}

function metadataOf(issuer: string, here: string, certificate: string): string {
  const bare = certificate.replace(/-----[^-]+-----|\s/g, '')
  const redirect = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
  return `<?xml version="1.0"?>
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="${issuer}">
  <md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <md:KeyDescriptor use="signing"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${bare}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>
    <md:SingleLogoutService Binding="${redirect}" Location="${here}/slo"/>
    <md:SingleSignOnService Binding="${redirect}" Location="${here}/sso"/>
  </md:IDPSSODescriptor>
</md:EntityDescriptor>`
}
