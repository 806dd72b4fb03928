import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { qpdfCheck } from '#pdf/testing/judges.ts'
import { rowsOf } from './support/inside.ts'
import { serveDemonstration, server, test } from './support/test.ts'
import { settled, signIn } from './support/visits.ts'
import { demoPassword } from './support/server.ts'

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
    .getByRole('button', { name: /^Recordar a \d+ personas?…/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: 'Recordar la firma' })
  await dialog.getByText(/Se enviarán? \d+ correo/).waitFor()
  await dialog.getByRole('button', { name: /^Recordar a \d+ personas?$/ }).click()
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

test('an employee leaves, keeps access to their documents, and is reinstated', async ({ open }) => {
  // The step-up is asked for by a refusal.
  const { page } = await open({ refused: [422] })
  await signIn(page, 's', 'mariana', { path: '/s/employees/list?buscar=quiroga' })
  await page.getByRole('row', { name: /Quiroga/ }).click()
  await page.waitForURL(/\/employee\/\d+/)
  await settled(page)
  const act = async (name: string) => {
    await page.getByRole('button', { name: 'Más acciones' }).click()
    await page.getByRole('menuitem', { name }).click()
  }

  // Loaded for the first time, it gives the focus back as well.
  await act('Dar de baja')
  const leaving = page.getByRole('dialog', { name: 'Dar de baja' })
  await leaving.waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Más acciones' }).and(page.locator(':focus')).waitFor()

  await act('Dar de baja')
  await leaving.getByText(/Podrá seguir entrando al sitio de colaboradores/).waitFor()
  // Nothing is sent without a reason, and the field says so.
  await leaving.getByRole('button', { name: 'Dar de baja' }).click()
  await leaving.getByRole('alert').waitFor()
  await leaving.getByRole('radio', { name: 'Renuncia' }).check()
  await leaving.getByRole('button', { name: 'Dar de baja' }).click()
  // The password is asked for in the same dialog.
  expect(await page.getByRole('dialog').count()).toBe(1)
  await leaving.locator('input[type=password]').fill(demoPassword)
  await leaving.getByRole('button', { name: 'Dar de baja' }).click()
  await page.getByText(/^Se dio de baja a .*Quiroga/).waitFor()
  await page.locator('main').getByText('Inactivo', { exact: true }).waitFor()
  await page.getByText('Renuncia', { exact: true }).waitFor()

  await act('Reactivar')
  const back = page.getByRole('dialog', { name: 'Reactivar' })
  // It begins on the day after the last, and asks for the password again: that of a moment ago has served its act.
  await back.locator('input[type=password]').fill(demoPassword)
  await back.getByRole('button', { name: 'Reactivar' }).click()
  await page.getByText('La persona está otra vez activa.').waitFor()
  await page.locator('main').getByText('Activo', { exact: true }).waitFor()
  await expect.poll(() => page.getByText(/ a hoy$/).count()).toBe(1)
  await page.getByRole('button', { name: 'Más acciones' }).click()
  await expect.poll(() => page.getByRole('menuitem', { name: 'Reactivar' }).count()).toBe(0)
})

test('a document is observed, its report kept, and then annulled for good', async ({ open }) => {
  // The file of an annulled document is refused; the step-up is asked for by a refusal.
  const { page } = await open({ refused: [422] })
  await signIn(page, 's', 'mariana', { path: '/s/documents/search?estado=pendiente' })
  await page.locator('[data-row]').last().dblclick()
  await page.waitForURL(/documents\/detail/)
  await page.getByRole('tab', { name: 'Observaciones' }).click()
  await page.getByRole('textbox', { name: 'Observación nueva' }).fill('Se publicó con el mes equivocado')
  await page.getByRole('button', { name: 'Agregar observación' }).click()
  // The field keeps the text until the act is over.
  await page.getByRole('listitem').filter({ hasText: 'Se publicó con el mes equivocado' }).waitFor()

  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Trazabilidad en PDF' }).click()
  const report = await waiting
  expect(report.suggestedFilename()).toMatch(/^informe-de-trazabilidad-[A-Z2-7]{16}\.pdf$/)
  expect(qpdfCheck(readFileSync(await report.path())).accepted).toBe(true)

  await page.getByRole('button', { name: 'Más acciones' }).click()
  await page.getByRole('menuitem', { name: 'Anular' }).click()
  const dialog = page.getByRole('dialog', { name: 'Anular el documento' })
  await dialog.getByRole('textbox', { name: 'Motivo' }).fill('Mes equivocado')
  await dialog.getByRole('button', { name: 'Anular el documento' }).click()
  // An irreversible act asks for the password again.
  const again = page.getByRole('dialog').last()
  await again.locator('input[type=password]').fill(demoPassword)
  await again.locator('button[type=submit]').click()
  await page.getByText('El documento quedó anulado').waitFor()
  await page.getByText('Motivo: Mes equivocado').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Descargar' }).count()).toBe(0)

  await page.getByRole('tab', { name: 'Trazabilidad' }).click()
  for (const said of ['Se anuló', 'Se hizo un informe de trazabilidad', 'Se agregó una observación'])
    await page.getByText(said, { exact: true }).waitFor()
})
