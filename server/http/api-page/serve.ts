import type { FastifyInstance } from 'fastify'
import type { Services } from '../../shared/services.ts'
import { limitPage } from '../page-rate.ts'
import { newNonce } from '../csp.ts'
import { plainPolicy } from '../plain-page.ts'
import { languageOf } from '../../shared/text/language.ts'
import { apiPage, type Listed } from './page.ts'

/** Serves the page of the API at docs, below the API's base, in the language asked for or the browser's own. */
export function serveApiPage(
  server: FastifyInstance,
  services: Services,
  listed: readonly Listed[],
  base: string,
  font: string | null,
): void {
  server.get<{ Querystring: { idioma?: string; buscar?: string } }>('/docs', async (request, reply) => {
    await limitPage(services, request)
    const { idioma, buscar } = request.query
    const nonce = newNonce()
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', plainPolicy(nonce, 'self'))
      .header('cache-control', 'no-cache')
      .header('vary', 'accept-language')
      .send(
        apiPage(listed, {
          language: languageOf(
            typeof idioma === 'string' ? idioma : request.headers['accept-language'],
            undefined,
          ),
          search: typeof buscar === 'string' ? buscar.slice(0, 200) : '',
          nonce,
          font,
          base,
        }),
      )
  })
}
