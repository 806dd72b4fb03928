import type { Page } from 'playwright-core'
import { beforeAll, describe, expect } from 'vitest'
import { codeOf } from '#contract/errors.ts'
import { me } from '#contract/me/me.ts'
import { session } from '#contract/session/session.ts'
import { aCompany, aPerson, password, type Person } from '#server/testing/factories.ts'
import { aDocument, aFolder } from '#server/testing/published.ts'
import { ask } from './support/client.ts'
import { inside } from './support/inside.ts'
import { serveDemonstration, server, test } from './support/test.ts'
import { arrived, enter, settled, signIn } from './support/visits.ts'

serveDemonstration()

const ownPassword = 'Duraznero+81-azul'
const hr = 'rrhh_quebracho'

let signer: Person
let rural: Person
beforeAll(async () => {
  const made = await inside(server().place, async (services) => {
    const app = { services }
    const company = await aCompany(app, { slug: 'quebracho', name: 'Quebracho' })
    const by = await aPerson(app, company, { username: hr, profiles: ['hr'] })
    const who = await aPerson(app, company, { username: 'firma_varios' })
    const { type } = await aFolder(app, company, { name: 'Recibos' })
    for (const period of ['2026-08-01', '2026-09-01', '2026-10-01'])
      await aDocument(app, company, { employee: who.id, type, by: by.id, period })
    const without = await aPerson(app, company, { username: 'sin_correo', mail: null, signedIn: false })
    return { who, without }
  })
  signer = made.who
  rural = made.without
})

const waitingOf = async (username: string) => {
  const { data } = await ask(server().url, session.login, { user: username, password, site: 'e' })
  return (await ask(server().url, me.documents, {}, { as: data.jwt })).data.espera
}

describe('several at once', () => {
  test('documents are read one after the other, chosen and signed with one password', async ({ open }) => {
    const { page } = await open({ size: 'phone' })
    await signIn(page, 'e', signer.username, { password })
    await page.getByText('Después de abrirlos, se pueden firmar todos juntos').waitFor()
    await page.getByRole('link', { name: /^Leer y firmar/ }).click()
    await opened(page)
    await page.getByRole('link', { name: /^Leer el siguiente/ }).click()
    // Until then the canvas is the first document's.
    await page.locator('header').getByText('Septiembre 2026', { exact: true }).waitFor()
    await opened(page)
    await page.getByRole('link', { name: 'Volver a mis documentos' }).click()

    await page.getByRole('button', { name: 'Firmar juntos los ya leídos (2)' }).click()
    const sheet = page.getByRole('dialog', { name: 'Firmar varios' })
    const sign = sheet.getByRole('button', { name: /^Firmar/ })
    // Nothing is chosen beforehand, neither which nor how.
    expect(await sheet.getByRole('checkbox', { checked: true }).count()).toBe(0)
    expect(await sign.isDisabled()).toBe(true)
    await sheet.getByText('Todos los leídos (2)').click()
    await sheet.getByText('Conforme', { exact: true }).click()
    await sheet.getByRole('textbox', { name: 'Contraseña' }).fill(password)
    await sheet.getByRole('button', { name: 'Firmar conforme (2)' }).click()
    await page.getByRole('heading', { name: '2 documentos firmados conforme' }).waitFor()
    // The next that waits is offered.
    await page.getByText('Queda 1 para firmar').waitFor()
    expect(await waitingOf(signer.username)).toHaveLength(1)
  })
})

describe('somebody without a mail', () => {
  test('signs in by a printed code, chooses a password, reads, and finds who printed the code', async ({
    open,
  }) => {
    const desk = await open({ refused: [422] })
    await signIn(desk.page, 's', hr, { password, path: `/s/employee/${rural.id}?tab=configuracion` })
    await desk.page.getByRole('link', { name: 'Código de ingreso' }).click()
    await desk.page.getByRole('button', { name: 'Hacer el código' }).click()
    await desk.page.getByRole('dialog').getByRole('textbox', { name: 'Contraseña' }).fill(password)
    await desk.page.getByRole('dialog').locator('button[type=submit]').click()
    const sheet = desk.page.getByRole('region', { name: 'Ingreso a los documentos' })
    const text = await sheet.innerText()
    const code = /[2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4}/.exec(text)?.[0] ?? ''
    expect(text).toContain(rural.username)
    expect(text).toMatch(/https?:.*\/e\/login/)
    // On paper there is the sheet and nothing else.
    await desk.page.emulateMedia({ media: 'print' })
    expect(await desk.page.getByRole('button', { name: 'Imprimir' }).isVisible()).toBe(false)
    expect(await sheet.isVisible()).toBe(true)

    const { page } = await open({ size: 'phone', refused: [422] })
    await page.goto('/e/login')
    await enter(page, rural.username, code.toLowerCase())
    await page.getByText('Acepto recibir y firmar documentos electrónicos').click()
    await page.getByRole('button', { name: 'Guardar y entrar' }).click()
    await page.getByLabel('Contraseña nueva').fill(ownPassword)
    await page.getByLabel('Repetir contraseña').fill(ownPassword)
    await page.getByRole('button', { name: 'Guardar y entrar' }).click()
    await arrived(page, 'e')
    await page.getByText('Se ingresó con un código que imprimió la empresa').waitFor()
    await page.goto('/e/cuenta')
    await page.getByRole('link', { name: /^Ingreso y sesiones/ }).click()
    await page.getByText(/^Código impreso por /).waitFor()
    // A session is ended elsewhere with the password only.
    await ask(server().url, session.login, { user: rural.username, password: ownPassword, site: 'e' })
    await page.reload()
    await page.getByRole('button', { name: 'Cerrar la otra…' }).click()
    const asked = page.getByRole('dialog', { name: 'Cerrar las otras sesiones' })
    await asked.locator('input[type=password]').fill(ownPassword)
    await asked.getByRole('button', { name: 'Cerrar la otra' }).click()
    await page.getByText('Se cerró 1 sesión.').waitFor()
    const again = await ask(server().url, session.login, { user: rural.username, password: code, site: 'e' })
    expect(again.code).toBe(codeOf('WRONG_CREDENTIALS'))
  })
})

/** Its page is on the screen. */
async function opened(page: Page): Promise<void> {
  await page.locator('canvas').first().waitFor()
  await settled(page)
}
