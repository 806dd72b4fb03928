import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Config } from '../config.ts'
import { newNonce, pagePolicy, pdfWorkerPolicy, pushWorkerPolicy } from './csp.ts'

/** Paths of the sign-in page at each site: itself, mailed links, and the return address of providers. */
const signIn = ['/login', '/ingreso', '/redirect/authSSO', '/redirect/auth-token']

/** The built page for each address. The sign-in's come first: /s/login is below /s/. */
const pages = [
  { urls: ['/s', '/e'].flatMap((at) => signIn.map((url) => at + url)), file: 'sign-in/index.html' },
  { urls: ['/verificar', '/verificar/:code'], file: 'verify/index.html' },
  { urls: ['/e', '/e/*'], file: 'employee/index.html' },
  { urls: ['/s', '/s/*'], file: 'portal/index.html' },
] as const

/**
 * Serves the browser's part as it was built: pages with a nonce of their own and the API's base, never cached;
 * assets by names that change with their content. A missing asset is a 404, never a page.
 */
export async function servePages(
  server: FastifyInstance,
  folder: string,
  { apiBase, outside }: Pick<Config, 'apiBase' | 'outside'>,
): Promise<void> {
  const html = new Map<string, string>()
  for (const { file } of pages) {
    const page = await readFile(join(folder, file), 'utf8')
    const facts = `<meta name="api" content="${apiBase}" /><meta name="outside" content="${Object.keys(outside).join(' ')}" />`
    html.set(file, page.replace('<head>', `<head>${facts}`))
  }

  await server.register(fastifyStatic, {
    root: join(folder, 'assets'),
    // The plugin's own route lists the whole folder for each file that it sends.
    serve: false,
    immutable: true,
    maxAge: '365d',
    preCompressed: true,
    setHeaders(response, path) {
      response.header('x-content-type-options', 'nosniff')
      if (/pdf\.worker[^/]*\.m?js$/.test(path)) response.header('content-security-policy', pdfWorkerPolicy)
    },
  })
  server.get<{ Params: { '*': string } }>('/s/assets/*', (request, reply) =>
    reply.sendFile(request.params['*']),
  )
  // The worker's address limits its scope to the employees' site.
  server.get('/e/avisos.js', async (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('content-security-policy', pushWorkerPolicy)
      .header('cache-control', 'no-cache')
      .send(await readFile(join(folder, 'employee/push-worker.js'))),
  )
  for (const { urls, file } of pages) {
    for (const url of urls) server.get(url, (_request, reply) => sendPage(reply, html.get(file) ?? ''))
  }
  server.get('/', (_request, reply) => reply.redirect('/s/', 302))
}

function sendPage(reply: FastifyReply, html: string) {
  const nonce = newNonce()
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', pagePolicy(nonce))
    .header('cache-control', 'no-cache')
    .header('cross-origin-opener-policy', 'same-origin')
    .header('permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=()')
    .send(html.replaceAll('__NONCE__', nonce))
}
