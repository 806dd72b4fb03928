import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { actions } from '#contract/actions.ts'
import {
  allScreens,
  type ScreenId,
  screenOf,
  type ScreenStanding,
} from '#contract/permissions/permissions.ts'
import { profileKinds } from '#contract/permissions/profiles.ts'
import { permissionCalls } from '#contract/permissions/calls.ts'
import { setSetting } from '#server/shared/settings.ts'
import { wayOf } from '#web/portal/guard.ts'
import { fakeAnswers } from './support/fake-answers.ts'
import { inside } from './support/inside.ts'
import { serveDemonstration, server, test } from './support/test.ts'
import { atSignIn, follow, letTimePass, settled, signIn, signInOnScreen } from './support/visits.ts'

serveDemonstration()

const behind = allScreens().filter(
  ({ need, leaves, path }) => need !== 'public' && !leaves && !path.includes(':'),
)

/** Goes where a link of ours would lead, and answers where it came to. */
async function goTo(page: Page, path: string): Promise<string> {
  await follow(page, `/s${path}`)
  return new URL(page.url()).pathname.slice(2)
}

/** Where the guard says that an address leads in the end. */
function target(id: ScreenId, standing: ScreenStanding): string {
  const way = wayOf(id, standing)
  if (way.is === 'on') return target(way.to, standing)
  if (way.is === 'forbidden') return '/403/'
  // The page of one mail leads to their list where the address names none.
  if (id === 'customEmailsEdit') return screenOf('customEmailsList').path
  return id === 'Redirect' ? screenOf('home').path : screenOf(id).path
}

/** The guard's own table is tested for every profile; here one of them walks through a sixth of the addresses. */
const walkers = [
  ['lucia', 'limited'],
  ['mariana', 'hr'],
  ['hector', 'manager'],
] as const

describe('every address, opened by an administrator and by limited profiles', () => {
  for (const [user, kind] of process.env.LONG ? walkers : walkers.slice(0, 1))
    test(`${user}: each leads where the table says`, async ({ open }) => {
      const { page } = await open()
      await signIn(page, 's', user)
      const standing: ScreenStanding = { audience: 's', actions: profileKinds[kind].actions, payroll: false }
      const came: Record<string, string> = {}
      const wanted: Record<string, string> = {}
      const walked = process.env.LONG ? behind : behind.filter((_, at) => at % 6 === 0)
      for (const { id, path } of walked) {
        came[path] = await goTo(page, path)
        wanted[path] = target(id, standing)
      }
      expect(came).toEqual(wanted)
    })
})

describe('a person who is refused', () => {
  test('reads which right is missing and who can give it, and asks them', async ({ open }) => {
    const { page } = await open()
    await signIn(page, 's', 'hector')
    const held = Promise.withResolvers<void>()
    await page.route(`**/api${permissionCalls.granters.path}*`, (route) =>
      held.promise.then(() => route.fallback()),
    )
    await follow(page, '/s/reports/main')
    await page.getByRole('heading', { name: 'Falta el permiso para Reportes' }).waitFor()
    await page.getByText('no tiene el permiso 38, Ver reportes').waitFor()
    // No button is there that would move when the people come.
    expect(await page.getByRole('link', { name: 'Ir al inicio' }).count()).toBe(0)
    held.resolve()
    await page.getByRole('button', { name: /^Pedir a Mariana/ }).click()
    await page.getByText(/Pedido por correo|Ya se pidió hoy/).waitFor()
    await page.getByRole('button', { name: 'Comprobar otra vez' }).click()
    await page.getByText('Todavía falta el permiso.').waitFor()
  })

  test('continues as soon as the right is given', async ({ open }) => {
    const { page } = await open()
    await signIn(page, 's', 'hector')
    await follow(page, '/s/certificates')
    await page.getByRole('heading', { name: 'Falta el permiso para Certificados' }).waitFor()
    await page.route('**/api/actions/available', (route) =>
      route.fulfill({
        json: { code: '00000', results: { data: Object.values(actions).map((id) => ({ id })) } },
      }),
    )
    await page.getByRole('button', { name: 'Comprobar otra vez' }).click()
    await page.waitForURL('**/s/certificates')
  })
})

describe('redirects that could loop', () => {
  test('rights that can’t be loaded show one error, and a button loads them again', async ({ open }) => {
    const { page } = await open({ alone: true, refused: [500] })
    await page.clock.install()
    await signIn(page, 's', 'hector')
    let asked = 0
    const endFailures = await fakeAnswers(page, '**/api/actions/available', (route) => {
      asked++
      return route.fulfill({ status: 500, json: { code: 'SYSTEM_ERROR', message: 'x', errors: [] } })
    })
    await page.goto('/s/home')
    const again = page.getByRole('button', { name: 'Reintentar' })
    await again.waitFor()
    await letTimePass(page)
    expect([asked, new URL(page.url()).pathname]).toEqual([1, '/s/home'])
    endFailures()
    await again.click()
    await settled(page)
  })

  test('mass unsubscribe asks for the rights of onboarding while that integration is active', async ({
    open,
  }) => {
    const { page } = await open()
    await signIn(page, 's', 'lucia')
    const company = await page.evaluate(
      () => JSON.parse(localStorage.getItem('user') ?? '{}').empresa.id as number,
    )
    const setTo = (active: boolean) =>
      inside(server().place, ({ tenant }) =>
        tenant(company).write((tx) => setSetting(tx, 'integrations.onboarding', active, null)),
      )
    const listed = page.waitForResponse((answer) => answer.url().endsWith('/users/unsubscribe'))
    await page.goto('/s/employees/unsubscribe')
    await listed
    await settled(page)
    expect(page.url()).toMatch(/unsubscribe$/)
    await setTo(true)
    try {
      await page.goto('/s/employees/unsubscribe')
      await page.getByText(/\(73\) o .*\(74\)/).waitFor()
    } finally {
      await setTo(false)
    }
  })
})

describe('addresses that do not exist', () => {
  test('an unknown one shows similar ones; a company’s own leads to the sign-in page', async ({ open }) => {
    const { page } = await open({ refused: [404] })
    await page.goto('/s/no-such-company')
    await page.waitForURL('**/s/404NH/**')
    await page.goto('/s/austral-alimentos')
    await atSignIn(page, 's')
    await signInOnScreen(page, 's', 'mariana')
    await page.goto('/s/employes/list')
    await page.waitForURL('**/s/404NH/**')
    await page.getByRole('link', { name: 'Colaboradores', exact: true }).click()
    await page.waitForURL('**/s/employees/list')
  })

  test('a company’s own words and picture stay at the sign-in of both sites', async ({ open }) => {
    const { page } = await open()
    await page.goto('/s/vinedos-del-oeste')
    await atSignIn(page, 's')
    await page.getByRole('heading', { name: 'La bodega, al día' }).waitFor()
    await page.locator('.picture .taken').waitFor()
    await signInOnScreen(page, 's', 'silvina')
    await page.goto('/salir')
    await page.getByRole('button', { name: 'Cerrar sesión' }).click()
    await atSignIn(page, 's')
    await page.goto('/e/login')
    await page.getByRole('heading', { name: 'La bodega, al día' }).waitFor()
    await page.getByRole('button', { name: 'Entrar', exact: true }).waitFor()
    await page.getByText('Recursos Humanos · interno 204').waitFor()

    // The other language shows the product's title, and the company's help as it was written.
    await page.getByLabel('Idioma').selectOption('pt')
    await page.getByRole('heading', { name: 'Entrar', exact: true }).waitFor()
    const help = page.getByText('lo pide en la oficina de la Finca Agrelo')
    expect(await help.getAttribute('lang')).toBe('es')

    await page.goto('/s/austral-alimentos')
    await atSignIn(page, 's')
    await page.getByRole('heading', { name: 'Entrar no portal' }).waitFor()
    expect(await page.getByText('Finca Agrelo').count()).toBe(0)
  })

  test('the address of leaving asks first, and only its button leaves', async ({ open }) => {
    const { page } = await open()
    await signIn(page, 's', 'mariana')
    await page.goto('/salir')
    await page.waitForURL('**/s/salir')
    await page.getByRole('link', { name: 'Volver al portal' }).click()
    await page.waitForURL('**/s/home')
    await page.goto('/salir')
    await page.getByRole('button', { name: 'Cerrar sesión' }).click()
    await atSignIn(page, 's')
    expect(await page.evaluate(() => localStorage.getItem('jwt'))).toBeNull()
  })

  test('the wanted address is opened after signing in, one of before included', async ({ open }) => {
    const { page } = await open()
    await page.goto('/search?buscar=benitez')
    await atSignIn(page, 's')
    await signInOnScreen(page, 's', 'mariana')
    expect(page.url()).toMatch(/\/s\/documents\/search\?buscar=benitez$/)
  })
})
