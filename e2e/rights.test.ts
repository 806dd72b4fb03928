import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { serveDemonstration, test } from './support/test.ts'
import { arrived, atSignIn, enter, follow, settled, signIn } from './support/visits.ts'

serveDemonstration()

const menu = (page: Page) => page.getByRole('navigation', { name: 'Menú principal' }).getByRole('link')

/** The links in sight, each kind of address once: ten people's records are one. */
async function linksOf(page: Page): Promise<Map<string, string>> {
  const addresses = await page
    .locator('nav a:visible, main a:visible')
    .evaluateAll((found) => found.map((each) => (each instanceof HTMLAnchorElement ? each.href : '')))
  const own = addresses.filter((each) => each.startsWith(new URL('/s/', page.url()).href))
  return new Map(own.map((each) => [new URL(each).pathname.replace(/\d+/g, ':id'), each]))
}

/** Which of the addresses, and `further` of those that they lead on to, were refused, not found or not built. */
async function visitAll(page: Page, from: Map<string, string>, further: boolean): Promise<string[]> {
  const shut: string[] = []
  const seen = new Set<string>()
  const visit = async (links: Map<string, string>) => {
    const beyond = new Map<string, string>()
    for (const [kind, address] of links) {
      if (seen.has(kind)) continue
      seen.add(kind)
      await follow(page, address)
      await settled(page)
      if (
        /\/(403|404|404NH)\//.test(page.url()) ||
        (await page.getByText('Falta el permiso para').isVisible()) ||
        (await page.getByText('todavía no está en esta instalación').isVisible())
      )
        shut.push(address)
      for (const link of await linksOf(page)) beyond.set(...link)
    }
    return beyond
  }
  const beyond = await visit(from)
  if (further) await visit(beyond)
  return shut
}

describe('every link that a person sees may be opened by them', () => {
  const entries = {
    mariana: { has: ['Inicio', 'Colaboradores', 'Certificados', 'Reportes'], hasNot: [], tags: ['long'] },
    lucia: { has: ['Inicio', 'Colaboradores'], hasNot: ['Certificados', 'Reportes'], tags: ['long'] },
    hector: { has: ['Inicio', 'Colaboradores'], hasNot: ['Certificados', 'Bandeja de tareas'], tags: [] },
  }
  for (const [user, { has, hasNot, tags }] of Object.entries(entries))
    test(`${user}: every entry of the menu, and every link of what it opens`, { tags }, async ({ open }) => {
      const { page } = await open()
      await signIn(page, 's', user)
      await menu(page).first().waitFor()
      const words = await menu(page).allTextContents()
      for (const word of has) expect(words.join()).toContain(word)
      for (const word of hasNot) expect(words.join()).not.toContain(word)
      const shut = page
        .getByRole('navigation', { name: 'Menú principal' })
        .locator('button[aria-expanded=false]')
      while (await shut.count()) await shut.first().click()
      // With every right no linked page is refused; with few rights some are.
      expect(await visitAll(page, await linksOf(page), user !== 'mariana')).toEqual([])
    })

  test('an address that the menu leaves out is refused, and the refusal names who can change that', async ({
    open,
  }) => {
    const { page } = await open()
    await signIn(page, 's', 'hector')
    for (const path of ['/s/documents/publish/personal', '/s/certificates', '/s/employees/create']) {
      await page.goto(path)
      await page.getByRole('heading', { name: /^Falta el permiso para / }).waitFor()
    }
    await page.getByRole('link', { name: 'Ir al inicio' }).click()
    await page.waitForURL('**/s/home')
  })

  test('an employee out of reach looks like one who does not exist', async ({ open }) => {
    const { page: all } = await open()
    await signIn(all, 's', 'mariana', { path: '/s/employees/list?buscar=saenz' })
    await all.getByRole('row', { name: /Sáenz/ }).click()
    await all.waitForURL(/\/employee\/\d+/)
    const address = all.url()

    const { page: limited } = await open({ refused: [404] })
    await signIn(limited, 's', 'lucia')
    for (const each of [address, '/s/employee/99999999']) {
      await follow(limited, each)
      await limited.getByRole('heading', { name: 'No se encontró' }).waitFor()
    }
    await follow(limited, '/s/employees/list?buscar=saenz')
    await limited.getByText('Ningún resultado').waitFor()
  })
})

describe('two sites, two companies', () => {
  test('an employee without a management profile is shown the way to their own site', async ({ open }) => {
    const { page } = await open({ refused: [401, 403, 422] })
    await page.goto('/s/login')
    await enter(page, 'rocio_ibarra')
    const said = page.getByRole('alert')
    await said.getByText('no tiene un perfil para este sitio').waitFor()
    await said.getByRole('link', { name: 'Ir al sitio de colaboradores' }).click()
    await signIn(page, 'e', 'rocio_ibarra')
    // Each site keeps a session of its own.
    await page.goto('/s/home')
    await atSignIn(page, 's')
  })

  // Each run shows it of the portal: switch.test.ts.
  test(
    'a tab whose session became another company’s freezes until it is loaded again',
    { tags: ['long'] },
    async ({ open }) => {
      const { page: first, context } = await open({ size: 'phone', refused: [409] })
      const second = await context.newPage()
      for (const page of [first, second]) {
        await page.goto('/e/login')
        await settled(page)
      }
      const enterAt = async (page: Page, company: string) => {
        await enter(page, 'silvina')
        await page.getByRole('button', { name: company }).click()
        await arrived(page, 'e')
      }
      await enterAt(first, 'Austral Alimentos')
      await enterAt(second, 'Viñedos del Oeste')

      await first.bringToFront()
      await first
        .getByRole('link', { name: /Recibo de sueldo/ })
        .first()
        .click()
      const frozen = first.getByRole('dialog', { name: 'Se cambió de empresa en otra pestaña' })
      await frozen.waitFor()
      await first.keyboard.press('Escape')
      expect(await frozen.isVisible()).toBe(true)
      await frozen.getByRole('button', { name: 'Recargar' }).click()
      await first.goto('/e/')
      await first.getByRole('banner').getByText('Viñedos del Oeste').waitFor()
    },
  )
})
