import type { FastifyInstance } from 'fastify'
import es from '#locales/es/privacy.json' with { type: 'json' }
import pt from '#locales/pt/privacy.json' with { type: 'json' }
import type { Config } from '../config.ts'
import { html } from './html.ts'
import { newNonce } from './csp.ts'
import { plainPage, plainPolicy } from './plain-page.ts'
import { type Language, languageOf } from '../shared/text/language.ts'

interface Query {
  pais?: unknown
  idioma?: unknown
  sitio?: unknown
}

const words = { es, pt }

/**
 * The privacy notice at /privacidad: the installation's own, possibly another for Brazil; without one, a plain page on
 * the data that Legajo itself stores. It needs no session.
 */
export function servePrivacyPage(
  server: FastifyInstance,
  pages: Config['pages'],
  font: string | null = null,
): void {
  server.get<{ Querystring: Query }>('/privacidad', (request, reply) => {
    const { pais, idioma, sitio } = request.query
    const brazil = typeof pais === 'string' && pais.toUpperCase() === 'BR'
    const elsewhere = (brazil ? pages.privacyBr : undefined) ?? pages.privacy
    if (elsewhere) return reply.redirect(elsewhere, 302)
    const asked = typeof idioma === 'string' ? idioma : brazil ? 'pt' : request.headers['accept-language']
    const nonce = newNonce()
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', plainPolicy(nonce))
      .header('cache-control', 'no-cache')
      .header('vary', 'accept-language, referer')
      .send(
        page(languageOf(asked, undefined), {
          nonce,
          font,
          employees: sitio === 'e' || cameFromEmployees(request.headers.referer),
          country: brazil ? 'BR' : '',
        }),
      )
  })
}

/** The way back leads to the site that the page was opened from. */
function cameFromEmployees(referer: string | undefined): boolean {
  return /^https?:\/\/[^/]+\/e(\/|$)/.test(referer ?? '')
}

interface Shown {
  nonce: string
  font: string | null
  employees: boolean
  country: string
}

function page(language: Language, { nonce, font, employees, country }: Shown): string {
  const t = words[language]
  const other = language === 'es' ? 'pt' : 'es'
  const query = new URLSearchParams({
    ...(country && { pais: country }),
    idioma: other,
    ...(employees && { sitio: 'e' }),
  })
  return plainPage({
    lang: language,
    title: `${t.titulo} – Legajo`,
    nonce,
    font,
    style,
    back: { to: employees ? '/e/' : '/s/', label: t.volver },
    links: html`<a href="?${query.toString()}" lang="${other}">${t.otroIdioma}</a>`,
    body: html`<main>
      <h1>${t.titulo}</h1>
      <p class="intro">${t.entrada}</p>
      ${t.partes.map(
        ({ titulo, texto }) =>
          html`<section>
            <h2>${titulo}</h2>
            <p>${texto}</p>
          </section>`,
      )}
    </main>`,
  })
}

const style = `
  body { background: var(--ground); }
  main { max-width: 720px; margin: 0 auto; padding: 40px 32px 64px; font-size: 16px; line-height: 26px; }
  p { margin: 0; text-wrap: pretty; }
  .intro { color: var(--second); }
  section { margin-top: 28px; padding-top: 28px; border-top: 1px solid var(--line); }
  h2 { margin: 0 0 6px; font-size: 16px; line-height: 24px; font-weight: 600; }
  @media (max-width: 720px) { main { padding: 24px 16px 48px; } }
`
