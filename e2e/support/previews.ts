import type { Page } from 'playwright-core'
import { payrollZip, thisMonth } from './payroll-files.ts'
import { choose } from './visits.ts'

/** Publications that stand in their preview, by the server that has them. */
const previews = new Map<string, string>()

/** From the beginning of a massive publication to its preview; made once a server. */
export async function openPreview(page: Page): Promise<void> {
  const { origin } = new URL(page.url())
  const known = previews.get(origin)
  if (known) await page.goto(known)
  else {
    const { period, name } = thisMonth()
    await page.getByRole('radio').last().click()
    await choose(page, /^Tipo de documento/, /^Recibo de sueldo$/)
    await choose(page, /^Período/, new RegExp(`^${name}$`, 'i'))
    await page.locator('input[type=file]').setInputFiles({
      name: `recibos_${period.replace('-', '')}.zip`,
      mimeType: 'application/zip',
      buffer: await payrollZip(period, ['andres_kowalczuk', 'agustina_torres', 'joaquin_lopez']),
    })
    await page.locator('button[type=submit]').click()
  }
  await page.getByRole('feed').getByRole('article').first().waitFor({ timeout: 60_000 })
  previews.set(origin, page.url())
}

/** The same with a dialog that a key opens. */
export function openPreviewAnd(key: string): (page: Page) => Promise<void> {
  return async (page) => {
    await openPreview(page)
    await page.keyboard.press('j')
    await page.keyboard.press('k')
    await page.keyboard.press(key)
    await page.getByRole('dialog').waitFor()
  }
}
