import type { Locator } from 'playwright-core'
import { describe, expect } from 'vitest'
import { serveDemonstration, server, test } from './support/test.ts'
import { atSignIn, settled, signIn, signInOnScreen } from './support/visits.ts'

serveDemonstration()

describe('the pages’ policy', () => {
  test('is sent with every page, and allows no script but files of ours', async () => {
    for (const path of ['/s/login', '/e/login', '/s/ingreso', '/s/home', '/e/', '/verificar', '/s/nothing']) {
      const { headers } = await fetch(server().url + path)
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy, path).toMatch(/(^|; )default-src 'none'(;|$)/)
      expect(policy, path).toMatch(/(^|; )script-src 'self'(;|$)/)
      expect(policy, path).toContain("require-trusted-types-for 'script'")
      expect(policy, path).toContain("frame-ancestors 'none'")
      expect(policy, path).not.toMatch(/unsafe-inline|unsafe-eval/)
      expect(headers.get('x-content-type-options'), path).toBe('nosniff')
    }
  })

  test('stops a script and a style written into the page', async ({ open }) => {
    const { page, problems } = await open()
    await page.route('**/s/login', async (route) => {
      const response = await route.fetch()
      const html = await response.text()
      const written = '<script>window.broken = 1</script><p id="painted" style="color: rgb(1, 2, 3)">x</p>'
      await route.fulfill({ response, body: html.replace('</body>', `${written}</body>`) })
    })
    await page.goto('/s/login')
    await settled(page)
    expect(await page.evaluate(() => 'broken' in window)).toBe(false)
    const colour = await page.locator('#painted').evaluate((element) => getComputedStyle(element).color)
    expect(colour).not.toBe('rgb(1, 2, 3)')
    const seen = problems.splice(0)
    expect(seen.some((problem) => problem.includes('policy: script-src-elem inline'))).toBe(true)
    expect(seen.some((problem) => problem.includes('policy: style-src-attr inline'))).toBe(true)
  })

  test('refuses markup on the sign-in page, and removes scripts from it in the portal', async ({ open }) => {
    const { page, problems } = await open()
    const write = () =>
      page.evaluate(() => {
        const box = document.createElement('div')
        try {
          box.innerHTML = '<b>bold</b><img src="x" onerror="window.broken = 1">'
        } catch (error) {
          return String(error)
        }
        document.body.append(box)
        return box.innerHTML
      })
    await page.goto('/s/login')
    await settled(page)
    expect(await write()).toContain('TypeError')
    await signInOnScreen(page, 's', 'mariana')
    expect(await write()).not.toContain('onerror')
    expect(await page.evaluate(() => 'broken' in window)).toBe(false)
    // The sanitiser reads the markup in a document of its own, which tells of the handler it won't run.
    expect(problems.splice(0).every((problem) => /inline event handler|script-src-attr/.test(problem))).toBe(
      true,
    )
  })

  test('no page runs in another’s frame', async ({ open }) => {
    const { page, problems } = await open()
    await page.route('**/frame.html', (route) =>
      route.fulfill({ contentType: 'text/html', body: `<iframe src="/s/login"></iframe>` }),
    )
    await page.goto('/frame.html')
    const framed = page.frames().find((frame) => frame !== page.mainFrame())
    await expect.poll(() => framed?.url()).toMatch(/chrome-error/)
    expect(problems.splice(0).join()).toContain('frame-ancestors')
  })
})

describe('a bearer', () => {
  test('is in no address, and a document is fetched, drawn and kept from every cache with it', async ({
    open,
  }) => {
    const { page } = await open({ size: 'phone' })
    const addresses: string[] = []
    page.on('request', (request) => addresses.push(request.url()))
    await signIn(page, 'e', 'marta_figueroa')
    const answered = page.waitForResponse((response) =>
      (response.headers()['content-type'] ?? '').startsWith('application/pdf'),
    )
    await page.getByRole('link', { name: /^Leer y firmar/ }).click()
    const answer = await answered
    expect(await answer.headerValue('cache-control')).toContain('no-store')
    expect(await answer.headerValue('x-content-type-options')).toBe('nosniff')
    expect(await answer.headerValue('content-security-policy')).toContain('sandbox')
    expect(await answer.headerValue('content-disposition')).toBeTruthy()

    await page
      .getByRole('region', { name: /^Recibo de sueldo/ })
      .locator('canvas')
      .first()
      .waitFor()
    await expect.poll(() => darkDots(page.locator('canvas').first())).toBeGreaterThan(500)

    const bearer = await page.evaluate(() => localStorage.getItem('e.jwt') ?? '')
    expect(bearer.length).toBeGreaterThan(20)
    expect(addresses.filter((address) => address.includes(bearer))).toEqual([])
    expect((await page.context().cookies()).length).toBe(0)
  })

  test('is invalid after signing out, in the other tab too', async ({ open }) => {
    const { page, context } = await open({ refused: [401] })
    await signIn(page, 'e', 'rocio_ibarra')
    const bearer = await page.evaluate(() => localStorage.getItem('e.jwt') ?? '')
    const other = await context.newPage()
    await other.goto('/e/')
    await settled(other)
    await page.goto('/e/cuenta')
    await settled(page)
    await page.getByRole('button', { name: 'Cerrar sesión' }).click()
    await atSignIn(page, 'e')
    await atSignIn(other, 'e')
    await expect
      .poll(async () => {
        const headers = { authorization: `Bearer ${bearer}` }
        return (await fetch(`${server().url}/api/users/profile`, { headers })).status
      })
      .toBe(401)
    expect(await page.evaluate(() => localStorage.getItem('e.jwt'))).toBeNull()
    await page.goto('/e/cuenta')
    await atSignIn(page, 'e')
  })
})

/** How many dots of a canvas are dark: 0 for a page that was never drawn. */
function darkDots(canvas: Locator): Promise<number> {
  return canvas.evaluate((element) => {
    if (!(element instanceof HTMLCanvasElement)) return 0
    const drawn = element.getContext('2d')?.getImageData(0, 0, element.width, element.height).data ?? []
    let dots = 0
    for (let at = 0; at < drawn.length; at += 4) {
      const [red = 255, , , opacity = 0] = drawn.slice(at, at + 4)
      if (opacity > 0 && red < 200) dots++
    }
    return dots
  })
}
