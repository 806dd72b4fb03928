import { expect } from 'vitest'
import { expectNoBarriers } from './support/barriers.ts'
import { photograph } from './support/photographs.ts'
import { serveDemonstration, test } from './support/test.ts'
import { settled, signIn } from './support/visits.ts'

serveDemonstration()

/** A day from today on in the company's zone, as it is typed. */
const dayAhead = (days: number) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'America/Argentina/Buenos_Aires' }).format(
    Date.now() + days * 86_400_000,
  )

test('a post is written, shown to those for whom it is, read and understood, and ended', async ({ open }) => {
  const { page: portal } = await open({ refused: [422] })
  await signIn(portal, 's', 'mariana', { path: '/s/billboard' })
  await portal.getByRole('link', { name: 'Nueva publicación' }).first().click()
  await portal.getByRole('button', { name: 'Publicar…' }).click()
  await portal.getByText('Este campo es requerido.').first().waitFor()
  // The text is missing as well while there is neither picture nor video, and the summary leads to it.
  await portal.getByRole('alert').getByRole('link', { name: 'Texto' }).click()
  await expect.poll(() => portal.locator(':focus').getAttribute('role')).toBe('textbox')
  expect(await portal.getByRole('dialog').count()).toBe(0)
  await portal.getByLabel('Título').fill('Protocolo de calor')
  await portal.getByLabel('Texto').click()
  await portal.keyboard.type('Con más de 34 °C hay ')
  await portal.getByRole('button', { name: 'Negrita' }).click()
  await portal.keyboard.type('pausa')
  await portal.getByRole('button', { name: 'Negrita' }).click()
  await portal.keyboard.type(' de 10 minutos por hora.')
  await portal.getByLabel('Video').fill('https://youtu.be/dQw4w9WgXcQ')
  await portal.getByLabel('Primer día').fill(dayAhead(0))
  await portal.getByLabel('Último día').fill(dayAhead(20))
  await portal.getByLabel('Último día').press('Tab')
  await portal.getByLabel('Pedir «leído y entendido»').check()
  await portal.getByLabel('Todos los sectores').uncheck()
  await portal.getByRole('combobox', { name: 'Sectores' }).fill('Logística')
  await portal.getByRole('option', { name: 'Logística' }).click()
  await portal.keyboard.press('Escape')
  await portal
    .getByText(/^La verán \d+ personas\.$/)
    .first()
    .waitFor()
  // The picture goes up with a draft that is kept for it.
  await portal
    .locator('input[type=file]')
    .first()
    .setInputFiles(await photograph('#d9a441'))
  await portal.getByRole('button', { name: 'Cambiar la imagen' }).waitFor()
  await portal.waitForURL(/billboard\/edit\/\d+/)
  expect(await portal.getByLabel('Título').inputValue()).toBe('Protocolo de calor')
  await expectNoBarriers(portal, ['1440 light', '390 dark'])
  await portal.getByRole('button', { name: 'Publicar…' }).click()
  await portal.getByRole('dialog').getByRole('button', { name: 'Publicar' }).click()
  await portal.getByText('Se publicó en la cartelera.').waitFor()
  const row = portal.getByRole('row', { name: /Protocolo de calor/ })
  await row.getByText('Activa, quedan 20 días').waitFor()
  await row
    .getByText(/^0 de \d+/)
    .first()
    .waitFor()

  const { page: reader } = await open({ size: 'phone' })
  const player = 'https://www.youtube-nocookie.com'
  await reader.route(`${player}/**`, (route) =>
    route.fulfill({ body: '<p>Video</p>', contentType: 'text/html' }),
  )
  const own = new URL(portal.url()).origin
  /** Other sites that the reader's browser asks. */
  const elsewhere = new Set<string>()
  reader.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== own) elsewhere.add(origin)
  })
  await signIn(reader, 'e', 'jorge_ledesma')
  await reader.getByRole('link', { name: /Leer y confirmar: Protocolo de calor/ }).click()
  await reader.getByText('Con más de 34 °C hay pausa de 10 minutos por hora.').waitFor()
  await reader.getByRole('button', { name: 'Ver el video en YouTube' }).waitFor()
  expect(await reader.locator('article strong').textContent()).toBe('pausa')
  expect(await reader.locator('iframe').count()).toBe(0)
  expect([...elsewhere]).toEqual([])
  await expectNoBarriers(reader, ['390 light'])
  await reader.getByRole('button', { name: 'Leído y entendido' }).click()
  await reader.getByText(/^Leído y entendido el /).waitFor()
  await reader.getByRole('button', { name: 'Ver el video en YouTube' }).click()
  await reader.frameLocator('iframe').getByText('Video').waitFor()
  expect([...elsewhere]).toEqual([player])

  const { page: other } = await open({ size: 'phone' })
  await signIn(other, 'e', 'valentina_rossi')
  await other.getByRole('link', { name: 'Cartelera', exact: true }).click()
  await other.getByRole('heading', { name: 'Fiesta de fin de año' }).waitFor()
  expect(await other.getByText('Protocolo de calor').count()).toBe(0)

  await portal.reload()
  await row
    .getByText(/^1 de \d+/)
    .first()
    .waitFor()
  const acts = () => portal.getByRole('button', { name: 'Acciones de Protocolo de calor' }).click()
  await acts()
  await portal.getByRole('menuitem', { name: 'Quién la leyó…' }).click()
  await portal.getByRole('dialog').getByRole('switch', { name: 'Solo quienes faltan' }).click()
  await portal
    .getByRole('dialog')
    .getByText(/^Ledesma, Jorge/)
    .waitFor()
  await portal.keyboard.press('Escape')
  await acts()
  await portal.getByRole('menuitem', { name: 'Recordar a quienes faltan…' }).click()
  await portal
    .getByRole('dialog')
    .getByRole('button', { name: /^Recordar a \d+ personas?$/ })
    .click()
  await portal.getByText(/^Se recordó a \d+ personas?\.$/).waitFor()
  await acts()
  await portal.getByRole('menuitem', { name: 'Terminar ahora…' }).click()
  await portal.getByRole('dialog').getByRole('button', { name: 'Terminar' }).click()
  await row.getByText('Terminada').waitFor()
  await reader.reload()
  await settled(reader)
  await reader.getByRole('heading', { name: 'Fiesta de fin de año' }).waitFor()
  expect(await reader.getByText('Protocolo de calor').count()).toBe(0)
})
