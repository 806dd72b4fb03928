import type { Frame, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { aCompany, aPerson, inCompany, password } from '#server/testing/factories.ts'
import { inside } from './support/inside.ts'
import { mailTo } from './support/mailbox.ts'
import { serveDemonstration, server, test } from './support/test.ts'
import { arrived, atSignIn, enter, letTimePass, settled, signInOnScreen } from './support/visits.ts'

serveDemonstration()

const ownPassword = 'Duraznero+81-azul'

/** The link of the mail that invited somebody. */
async function invitationOf(address: string): Promise<string> {
  const mail = await mailTo(server().folder, address, /crear la contraseña/)
  const link = /https?:\/\/\S+\/ingreso#\S+/.exec(mail.text ?? '')?.[0]
  if (!link) throw new Error(`no link in ${mail.text}`)
  expect(mail.html).toContain(link)
  // The mail was written when the demonstration was made, by a server at another port.
  return link.replace(new URL(link).origin, server().url)
}

/** Fills in both passwords while the list of conditions answers, and goes on. */
async function choosePassword(page: Page, heading = 'Activar la cuenta'): Promise<void> {
  await page.getByRole('heading', { name: heading }).waitFor()
  const save = page.getByRole('button', { name: 'Guardar y entrar' })
  const rules = page.getByRole('region', { name: 'La contraseña tiene que tener' })
  const met = () => rules.getByText('cumple', { exact: true }).count()
  const all = await rules.getByRole('listitem').count()
  expect(all).toBeGreaterThanOrEqual(3)

  await page.getByLabel('Contraseña nueva').fill('corta')
  await rules.getByText('no cumple').first().waitFor()
  expect(await save.isDisabled()).toBe(true)
  await page.getByLabel('Contraseña nueva').fill(ownPassword)
  await page.getByLabel('Repetir contraseña').fill('otra')
  await expect.poll(met).toBe(all - 1)
  expect(await save.isDisabled()).toBe(true)
  await page.getByLabel('Repetir contraseña').fill(ownPassword)
  await expect.poll(met).toBe(all)
  await save.click()
}

/** A session that still owes its first sign-in is led from the site to what it owes, once, and stays there. */
async function expectOneWayBack(page: Page, address: string, heading: string): Promise<void> {
  const visited: string[] = []
  const note = (frame: Frame) => {
    if (frame === page.mainFrame()) visited.push(new URL(frame.url()).pathname)
  }
  page.on('framenavigated', note)
  await page.goto(address)
  await page.getByRole('heading', { name: heading }).waitFor()
  await letTimePass(page)
  page.off('framenavigated', note)
  const login = `${address.slice(0, 2)}/login`
  expect(visited.at(-1)).toBe(login)
  expect(visited.filter((path) => path === login)).toHaveLength(1)
  expect(visited.length).toBeLessThanOrEqual(3)
}

describe('the first sign-in', () => {
  test('leads from the mail to the documents, and the link works once', async ({ open }) => {
    const { page } = await open({ size: 'phone', refused: [422] })
    const link = await invitationOf('milagros_chavez@')
    await page.goto(link)
    await choosePassword(page)
    expect(page.url()).not.toContain('#')

    await page.getByRole('heading', { name: 'Documentos electrónicos' }).waitFor()
    const [accept, decline] = [page.getByRole('radio').first(), page.getByRole('radio').last()]
    expect([await accept.isChecked(), await decline.isChecked()]).toEqual([false, false])
    await page.getByRole('button', { name: 'Guardar y entrar' }).click()
    await page.getByText('Falta elegir una de las dos opciones.').waitFor()
    await page.getByText('Acepto recibir y firmar documentos electrónicos').click()
    await page.getByRole('button', { name: 'Guardar y entrar' }).click()
    await arrived(page, 'e')
    await page.getByRole('heading', { name: /documentos para firmar/ }).waitFor()
    await page.getByRole('link', { name: /^Leer y firmar/ }).click()
    await page.getByRole('button', { name: 'Firmar', exact: true }).waitFor()

    await page.goto('/e/cuenta')
    await settled(page)
    await page.getByRole('button', { name: 'Cerrar sesión' }).click()
    await atSignIn(page, 'e')
    await page.goto(link)
    await page.getByRole('heading', { name: 'Este enlace ya no sirve' }).waitFor()
    await signInOnScreen(page, 'e', 'milagros_chavez', ownPassword)
  })

  // By HTTP each run proves it: server/areas/me/me.test.ts.
  test(
    'an employee who refuses electronic documents reads them and is not asked to sign',
    { tags: ['long'] },
    async ({ open }) => {
      const { page } = await open({ alone: true, size: 'phone', refused: [422] })
      await page.clock.install()
      await page.goto(await invitationOf('leonardo_velazquez@'))
      await choosePassword(page)
      await page.getByRole('heading', { name: 'Documentos electrónicos' }).waitFor()
      await expectOneWayBack(page, '/e/', 'Documentos electrónicos')
      await page.getByText('No acepto', { exact: true }).click()
      await page.getByRole('button', { name: 'Guardar y entrar' }).click()
      await arrived(page, 'e')

      await page.getByText('No se aceptaron los documentos electrónicos').first().waitFor()
      expect(await page.getByRole('link', { name: /firmar/i }).count()).toBe(0)
      await page.getByRole('link', { name: /^Ver mis documentos/ }).click()
      await page
        .getByRole('link', { name: /Recibo de sueldo|octubre/i })
        .first()
        .click()
      await page.locator('canvas').first().waitFor()
      await settled(page)
      expect(await page.getByRole('button', { name: 'Firmar', exact: true }).count()).toBe(0)
      await page.getByRole('button', { name: 'Descargar el PDF' }).waitFor()

      // The stand can be taken again, and then there is something to sign.
      await page.goto('/e/cuenta')
      await page.getByRole('button', { name: 'Aceptar', exact: true }).click()
      await page.getByText('Aceptados', { exact: true }).waitFor()
      await page.goto('/e/')
      await page.getByRole('heading', { name: /para firmar/ }).waitFor()
    },
  )

  test('at the portal every address leads to it once, and it ends at the one wanted last', async ({
    open,
  }) => {
    await inside(server().place, async (services) => {
      const app = { services }
      const company = await aCompany(app, { slug: 'ingreso-cero', name: 'Ingreso Cero' })
      const who = await aPerson(app, company, {
        username: 'sin_estrenar',
        profiles: ['employee', 'hr'],
        maySign: false,
      })
      await inCompany(app, company.id, (tx) =>
        tx.db.updateTable('users').set({ first_sign_in_done_at: null }).where('id', '=', who.id).execute(),
      )
    })
    const { page } = await open({ alone: true, refused: [403, 422] })
    await page.clock.install()
    await page.goto('/s/login')
    await enter(page, 'sin_estrenar', password)
    const asked = 'Elegir una contraseña propia'
    await page.getByRole('heading', { name: asked }).waitFor()
    for (const address of ['/s/home', '/s/login', '/s/documents/search?buscar=recibo', '/s/salir'])
      await expectOneWayBack(page, address, asked)

    await choosePassword(page, asked)
    await page.waitForURL((url) => url.pathname === '/s/documents/search')
    expect(page.url()).toContain('?buscar=recibo')
    await settled(page)
    await page.goto('/s/login')
    await page.waitForURL('**/s/home')
  })
})
