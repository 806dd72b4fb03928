import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { rowsOf } from './support/inside.ts'
import { serveDemonstration, server, test } from './support/test.ts'
import { signIn } from './support/visits.ts'

serveDemonstration()

test('who has not signed is reminded in two presses from home, and the end is shown there', async ({
  open,
}) => {
  await rowsOf(
    server().place,
    `update certificates set valid_until = now() + interval '20 days' where expired_at is null`,
  )
  const { page } = await open()
  await signIn(page, 's', 'mariana')
  // Each row's button names its act: none of them only shows.
  const lapsing = page.getByRole('link', { name: /^Revisar( los \d+)?: \d+ documentos? venc/ })
  await lapsing.waitFor()
  expect(await lapsing.getAttribute('href')).toContain('vence=30')
  expect(await page.getByRole('link', { name: /^Ver: / }).count()).toBe(0)
  const ending = page.getByRole('link', { name: /^Reemplazar: El certificado de .* vence en \d+ días/ })
  expect(await ending.getAttribute('href')).toMatch(/\/certificates\/create\?reemplaza=\d+$/)

  let send = () => {}
  const held = new Promise<void>((resolve) => (send = resolve))
  await page.route(/\/scheduler\/signatureReminders$/, async (route) => {
    if (route.request().method() === 'POST') await held
    await route.continue()
  })
  await page
    .getByRole('button', { name: /^Recordar a \d+…/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: 'Recordar la firma' })
  await dialog.getByText(/Se enviarán? \d+ correo/).waitFor()
  await dialog.getByRole('button', { name: /^Recordar a \d+$/ }).click()
  // Without motion the ring of a busy button stands in its middle as well.
  await expect.poll(() => offCentre(page)).toBeLessThan(2)
  send()
  await dialog.getByText(/^Se recordó a \d+ persona/).waitFor()
  await dialog.getByRole('button', { name: 'Cerrar' }).last().click()
  await page
    .getByText(/Último recordatorio: /)
    .first()
    .waitFor()
})

/** Pixels between the middle of the busy button and that of its ring. */
function offCentre(page: Page): Promise<number> {
  return page.evaluate(() => {
    const button = document.querySelector('button[data-loading]')
    const ring = button?.querySelector('.mantine-Loader-root')
    if (!button || !ring) return Infinity
    const [one, other] = [button.getBoundingClientRect(), ring.getBoundingClientRect()]
    const across = one.x + one.width / 2 - other.x - other.width / 2
    const down = one.y + one.height / 2 - other.y - other.height / 2
    return Math.hypot(across, down)
  })
}
