import type { Page } from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import { account } from '#contract/account/account.ts'
import type { InputOf } from '#contract/call.ts'
import { selfService } from '#contract/self-service/self-service.ts'
import { session } from '#contract/session/session.ts'
import { aType } from '#server/testing/documents.ts'
import { aCompany, aPerson, password, type Person } from '#server/testing/factories.ts'
import { ask } from './support/client.ts'
import { inside } from './support/inside.ts'
import { photograph } from './support/photographs.ts'
import { serveDemonstration, server, test } from './support/test.ts'
import { arrived, choose, enter, signIn } from './support/visits.ts'

serveDemonstration()

const hr = 'rrhh_algarrobo'
const ownPassword = 'Duraznero+81-azul'

let declined: Person
let rural: Person
let desk: string
beforeAll(async () => {
  const { kept, ...made } = await inside(server().place, async (services) => {
    const app = { services }
    const company = await aCompany(app, { slug: 'algarrobo', name: 'Algarrobo' })
    await aPerson(app, company, { username: hr, profiles: ['hr'] })
    return {
      kept: await aType(app, company, { name: 'Declaración de domicilio', hasPeriod: false }),
      declined: await aPerson(app, company, { username: 'sin_firma', consent: 'refused' }),
      rural: await aPerson(app, company, { username: 'con_codigo', mail: null, signedIn: false }),
    }
  })
  declined = made.declined
  rural = made.rural
  const { data } = await ask(server().url, session.login, { user: hr, password })
  desk = data.jwt
  await turnOn({ action: 'address', idcarpeta: kept.folderId, idsubcarpeta: kept.id })
  await turnOn({ action: 'identity' })
})

const turnOn = (input: InputOf<typeof selfService.turnOn>) =>
  ask(server().url, selfService.turnOn, input, { as: desk })

/** Fills an address by keyboard alone: each field with the next Tab, what a list offers with an arrow and Enter. */
async function writeAddress(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: /^Calle/ }).focus()
  const next = async (text: string) => {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  // Street, number, floor, flat, neighbourhood, country.
  for (const text of ['Rivadavia', '1290', '', '', '', '']) await next(text)
  const pick = async (typed: string, option: string) => {
    await page.keyboard.type(typed)
    await page.getByRole('option', { name: option, exact: true }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
  }
  await pick('córd', 'Córdoba')
  await pick('villa mar', 'Villa María')
}

// By HTTP each run proves it: server/areas/self-service/self-service.test.ts.
test(
  'somebody without consent declares on paper: approved at the desk, and the signed sheet taken as a scan',
  { tags: ['long'] },
  async ({ open }) => {
    const { page: site } = await open({ size: 'phone' })
    const asked: string[] = []
    site.on('request', (request) => {
      if (request.url().includes('/vismapeople/')) asked.push(request.url())
    })
    await signIn(site, 'e', declined.username, { password, path: '/e/cuenta' })
    await site.getByRole('link', { name: /^Domicilio/ }).click()
    await site.getByText('La declaración se firma en papel', { exact: false }).waitFor()
    expect(asked).toEqual([])
    await writeAddress(site)
    await site.getByRole('button', { name: 'Enviar', exact: true }).press('Enter')
    await site.getByText(/Recursos Humanos recibió el cambio/).waitFor()
    await site.getByRole('button', { name: 'Declaración para firmar en papel' }).waitFor()

    const { page: portal } = await open()
    await signIn(portal, 's', hr, { password, path: `/s/employee/${declined.id}` })
    const box = portal.getByRole('region', { name: 'Domicilio' }).filter({ hasText: 'Pidió un cambio' })
    await box.getByText('Declaración por firmar en papel').waitFor()
    await box.getByText('Villa María', { exact: true }).waitFor()
    const { data: changes } = await ask(server().url, selfService.ofPerson, { id: declined.id }, { as: desk })
    const [change] = changes
    await box.getByRole('button', { name: 'Aprobar' }).click()
    await portal.getByText(/^Se aprobó: /).waitFor()

    await portal.goto(`/s/documents/detail/${change.documento.id}`)
    await portal.getByRole('button', { name: 'Adjuntar lo firmado en papel' }).click()
    const dialog = portal.getByRole('dialog', { name: 'Adjuntar lo firmado en papel' })
    await dialog.locator('input[type=file]').setInputFiles(await photograph('#d9d4c8'))
    await choose(portal, /^Qué dice el papel/, /^Conforme$/)
    await dialog.getByLabel(/^Fecha del papel/).fill(today())
    await dialog.getByRole('button', { name: 'Adjuntar', exact: true }).click()
    await portal.getByText(/^En papel, conforme/i).waitFor()
  },
)

test('somebody let in by a printed code declares on paper, and chooses a name that greets at once', async ({
  open,
}) => {
  const { data: proof } = await ask(server().url, session.stepUp, { password }, { as: desk })
  const { data: printed } = await ask(
    server().url,
    account.printCode,
    { id: rural.id },
    { as: desk, stepUp: proof.ticket },
  )
  const { page } = await open({ size: 'phone', refused: [422] })
  await page.goto('/e/login')
  await enter(page, rural.username, printed.codigo)
  await page.getByText('Acepto recibir y firmar documentos electrónicos').click()
  await page.getByRole('button', { name: 'Guardar y entrar' }).click()
  await page.getByLabel('Contraseña nueva').fill(ownPassword)
  await page.getByLabel('Repetir contraseña').fill(ownPassword)
  await page.getByRole('button', { name: 'Guardar y entrar' }).click()
  await arrived(page, 'e')
  await page.goto('/e/cuenta/datos/address')
  // They accepted, but the company opened this session.
  await page.getByText('La declaración se firma en papel', { exact: false }).waitFor()
  await writeAddress(page)
  await page.getByRole('button', { name: 'Enviar', exact: true }).click()
  await page.getByRole('button', { name: 'Declaración para firmar en papel' }).waitFor()

  await page.goto('/e/cuenta/datos/identity')
  await page.getByRole('textbox', { name: 'Nombre preferido' }).fill('Lucho')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await page.getByText('Listo. El cambio ya vale.').waitFor()
  await page.getByRole('link', { name: /^Mi cuenta: Lucho / }).waitFor()
  await page.goto('/e/')
  await page.getByText('Hola, Lucho').waitFor()

  const { page: portal } = await open()
  await signIn(portal, 's', hr, { password, path: '/s/employees/list' })
  await portal.getByRole('row', { name: /\(Lucho\)/ }).waitFor()
})

const today = () =>
  new Intl.DateTimeFormat('es-AR', {
    timeZone: 'America/Argentina/Buenos_Aires',
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
  }).format(new Date())
