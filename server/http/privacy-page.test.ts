import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { servePrivacyPage } from './privacy-page.ts'

type Pages = Parameters<typeof servePrivacyPage>[1]
const none: Pages = {
  supportChat: undefined,
  support: undefined,
  manual: undefined,
  manualBr: undefined,
  privacy: undefined,
  privacyBr: undefined,
  copyright: undefined,
}

async function ask(given: Partial<Pages>, query = '', language = 'es') {
  const server = Fastify()
  const pages = { ...none, ...given }
  servePrivacyPage(server, pages)
  return server.inject({ url: `/privacidad${query}`, headers: { 'accept-language': language } })
}

test.each([
  ['', 'https://acme.example/privacidad'],
  ['?pais=AR', 'https://acme.example/privacidad'],
  ['?pais=br', 'https://acme.example/privacidade'],
])('the installation’s own notice is where /privacidad%s leads', async (query, location) => {
  const pages = {
    privacy: 'https://acme.example/privacidad',
    privacyBr: 'https://acme.example/privacidade',
  }
  const answer = await ask(pages, query)
  expect([answer.statusCode, answer.headers.location]).toEqual([302, location])
})

test('Brazil’s is the common one where it has none of its own', async () => {
  const { headers } = await ask({ privacy: 'https://acme.example/privacidad' }, '?pais=BR')
  expect(headers.location).toBe('https://acme.example/privacidad')
})

test.each([
  ['', 'es', 'es'],
  ['', 'pt-BR,pt;q=0.9', 'pt'],
  ['?pais=BR', 'es', 'pt'],
  ['?pais=AR&pais=BR', 'es', 'es'],
])('without one a page of ours answers /privacidad%s to %s in %s', async (query, accepted, language) => {
  const { statusCode, headers, body } = await ask({}, query, accepted)
  expect(statusCode).toBe(200)
  expect(body).toContain(`<html lang="${language}">`)
  const nonce = /<style nonce="([^"]+)">/.exec(body)?.[1]
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; font-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'`,
    'cache-control': 'no-cache',
    vary: 'accept-language, referer',
  })
})

test.each([
  ['', 'https://acme.example/e/cuenta', '/e/', '?idioma=pt&amp;sitio=e'],
  ['', 'https://acme.example/s/home', '/s/', '?idioma=pt'],
  ['?sitio=e', undefined, '/e/', '?idioma=pt&amp;sitio=e'],
  ['?pais=BR&idioma=es', undefined, '/s/', '?pais=BR&amp;idioma=pt'],
])(
  'from /privacidad%s of %s the way back is %s, and the other language %s',
  async (query, from, to, other) => {
    const server = Fastify()
    servePrivacyPage(server, none)
    const { body } = await server.inject({
      url: `/privacidad${query}`,
      headers: { 'accept-language': 'es', ...(from && { referer: from }) },
    })
    expect(body).toContain(`href="${to}"`)
    expect(body).toContain(`href="${other}"`)
  },
)
