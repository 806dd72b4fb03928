import sharp from 'sharp'
import { expect } from 'vitest'
import { serveDemonstration, test } from './support/test.ts'
import { settled, signIn } from './support/visits.ts'

serveDemonstration()

test('logo and colours are chosen, and seen at once in the portal, and by employees', async ({ open }) => {
  const { page } = await open()
  await signIn(page, 's', 'mariana', { path: '/s/update/logo' })
  const logo = page.getByRole('banner').locator('img')
  const before = await logo.getAttribute('src')
  const drawn = await sharp({ create: { width: 400, height: 160, channels: 3, background: '#5c1a2b' } })
    .png()
    .toBuffer()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: drawn })
  await page.getByRole('button', { name: 'Cambiar el logo' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cambiar el logo' })
  await dialog.getByRole('button', { name: 'Cambiar el logo' }).click()
  await page.getByText('El logo quedó cambiado').waitFor()
  await expect.poll(() => logo.getAttribute('src')).not.toBe(before)
  const width = () => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)
  await expect.poll(width).toBe(400)

  await page.goto('/s/update/colors')
  await settled(page)
  await page.getByRole('textbox', { name: 'Secundario', exact: true }).fill('#5c1a2b')
  await page.getByRole('textbox', { name: 'Primario', exact: true }).fill('#777777')
  await page.getByText('Hay 3 colores con los que no se lee el texto.').waitFor()
  // Each is offered the nearest colour that can be read.
  for (let left = 3; left > 0; left--) await page.getByRole('button', { name: /^Usar/ }).first().click()
  await page.getByRole('button', { name: 'Guardar los colores' }).click()
  await page.getByText('Los colores quedaron guardados').waitFor()
  const ground = () => page.getByRole('banner').evaluate((header) => getComputedStyle(header).backgroundColor)
  await expect.poll(ground).toBe('rgb(92, 26, 43)')

  // The first colours are offered again; leaving without saving asks.
  await page.getByRole('button', { name: /^Usar/ }).click()
  await page.getByRole('link', { name: 'Inicio' }).click()
  await page.getByRole('dialog').waitFor()

  const employee = await open({ size: 'phone' })
  await signIn(employee.page, 'e', 'cristian_maidana')
  const theirs = () =>
    employee.page.getByRole('banner').evaluate((header) => getComputedStyle(header).backgroundColor)
  await expect.poll(theirs).toBe('rgb(92, 26, 43)')
})
