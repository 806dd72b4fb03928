import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { employees } from '#contract/employees/employees.ts'
import { session } from '#contract/session/session.ts'
import { shell } from '#contract/shell/shell.ts'
import { fakeAnswers } from './support/fake-answers.ts'
import { ask } from './support/client.ts'
import { demoPassword } from './support/server.ts'
import { serveDemonstration, server, test } from './support/test.ts'
import {
  atSignIn,
  confirmPassword,
  enter,
  letTimePass,
  settled,
  signIn,
  signInOnScreen,
} from './support/visits.ts'

serveDemonstration()

/** Keys in the browser's storage that belong to a person, and those that belong to the device. */
const ofThePerson = ['jwt', 'user', 'actions', 'navBarConfig', 'ssoData', 'factory', 'hadModal']
const ofTheDevice = ['sideBarMinimised', 'language', 'mantine-color-scheme-value', 'company']

const stored = (page: Page) =>
  page.evaluate(() => ({ local: Object.keys(localStorage), session: Object.keys(sessionStorage) }))

/** Every key that the product writes, as if all of it had been used. */
const fillStorage = (page: Page) =>
  page.evaluate(() => {
    for (const name of ['ssoData', 'factory', 'hadModal']) localStorage.setItem(name, '"x"')
    localStorage.setItem('sideBarMinimised', 'false')
    localStorage.setItem('language', 'es')
    localStorage.setItem('mantine-color-scheme-value', 'light')
    localStorage.setItem('company', 'austral-alimentos')
    sessionStorage.setItem('dismissedNotices', '["1.1"]')
    sessionStorage.setItem('seenPeople', '[{"id":1,"nombre":"Alguien"}]')
  })

const bearerOf = (page: Page) => page.evaluate(() => localStorage.getItem('jwt') ?? '')
const endOnServer = async (page: Page) => ask(server().url, session.logout, {}, { as: await bearerOf(page) })

async function expectNothingOfThePerson(page: Page): Promise<void> {
  const { local, session: ofTheTab } = await stored(page)
  // The sign-in page asks again for the company's single sign-on: only the former value must be gone.
  const anew = (await page.evaluate(() => localStorage.getItem('ssoData'))) !== '"x"' ? ['ssoData'] : []
  expect(local.filter((name) => ofThePerson.includes(name) && !anew.includes(name))).toEqual([])
  expect(local).toEqual(expect.arrayContaining(ofTheDevice))
  expect(ofTheTab.filter((name) => ['dismissedNotices', 'seenPeople'].includes(name))).toEqual([])
}

describe('each ending leaves nothing of the person, and all of the device', () => {
  test('signing out', async ({ open }) => {
    const { page } = await open()
    await signInOnScreen(page, 's', 'mariana')
    const { local } = await stored(page)
    expect(local).toEqual(expect.arrayContaining(['jwt', 'user', 'actions', 'navBarConfig']))
    await fillStorage(page)
    const bearer = await bearerOf(page)
    await page.getByRole('button', { name: /Mariana Etchegaray/ }).click()
    await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click()
    await atSignIn(page, 's')
    await expectNothingOfThePerson(page)
    expect((await ask(server().url, session.actions, {}, { as: bearer })).status).toBe(401)
  })

  test('a call without a session, in this tab and in another', async ({ open }) => {
    const { page, context } = await open({ refused: [401] })
    await signIn(page, 's', 'mariana')
    const other = await context.newPage()
    await other.goto('/s/employees/list')
    await settled(other)
    await fillStorage(page)
    await endOnServer(page)
    await page.getByRole('link', { name: 'Colaboradores' }).first().click()
    await Promise.all([atSignIn(page, 's'), atSignIn(other, 's')])
    await expectNothingOfThePerson(page)
    // Where one was comes back after signing in.
    await enter(page, 'mariana')
    await page.waitForURL(/\/s\/employees\/list/)
  })

  test('a keep-alive without a session; one that fails leaves everything', async ({ open }) => {
    const { page } = await open({ alone: true, refused: [401, 500] })
    await page.clock.install()
    await signIn(page, 's', 'mariana')
    await fillStorage(page)
    const endFailures = await fakeAnswers(page, '**/api/keepalive*', (route) =>
      route.fulfill({ status: 500, body: '{}' }),
    )
    const failed = page.waitForResponse('**/api/keepalive*')
    await page.clock.fastForward(61_000)
    await failed
    await settled(page)
    expect(new URL(page.url()).pathname).toBe('/s/home')
    endFailures()
    await endOnServer(page)
    await page.clock.fastForward(61_000)
    await atSignIn(page, 's')
    await expectNothingOfThePerson(page)
  })
})

test('input of a form survives the end of the session', async ({ open }) => {
  const { page } = await open({ refused: [401] })
  await signIn(page, 's', 'mariana', { path: '/s/employees/create' })
  const name = page.getByLabel(/^Nombre/).first()
  const kept = page.waitForResponse(
    (answer) => answer.url().includes('/api/v2/drafts/') && answer.request().method() === 'PUT',
  )
  await name.fill('Hermenegilda')
  expect((await kept).status()).toBe(200)
  await endOnServer(page)
  await page
    .getByLabel(/^Apellido/)
    .first()
    .fill('Zuviría')
  // No question of the browser stands in the way.
  await atSignIn(page, 's')
  await enter(page, 'mariana')
  await page.waitForURL(/\/s\/employees\/create/)
  await page.getByRole('button', { name: 'Recuperarlos' }).click()
  expect(await name.inputValue()).toBe('Hermenegilda')
  await page.goto('/s/home')
  const { data } = await ask(
    server().url,
    session.login,
    { user: 'mariana', password: demoPassword, site: 's' },
    {},
  )
  await ask(server().url, shell.dropDraft, { clave: 'employee.create' }, { as: data.jwt })
})

// Each run shows it of a form, above.
test(
  'input of a record or a folder’s rules returns after signing in again, until it is saved',
  { tags: ['long'] },
  async ({ open }) => {
    const { page } = await open({ refused: [401, 422] })
    await signIn(page, 's', 'mariana')
    const first = await ask(server().url, employees.list, { perPage: 1 }, { as: await bearerOf(page) })
    const record = `/s/employee/${first.data[0].id}`
    const kept = (method: string) =>
      page.waitForResponse(
        (answer) => answer.url().includes('/api/v2/drafts/') && answer.request().method() === method,
      )
    const endsWhere = async (place: string) => {
      await endOnServer(page)
      await page.goto(place)
      await atSignIn(page, 's')
      await enter(page, 'mariana')
      await page.waitForURL((url) => url.pathname === place)
      await settled(page)
    }
    const edit = (section: string) => page.getByRole('button', { name: `Editar ${section}` }).click()
    const account = page.getByLabel('Número de cuenta')
    await page.goto(record)
    await settled(page)
    await edit('banco')
    await account.fill('4455667788990')
    expect((await kept('PUT')).status()).toBe(200)
    await endsWhere(record)
    // Each section has its own: what was typed into one is not offered in another.
    await edit('familia')
    await page.getByRole('button', { name: 'Guardar familia' }).waitFor()
    expect(await page.getByRole('button', { name: 'Recuperarlos' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Cancelar' }).click()
    await edit('banco')
    await page.getByRole('button', { name: 'Recuperarlos' }).click()
    expect(await account.inputValue()).toBe('4455667788990')
    const dropped = kept('DELETE')
    await page.getByRole('button', { name: 'Guardar banco' }).click()
    await confirmPassword(page)
    expect((await dropped).status()).toBe(200)
    await edit('banco')
    await account.waitFor()
    await settled(page)
    expect(await page.getByRole('button', { name: 'Recuperarlos' }).count()).toBe(0)

    await page.goto('/s/folder/create')
    await settled(page)
    const name = page.getByLabel(/^Nombre/)
    await name.fill('Convenios')
    await kept('PUT')
    await endsWhere('/s/folder/create')
    await page.getByRole('button', { name: 'Recuperarlos' }).click()
    expect(await name.inputValue()).toBe('Convenios')
    // Given up on leaving, it is not offered again.
    const gone = kept('DELETE')
    await page.getByRole('link', { name: 'Colaboradores' }).first().click()
    await page.getByRole('button', { name: 'Salir sin guardar' }).click()
    await gone
    await page.goto('/s/folder/create')
    await settled(page)
    expect(await page.getByRole('button', { name: 'Recuperarlos' }).count()).toBe(0)
  },
)

describe('a release replaced under an open tab', () => {
  test('reloads once by itself, and says so when that does not help', async ({ open }) => {
    const { page, problems } = await open({ alone: true, refused: [404] })
    await page.clock.install()
    // Before the page is loaded: a loaded page may take a part from what it or another page has kept.
    const bringBack = await fakeAnswers(page, '**/s/assets/EmployeesPage-*.js', (route) =>
      route.fulfill({ status: 404, body: '' }),
    )
    await signIn(page, 's', 'mariana')
    let loads = 0
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame()) loads++
    })
    await page.getByRole('link', { name: 'Colaboradores' }).first().click()
    await page.getByText('Hay una versión nueva').waitFor()
    await letTimePass(page)
    expect(loads).toBeLessThanOrEqual(3)
    bringBack()
    await page.getByRole('button', { name: 'Recargar' }).click()
    await page.getByRole('heading', { name: 'Colaboradores' }).waitFor()
    problems.splice(0)
  })

  test('never reloads over unsaved text', async ({ open }) => {
    const { page, problems } = await open({ alone: true, refused: [404] })
    // Before the page is loaded, as above.
    await page.route('**/s/assets/SearchDialog-*.js', (route) => route.fulfill({ status: 404, body: '' }))
    await signIn(page, 's', 'mariana', { path: '/s/employees/create' })
    const name = page.getByLabel(/^Nombre/).first()
    await name.fill('Hermenegilda')
    await page.keyboard.press('Control+k')
    await page.getByText('Hay una versión nueva').waitFor()
    expect(await name.inputValue()).toBe('Hermenegilda')
    problems.splice(0)
  })
})

test('a failing call of actions is not repeated: the start shows the error and waits', async ({ open }) => {
  const { page } = await open({ alone: true, refused: [500] })
  await page.clock.install()
  await signIn(page, 's', 'mariana')
  let asked = 0
  const endFailures = await fakeAnswers(page, '**/api/actions/available*', async (route) => {
    asked++
    await route.fulfill({ status: 500, contentType: 'application/json', body: '{"code":"INTERNAL_ERROR"}' })
  })
  await page.reload()
  await page.getByRole('button', { name: 'Reintentar' }).waitFor()
  await letTimePass(page)
  expect(asked).toBeLessThanOrEqual(2)
  endFailures()
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await settled(page)
  expect(new URL(page.url()).pathname).toBe('/s/home')
})

test('a banner shows that the server is unreachable or under maintenance, until it is back', async ({
  open,
}) => {
  const { page } = await open({ refused: [503] })
  await signIn(page, 's', 'mariana')
  const endOutage = await fakeAnswers(page, /\/health\/ready|\/api\//, (route) =>
    route.fulfill({ status: 503, body: '{}' }),
  )
  await page.getByRole('link', { name: 'Colaboradores' }).first().click()
  await page.getByText('El servidor no responde.').waitFor()
  endOutage()
  await page.getByText('El servidor no responde.').waitFor({ state: 'detached' })
  await page.getByRole('row').nth(1).waitFor()
})
