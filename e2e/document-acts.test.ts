import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { qpdfCheck } from '#pdf/testing/judges.ts'
import { demoPassword } from './support/server.ts'
import { serveDemonstration, test } from './support/test.ts'
import { signIn } from './support/visits.ts'

serveDemonstration()

test('a document is observed, its report kept, and then annulled for good', async ({ open }) => {
  // The file of an annulled document is refused; the step-up is asked for by a refusal.
  const { page } = await open({ refused: [422] })
  await signIn(page, 's', 'mariana', { path: '/s/documents/search?estado=pendiente' })
  await page.locator('[data-row]').last().dblclick()
  await page.waitForURL(/documents\/detail/)
  await page.getByRole('tab', { name: 'Observaciones' }).click()
  await page.getByRole('textbox', { name: 'Observación nueva' }).fill('Se publicó con el mes equivocado')
  await page.getByRole('button', { name: 'Agregar observación' }).click()
  await page.getByText('Se publicó con el mes equivocado', { exact: true }).waitFor()

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
  for (const said of ['Se anuló', 'Se hizo este informe', 'Se agregó una observación'])
    await page.getByText(said, { exact: true }).waitFor()
})
