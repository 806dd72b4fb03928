import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { serveDemonstration, server, test } from './support/test.ts'
import { settled, signIn } from './support/visits.ts'

serveDemonstration()

/** Written by hand: what every page may load and do. */
const policy = {
  'default-src': "'none'",
  'script-src': "'self'",
  'worker-src': "'self'",
  'connect-src': "'self'",
  'font-src': "'self'",
  'img-src': "'self' blob:",
  'style-src': "'self' 'nonce-N'",
  'style-src-attr': "'none'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
  'frame-src': 'https://www.youtube-nocookie.com https://player.vimeo.com',
  'require-trusted-types-for': "'script'",
  'trusted-types': 'default dompurify',
}

test('each kind of page is served with the policy, and the browser enforces it', async ({ browser }) => {
  const context = await browser.newContext()
  try {
    for (const path of ['/s/login', '/e/login', '/verificar', '/s/', '/e/']) {
      // A page of its own for each: what is shown to nobody signed in leads to the sign-in by itself.
      const shown = await context.newPage()
      const response = await shown.goto(server().url + path, { waitUntil: 'commit' })
      const served = (await response?.headerValue('content-security-policy')) ?? ''
      const directives = served.split('; ').map((directive) => {
        const [name = '', ...values] = directive.split(' ')
        return [name, values.join(' ').replace(/'nonce-[^']{20,}'/, "'nonce-N'")]
      })
      expect([path, Object.fromEntries(directives)]).toEqual([path, policy])
      await shown.close()
    }
    const page = await context.newPage()
    await page.goto(`${server().url}/s/login`)
    await page.evaluate('globalThis.load = (url) => import(url).catch(() => undefined); undefined')
    const refused = await page.evaluate(async () => {
      const seen: string[] = []
      document.addEventListener('securitypolicyviolation', (event) => seen.push(event.effectiveDirective))
      const elsewhere = 'https://other.example/x.js'
      // Made of text, since the test's own compiler rewrites an import.
      const load: unknown = Reflect.get(globalThis, 'load')
      if (typeof load === 'function') await load(elsewhere)
      await fetch(elsewhere).catch(() => undefined)
      const form = document.createElement('form')
      const frame = document.createElement('iframe')
      form.action = '/s/login'
      frame.src = '/s/login'
      document.body.append(form, frame)
      form.submit()
      const wanted = ['script-src-elem', 'connect-src', 'form-action', 'frame-src']
      for (let turn = 0; turn < 100 && wanted.some((one) => !seen.includes(one)); turn++)
        await new Promise((resolve) => setTimeout(resolve, 20))
      return seen
    })
    expect([...new Set(refused)].toSorted()).toEqual([
      'connect-src',
      'form-action',
      'frame-src',
      'script-src-elem',
    ])
    expect(page.url()).toBe(`${server().url}/s/login`)
    const scripts = await page.evaluate(() => {
      const { trustedTypes } = globalThis as unknown as {
        trustedTypes: { defaultPolicy: { createScriptURL: (address: string) => unknown } }
      }
      const isTaken = (address: string) => {
        try {
          return Boolean(trustedTypes.defaultPolicy.createScriptURL(address))
        } catch {
          return false
        }
      }
      return [
        '/e/avisos.js',
        '/s/assets/pdf.worker.min-1.mjs',
        '/s/@fs/x.js',
        '/s/node_modules/x.js',
        '/s/assets/x.js',
      ].filter(isTaken)
    })
    expect(scripts).toEqual(['/e/avisos.js', '/s/assets/pdf.worker.min-1.mjs'])
  } finally {
    await context.close()
  }
})

/** Bytes of script that a page has loaded, as the server sent them: compressed. */
const scriptBytes = (page: Page): Promise<number> =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming && entry.name.endsWith('.js'))
      .reduce(
        (sum, entry) => sum + (entry instanceof PerformanceResourceTiming ? entry.encodedBodySize : 0),
        0,
      ),
  )

test('the sign-in page loads less than 100 kB of script, the employees’ first screen less than 170', async ({
  open,
}) => {
  const { page } = await open({ alone: true, size: 'phone' })
  await page.goto('/e/login')
  await settled(page)
  const signInPage = await scriptBytes(page)
  expect(signInPage).toBeGreaterThan(50_000)
  expect(signInPage).toBeLessThan(100_000)
  await signIn(page, 'e', 'carla_benitez')
  const firstScreen = await scriptBytes(page)
  expect(firstScreen).toBeGreaterThan(signInPage)
  expect(firstScreen).toBeLessThan(170_000)
})
