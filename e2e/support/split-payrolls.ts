import type { Page } from 'playwright-core'
import { type Place, rowsOf } from './inside.ts'
import { thisMonth } from './payroll-files.ts'
import { choose } from './visits.ts'

const type = 'Recibo de vacaciones'

/** From the form to the preview of a PDF that is split and signed elsewhere; the type is made to be read by its page. */
export async function sendToSplit(page: Page, place: Place, file: string): Promise<void> {
  await rowsOf(place, `update document_types set capture = 'first_page' where name = $1`, [type])
  await page.goto('/s/documents/publish/massive')
  await page.getByRole('radio', { name: /^Dividir y cortar/ }).click()
  await choose(page, /^Tipo de documento/, new RegExp(`^${type}$`))
  await choose(page, /^Período/, new RegExp(`^${thisMonth().name}$`, 'i'))
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByRole('button', { name: 'Subir y leer' }).click()
  await page.getByRole('feed').getByRole('article').nth(3).waitFor()
}
