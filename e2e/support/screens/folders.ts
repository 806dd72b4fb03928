import type { Page } from 'playwright-core'
import { payslip } from '#pdf/testing/samples.ts'
import { mariana, type Screen } from './screen.ts'

/** Folders, types, and where each is read and signed. */
export const folders: readonly Screen[] = [
  mariana('folders', '/s/folder/list', (page) =>
    page.locator('nav:has(a[href$="subfolder/list"]) button[aria-expanded=false]').first().click(),
  ),
  mariana('folder-types', '/s/folder/list', async (page) => {
    await page.locator('nav li a[href$="subfolder/list"]').nth(1).click()
    await page.waitForURL(/subfolder\/list/)
  }),
  mariana('folder-create', '/s/folder/create'),
  mariana('folder-rules', '/s/folder/list', openRules),
  mariana('folder-rules-broken', '/s/folder/list', async (page) => {
    await openRules(page)
    await page.locator('input[role=switch]').first().click({ force: true })
    await page.locator('span[data-state=wrong]').first().waitFor()
  }),
  mariana('folder-held', '/s/folder/list', async (page) => {
    await page.locator('nav li a[href$="subfolder/list"]').first().click()
    await page.getByRole('button', { name: /^Ver (cuáles|quais)$/ }).click()
    await page.getByRole('dialog').waitFor()
  }),
  mariana('type-copy', '/s/folder/list', async (page) => {
    await page.goto((await page.locator('tbody a[href*=como]').first().getAttribute('href')) ?? '')
    await page.locator('form').waitFor()
  }),
  mariana('type-create', '/s/folder/list', async (page) => {
    await page.locator('nav li a[href$="subfolder/list"]').first().click()
    await page.locator('a[href$="subfolder/create"]').click()
    await page.locator('form').waitFor()
  }),
  mariana('type-edit', '/s/folder/list', async (page) => {
    await page.locator('nav li a[href$="subfolder/list"]').first().click()
    await page.locator('tbody a').first().click()
    await page.locator('form').waitFor()
  }),
  mariana('type-position', '/s/folder/list', (page) => placing(page)),
  mariana('type-reading', '/s/folder/list', openReading),
  mariana('type-reading-tried', '/s/folder/list', async (page) => {
    await openReading(page)
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
  mariana('type-position-two', '/s/folder/list', async (page) => {
    await placing(page)
    await page.getByText(/^(Dos recibos|Dois holerites)$/).click()
    await page.getByText(/^(Recibo|Holerite) 2$/).waitFor()
  }),
]

/** The rules of the first folder. */
async function openRules(page: Page): Promise<void> {
  await page.locator('nav li a[href$="subfolder/list"]').first().click()
  await page.getByRole('link', { name: /^(Reglas de la carpeta|Regras da pasta)$/ }).click()
  await page.locator('input[role=switch]').first().waitFor()
}

/** The first type of the first folder. */
async function openType(page: Page): Promise<void> {
  await page.locator('nav li a[href$="subfolder/list"]').first().click()
  await page.locator('tbody a').first().click()
}

/** How its documents are read. */
async function openReading(page: Page): Promise<void> {
  await openType(page)
  await page.getByRole('tab').nth(1).click()
  await page.waitForURL(/tab=lectura/)
}

/** Where its documents are signed. */
async function placing(page: Page): Promise<void> {
  await openType(page)
  await page.getByRole('tab').last().click()
  await page.locator('[data-box=empresa]').waitFor()
}
