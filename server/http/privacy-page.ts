import type { FastifyInstance } from 'fastify'
import es from '#locales/es/privacy.json' with { type: 'json' }
import pt from '#locales/pt/privacy.json' with { type: 'json' }
import type { Config } from '../config.ts'
import { html } from './api-page/html.ts'
import { newNonce } from './csp.ts'
import { languageOf } from '../shared/text/language.ts'

/**
 * The privacy notice at /privacidad: the installation's own, possibly another for Brazil; without one, a plain page on
 * the data that Legajo itself stores. It needs no session.
 */
export function servePrivacyPage(server: FastifyInstance, pages: Config['pages']): void {
  server.get<{ Querystring: { pais?: unknown; idioma?: unknown } }>('/privacidad', (request, reply) => {
    const { pais } = request.query
    const brazil = typeof pais === 'string' && pais.toUpperCase() === 'BR'
    const elsewhere = (brazil ? pages.privacyBr : undefined) ?? pages.privacy
    if (elsewhere) return reply.redirect(elsewhere, 302)
    const language = brazil ? 'pt' : languageOf(request.headers['accept-language'], undefined)
    const nonce = newNonce()
    return reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      )
      .header('cache-control', 'no-cache')
      .header('vary', 'accept-language')
      .send(page(language, nonce))
  })
}

function page(language: 'es' | 'pt', nonce: string): string {
  const words = language === 'pt' ? pt : es
  return `<!doctype html>${
    html`<html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${words.titulo} – Legajo</title>
        <style nonce="${nonce}">
          :root {
            color-scheme: light dark;
          }
          body {
            max-width: 42rem;
            margin: 0 auto;
            padding: 2rem 1.25rem 4rem;
            font:
              1rem/1.6 system-ui,
              sans-serif;
          }
          h1 {
            font-size: 1.5rem;
          }
          h2 {
            margin-top: 2rem;
            font-size: 1.125rem;
          }
        </style>
      </head>
      <body>
        <main>
          <h1>${words.titulo}</h1>
          <p>${words.entrada}</p>
          ${words.partes.map(
            ({ titulo, texto }) =>
              html`<section>
                <h2>${titulo}</h2>
                <p>${texto}</p>
              </section>`,
          )}
        </main>
      </body>
    </html>`.markup
  }`
}
