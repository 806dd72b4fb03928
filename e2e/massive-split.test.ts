import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import { rowsOf } from './support/inside.ts'
import { payrollFile, thisMonth } from './support/payroll-files.ts'
import { server, test } from './support/test.ts'
import { choose, signIn } from './support/visits.ts'

const type = 'Recibo de vacaciones'

/** From the form to the preview of a file that is split and signed elsewhere. */
async function sendToSplit(page: Page, file: string): Promise<void> {
  await page.goto('/s/documents/publish/massive')
  await page.getByRole('radio', { name: /^Dividir y cortar/ }).click()
  await choose(page, /^Tipo de documento/, new RegExp(`^${type}$`))
  await choose(page, /^Período/, new RegExp(`^${thisMonth().name}$`, 'i'))
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByRole('button', { name: 'Subir y leer' }).click()
  await page.getByRole('feed').getByRole('article').nth(3).waitFor()
}

describe('a payroll that is signed elsewhere', () => {
  test('is merged and parted by hand', async ({ open, onTestFinished }) => {
    const { period } = thisMonth()
    await rowsOf(server().dataDir, `update document_types set capture = 'first_page' where name = $1`, [type])
    const file = await payrollFile(period, {
      ready: ['norma_pena', 'luis_sosa'],
      wrongDigit: 'brenda_ordonez',
      twice: 'diego_nunez',
    })
    onTestFinished(() => rm(dirname(file), { recursive: true }))
    const { page } = await open({ refused: [409, 422] })
    page.setDefaultTimeout(30_000)
    await signIn(page, 's', 'mariana')
    await sendToSplit(page, file)
    const receipts = page.getByRole('feed').getByRole('article')

    // The second of whom there are two belongs to the one before it: two pages, which are parted again.
    await receipts.nth(3).getByText('p. 6').click()
    await receipts.nth(3).getByRole('button', { name: 'Unir al anterior' }).click()
    await receipts.filter({ hasText: 'Unido al recibo anterior' }).waitFor()
    await receipts.nth(2).getByText('p. 5–6').click()
    await receipts.nth(2).getByRole('button', { name: 'Partir en dos' }).click()
    const parting = page.getByRole('dialog', { name: 'Partir el recibo en dos' })
    await parting.getByText('Primero: 5 · Segundo: 6').waitFor()
    await parting.getByRole('button', { name: 'Partir', exact: true }).click()
    await parting.waitFor({ state: 'hidden' })
  }, 180_000)

  test('can be given up, with what is lost of it', async ({ open, onTestFinished }) => {
    const file = await payrollFile(thisMonth().period, {
      ready: ['marta_figueroa'],
      wrongDigit: 'brenda_ordonez',
      twice: 'diego_nunez',
    })
    onTestFinished(() => rm(dirname(file), { recursive: true }))
    const { page } = await open()
    page.setDefaultTimeout(30_000)
    await signIn(page, 's', 'mariana')
    await sendToSplit(page, file)
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
