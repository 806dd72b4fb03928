import type { Page } from 'playwright-core'
import { payslip } from '#pdf/testing/samples.ts'
import { mariana, type Screen } from './screen.ts'

/** Folders, types, and where each is read and signed. */
export const folders: readonly Screen[] = [
  mariana('folders', '/s/folder/list'),
  mariana('folder-types', '/s/folder/list', async (page) => {
    await page.locator('nav li a[href*=subfolder]').nth(1).click()
    await page.waitForURL(/subfolder\/list/)
  }),
  mariana('folder-create', '/s/folder/create'),
  mariana('folder-rules-broken', '/s/folder/create', async (page) => {
    await page.getByRole('checkbox', { name: /^Vis/ }).uncheck()
    await page.getByRole('checkbox', { name: /^Se firma|^Assina-se/ }).check()
    await page.locator('form button[type=submit]').click()
  }),
  mariana('type-create', '/s/folder/list', async (page) => {
    await page.locator('nav li a[href*=subfolder]').first().click()
    await page.locator('a[href$="subfolder/create"]').click()
    await page.locator('form').waitFor()
  }),
  mariana('type-edit', '/s/folder/list', async (page) => {
    await page.locator('nav li a[href*=subfolder]').first().click()
    await page.locator('tbody a').first().click()
    await page.locator('form').waitFor()
  }),
  mariana('type-position', '/s/folder/list', (page) => placing(page)),
  mariana('type-reading', '/s/folder/list', async (page) => {
    await openType(page)
    await page.getByRole('tab').nth(1).click()
    await page.waitForURL(/tab=lectura/)
    await page.locator('input[type=file]').setInputFiles({
      name: 'recibo.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from(await payslip()),
    })
    await page.locator('canvas').waitFor()
  }),
  mariana('type-position-cut', '/s/folder/list', async (page) => {
    await placing(page)
    await page.locator('input[type=file]').setInputFiles({
      name: 'muestra.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from(await payslip()),
    })
    await page.locator('canvas').waitFor()
    await page.getByText(/^(A medida|Sob medida)$/).click()
    await page.locator('[data-box=corte]').focus()
    await page.keyboard.press('Control+Shift+ArrowDown')
  }),
]

/** The first type of the first folder. */
async function openType(page: Page): Promise<void> {
  await page.locator('nav li a[href*=subfolder]').first().click()
  await page.locator('tbody a').first().click()
}

/** Where its documents are signed. */
async function placing(page: Page): Promise<void> {
  await openType(page)
  await page.getByRole('tab').last().click()
  await page.locator('[data-box=empresa]').waitFor()
}
