import { beforeAll, describe, expect, test } from 'vitest'
import { session } from '#contract/session/session.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { html } from '../html.ts'

let app: TestApp
beforeAll(async () => void (app = await testApp()))

const get = (query = '', headers: Record<string, string> = {}) =>
  app.server.inject({ url: `/api/docs${query}`, headers })
const count = (text: string, piece: string) => text.split(piece).length - 1

describe('the page of the API', () => {
  test('has every call with its right, its fields and its refusals, in both languages', async () => {
    const spanish = (await get()).body
    expect(count(spanish, '<details>')).toBe(app.calls.length)
    for (const { path } of app.calls) expect(spanish).toContain(`<code>${path}</code>`)
    expect(spanish).toContain('<html lang="es">')
    const portuguese = (await get('', { 'accept-language': 'pt-BR,pt;q=0.9' })).body
    expect(portuguese).toContain('<html lang="pt-BR">')
    expect(portuguese).toContain('A API do Legajo')
    expect((await get('?idioma=pt')).body).toContain('A API do Legajo')
    // A word that was not written would show as undefined, an area without a name as its own.
    expect(spanish + portuguese).not.toMatch(/undefined|\{\{/)
    expect(spanish).not.toMatch(/<section id="(\w+)">\s*<h2>\1</)
  })

  test('names the largest body of each call that takes one, and conditions only where there are some', async () => {
    const { body } = await get()
    expect(body).not.toMatch(/<li>(true|false)?<\/li>/)
    const conditional = app.calls.filter(
      (call) =>
        call.method !== 'GET' ||
        call.stepUp ||
        call.idempotent ||
        call.restricted ||
        call.ratePerMinute !== undefined,
    )
    expect(conditional.length).toBeLessThan(app.calls.length)
    expect(count(body, '<h3>Además</h3>')).toBe(conditional.length)
    expect(count(body, 'Lo que se envía, sin contar archivos: hasta ')).toBe(
      app.calls.filter(({ method }) => method !== 'GET').length,
    )
    const only = (await get(`?buscar=${encodeURIComponent(session.login.path)}`)).body
    expect(only).toContain(`hasta ${session.login.maxBytes / 1024} kB`)
  })

  test('is searched by path, field and code', async () => {
    const found = (await get(`?buscar=${encodeURIComponent(session.login.path)}`)).body
    expect(count(found, '<details>')).toBe(1)
    expect(found).toContain('NO_PROFILE_FOR_SITE')
    expect(count((await get('?buscar=export_taken')).body, '<details>')).toBe(1)
    expect(count((await get('?buscar=nada-asi')).body, '<details>')).toBe(0)
  })

  test('shows at most 200 characters of what was searched', async () => {
    const { body } = await get(`?buscar=${'x'.repeat(5000)}`)
    expect(body).toContain('x'.repeat(200))
    expect(body).not.toContain('x'.repeat(201))
  })

  test('writes typed input as text, and lets nothing run', async () => {
    const answer = await get(`?buscar=${encodeURIComponent('"><script>alert(1)</script>')}`)
    expect(answer.body).not.toContain('<script')
    expect(answer.body).toContain('&lt;script&gt;')
    expect(answer.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'nonce-[^']+'; /,
    )
    expect((await get('?buscar=a&buscar=b&idioma[]=x')).statusCode).toBe(200)
  })
})

test('a template escapes its values, and only its own markup passes', () => {
  const inner = html`<b title="${'"'}">${'<&>'}</b>`
  expect(html`<p>${[inner, inner]}${false}${0}</p>`.markup).toBe(
    '<p><b title="&quot;">&lt;&amp;&gt;</b><b title="&quot;">&lt;&amp;&gt;</b>0</p>',
  )
})
