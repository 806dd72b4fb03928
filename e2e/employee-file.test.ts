import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { actions } from '#contract/actions.ts'
import { aCompany, aPerson, inCompany, password } from '#server/testing/factories.ts'
import { expectNoBarriers } from './support/barriers.ts'
import { inside, rowsOf } from './support/inside.ts'
import { serveDemonstration, server, test } from './support/test.ts'
import { confirmPassword, follow, settled, signIn } from './support/visits.ts'

serveDemonstration()

/** Opens the file of the one person whom a search of the list finds. Returns its address. */
async function openFile(page: Page, found: string): Promise<string> {
  await follow(page, `/s/employees/list?buscar=${found}`)
  await page.getByRole('row').nth(1).click()
  await page.waitForURL(/\/employee\/\d+/)
  // The address changes before the list has gone.
  await page.getByRole('tab').first().waitFor()
  await settled(page)
  return new URL(page.url()).pathname
}

test('J and K go from file to file in the order of the list, as the arrows do', async ({ open }) => {
  const { page } = await open()
  await signIn(page, 's', 'mariana', { path: '/s/employees/list' })
  await page.getByRole('row').nth(1).click()
  await page.waitForURL(/\/employee\/\d+/)
  const first = new URL(page.url()).pathname
  await page.getByText(/^1 de \d+$/).waitFor()
  await page.keyboard.press('j')
  await page.getByText(/^2 de \d+$/).waitFor()
  const second = new URL(page.url()).pathname
  expect(second).not.toBe(first)
  await page.keyboard.press('k')
  await page.getByText(/^1 de \d+$/).waitFor()
  expect(new URL(page.url()).pathname).toBe(first)
  await page.getByRole('link', { name: 'Colaborador siguiente' }).click()
  await page.getByText(/^2 de \d+$/).waitFor()
  expect(new URL(page.url()).pathname).toBe(second)
})

const tabs = (page: Page) => page.getByRole('tab').allTextContents()

test('a file has its tabs in the address, by keyboard too, and each saves by itself', async ({ open }) => {
  const { page } = await open({ refused: [422] })
  await signIn(page, 's', 'mariana')
  const address = await openFile(page, 'caceres')
  expect((await tabs(page)).map((name) => name.replace(/\d+$/, ''))).toEqual([
    'Datos personales',
    'Configuración',
    'Documentos',
    'Perfiles',
    'Sectores y lugares',
    'Carpetas',
    'Correos',
    'Historial',
  ])
  await page.getByRole('tab', { name: 'Datos personales' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.waitForURL('**?tab=configuracion')
  await page.getByRole('heading', { name: 'Ingreso al sitio' }).waitFor()
  // The tabs go round.
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await page.waitForURL('**?tab=historial')

  await page.goto(`${address}?tab=filtros`)
  const panel = page.getByRole('tabpanel', { name: 'Sectores y lugares' })
  await panel.getByRole('button', { name: 'Agregar sector y lugar' }).click()
  await panel.getByRole('combobox', { name: /^Sector 3/ }).click()
  await page.getByRole('option').last().click()
  // Another tab would lose what was chosen.
  await page.getByRole('tab', { name: 'Carpetas' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Seguir' }).click()
  await panel.getByRole('button', { name: 'Guardar sectores y lugares' }).click()
  await confirmPassword(page)
  await page.getByText('Sectores y lugares guardados.').waitFor()
  await page.reload()
  await panel.getByRole('combobox', { name: /^Sector 3/ }).waitFor()
})

test('a note is written and deleted, and the history shows the file as it was on a day', async ({ open }) => {
  const { page } = await open({ refused: [422] })
  await signIn(page, 's', 'mariana')
  const address = await openFile(page, 'ledesma')
  const notes = page.getByRole('region', { name: 'Notas de Recursos Humanos' })
  await notes.getByText('Pidió cambio de turno por estudios; se revisa en marzo.').waitFor()
  await notes.getByRole('button', { name: 'Agregar una nota' }).click()
  await notes.getByRole('textbox', { name: 'Nota' }).fill('Entrega ropa de trabajo el lunes.')
  await notes.getByRole('button', { name: 'Guardar nota' }).click()
  const written = notes.getByRole('listitem').filter({ hasText: 'Entrega ropa de trabajo el lunes.' })
  await written.waitFor()
  await expectNoBarriers(page, ['1440 light', '390 dark'])
  await written.getByRole('button', { name: /^Borrar la nota/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Borrar nota' }).click()
  await written.waitFor({ state: 'detached' })
  await page.emulateMedia({ media: 'print' })
  expect(await notes.isVisible()).toBe(false)
  expect(await page.getByRole('tab').first().isVisible()).toBe(false)
  await page.emulateMedia({ media: null })

  await follow(page, `${address}?tab=historial`)
  const then = page.getByRole('region', { name: 'El legajo en un día' })
  await then.getByText('Casado').waitFor()
  const changed = page.getByRole('listitem').filter({ hasText: 'Soltero' }).last()
  await changed.waitFor()
  await page
    .getByRole('button', { name: /^Ver ese día/ })
    .last()
    .click()
  await page.waitForURL(/&al=\d{4}-\d{2}-\d{2}/)
  await then.getByText(/^Así estaba el legajo al final del/).waitFor()
  await then.getByText('hoy: Casado').waitFor()
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Se muestra')

  // On a phone the file stands under the changes: the day that is asked for comes into view, with the focus.
  await page.setViewportSize({ width: 390, height: 844 })
  await follow(page, `${address}?tab=historial`)
  await page
    .getByRole('button', { name: /^Ver ese día/ })
    .last()
    .click()
  await then.getByText(/^Así estaba el legajo al final del/).waitFor()
  await expect.poll(async () => (await then.boundingBox())?.y).toBeLessThan(200)
  expect(await then.evaluate((file) => file === document.activeElement)).toBe(true)
  await follow(page, `${address}?tab=historial&al=2099-01-01`)
  await then.getByText(/Elegir un día hasta hoy/).waitFor()
})

describe('a file has the tabs that its viewer may open, and a link to another one is refused', () => {
  const whole = [
    'Datos personales',
    'Configuración',
    'Documentos',
    'Perfiles',
    'Sectores y lugares',
    'Carpetas',
    'Correos',
    'Historial',
  ]
  const seen = async (page: Page) => (await tabs(page)).map((name) => name.replace(/\d+$/, ''))
  const expectRefused = async (page: Page, address: string, shut: readonly string[]) => {
    for (const tab of shut) {
      await follow(page, `${address}?tab=${tab}`)
      await page.getByRole('heading', { name: /^Falta el permiso para / }).waitFor()
    }
  }

  test('for limited human resources all of them, of people within reach', async ({ open }) => {
    const { page } = await open({ refused: [404] })
    await signIn(page, 's', 'lucia')
    const address = await openFile(page, 'ledesma')
    expect(await seen(page)).toEqual(whole)
    // Each draws itself with the calls that its viewer may make: a refused one fails the visit.
    for (const tab of [
      'configuracion',
      'documentos',
      'perfiles',
      'filtros',
      'carpetas',
      'correos',
      'historial',
    ]) {
      await follow(page, `${address}?tab=${tab}`)
      await page.getByRole('tabpanel').waitFor()
      await settled(page)
    }
    // Mariana works elsewhere: as if nobody were there.
    const [mariana] = await rowsOf<{ id: string }>(
      server().place,
      `select id from users where username = 'mariana'`,
    )
    await follow(page, `/s/employee/${mariana?.id}?tab=perfiles`)
    await page.getByRole('heading', { name: 'No se encontró' }).waitFor()
  })

  test('for a manager no profiles, filters, folders and notes', async ({ open }) => {
    const { page } = await open({ refused: [404] })
    await signIn(page, 's', 'hector')
    const address = await openFile(page, 'ledesma')
    expect(await seen(page)).toEqual(whole.filter((_, at) => at < 3 || at > 5))
    expect(await page.getByText('Notas de Recursos Humanos').count()).toBe(0)
    await expectRefused(page, address, ['perfiles', 'filtros', 'carpetas'])
    // Somebody out of reach is nobody, whatever the tab.
    await follow(page, '/s/employee/999999?tab=perfiles')
    await page.getByRole('heading', { name: 'No se encontró' }).waitFor()
  })

  test('for the right to open records (7) alone neither documents nor rights', async ({ open }) => {
    const clerk = await inside(server().place, async (services) => {
      const app = { services }
      const company = await aCompany(app, { slug: 'solo-legajos' })
      await aPerson(app, company, { lastName: 'Arrieta', sector: 'Planta' })
      await inCompany(app, company.id, ({ db }) =>
        db
          .deleteFrom('profile_actions')
          .where('profile_id', '=', company.profiles.limited)
          .where('action', '<>', actions.employees)
          .execute(),
      )
      return aPerson(app, company, { profiles: ['limited'], filters: [{ sector: 'Planta' }] })
    })
    const { page } = await open()
    await signIn(page, 's', clerk.username, { password })
    const address = await openFile(page, 'arrieta')
    expect(await seen(page)).toEqual(['Datos personales', 'Configuración', 'Correos', 'Historial'])
    expect(await page.getByRole('button', { name: /^Editar/ }).count()).toBe(0)
    for (const tab of ['configuracion', 'correos', 'historial']) {
      await follow(page, `${address}?tab=${tab}`)
      await page.getByRole('tabpanel').waitFor()
      await settled(page)
    }
    await expectRefused(page, address, ['documentos', 'perfiles', 'filtros', 'carpetas'])
  })
})
