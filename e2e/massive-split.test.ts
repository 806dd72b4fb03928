import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { describe } from 'vitest'
import { payrollFile, thisMonth } from './support/payroll-files.ts'
import { sendToSplit } from './support/split-payrolls.ts'
import { serveDemonstration, server, test } from './support/test.ts'
import { signIn } from './support/visits.ts'

serveDemonstration()

describe('a payroll that is signed elsewhere', () => {
  test('is merged and parted by hand', async ({ open, onTestFinished }) => {
    const { period } = thisMonth()
    const file = await payrollFile(period, {
      ready: ['norma_pena', 'luis_sosa'],
      wrongDigit: 'brenda_ordonez',
      twice: 'diego_nunez',
    })
    onTestFinished(() => rm(dirname(file), { recursive: true }))
    const { page } = await open({ refused: [409, 422] })
    page.setDefaultTimeout(30_000)
    await signIn(page, 's', 'mariana')
    await sendToSplit(page, server().place, file)
    const receipts = page.getByRole('feed').getByRole('article')

    // The second of whom there are two belongs to the one before it: two pages, which are parted again.
    await receipts.nth(3).getByText('p. 6', { exact: true }).click()
    await receipts.nth(3).getByRole('button', { name: 'Unir al anterior' }).click()
    await receipts.filter({ hasText: 'Unido al recibo anterior' }).waitFor()
    await receipts.nth(2).getByText('p. 5–6', { exact: true }).click()
    await receipts.nth(2).getByRole('button', { name: 'Partir en dos' }).click()
    const parting = page.getByRole('dialog', { name: 'Partir el recibo en dos' })
    await parting.getByText('Primero: p. 5 · Segundo: p. 6').waitFor()
    await parting.getByRole('button', { name: 'Partir', exact: true }).click()
    await parting.waitFor({ state: 'hidden' })
  }, 180_000)

  test('can be cancelled, and the dialog names what is lost', async ({ open, onTestFinished }) => {
    const file = await payrollFile(thisMonth().period, {
      ready: ['marta_figueroa'],
      wrongDigit: 'brenda_ordonez',
      twice: 'diego_nunez',
    })
    onTestFinished(() => rm(dirname(file), { recursive: true }))
    const { page } = await open()
    page.setDefaultTimeout(30_000)
    await signIn(page, 's', 'mariana')
    await sendToSplit(page, server().place, file)
    await page.getByRole('button', { name: 'Cancelar la publicación…' }).click()
    const dialog = page.getByRole('dialog', { name: '¿Cancelar la publicación?' })
    await dialog.getByText(/y lo que se resolvió a mano\. Nada se publicó\.$/).waitFor()
    await dialog.getByRole('button', { name: 'Volver' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Cancelar la publicación…' }).click()
    await dialog.getByRole('button', { name: 'Cancelar la publicación', exact: true }).click()
    await page.getByRole('heading', { name: 'Publicación cancelada' }).waitFor()
    await page.getByText('Nada se publicó y nadie recibió un correo.').waitFor()
  })
})
