import type { Page } from 'playwright-core'
import { manyReceipts } from '#pdf/testing/receipts.ts'
import { payrollFile, payrollZip, thisMonth } from './payroll-files.ts'
import { choose } from './visits.ts'

/** Publications that stand in their preview, or beyond, by what they are and the server that has them. */
const made = new Map<string, string>()

/** Goes to the publication that this makes, once a server. */
async function once(page: Page, what: string, make: () => Promise<unknown>): Promise<void> {
  const key = `${what} ${new URL(page.url()).origin}`
  const known = made.get(key)
  if (known) await page.goto(known)
  else await make()
  await page.waitForURL(/proceso=\d+/)
  made.set(key, page.url())
}

type Sent = string | { name: string; mimeType: string; buffer: Buffer }

/** Begins a massive publication of this month's payslips; `mode` counts those that can be chosen. */
async function send(page: Page, mode: number, file: Sent): Promise<void> {
  await page.getByRole('radio').nth(mode).click()
  await choose(page, /^Tipo de documento/, /^Recibo de sueldo$/)
  const { name } = thisMonth(await page.evaluate(() => document.documentElement.lang))
  await choose(page, /^Período/, new RegExp(`^${name}$`, 'i'))
  await page.locator('input[type=file]').setInputFiles(file)
  await page.locator('button[type=submit]').click()
}

const receipts = (page: Page) => page.getByRole('feed').getByRole('article').first()
const readingTakes = { timeout: 60_000 }

/** From the beginning of a massive publication to its preview; made once a server. */
export async function openPreview(page: Page): Promise<void> {
  await once(page, 'preview', async () => {
    const { period } = thisMonth()
    await send(page, 3, {
      name: `recibos_${period.replace('-', '')}.zip`,
      mimeType: 'application/zip',
      buffer: await payrollZip(period, ['andres_kowalczuk', 'agustina_torres', 'joaquin_lopez']),
    })
  })
  await receipts(page).waitFor(readingTakes)
}

/** The preview of one PDF, with a receipt of two pages about to be parted. */
export async function openParting(page: Page): Promise<void> {
  await once(page, 'parting', () =>
    send(page, 1, {
      name: 'nadie.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from(manyReceipts(1, { pagesEach: 2 })),
    }),
  )
  await receipts(page).waitFor(readingTakes)
  await page.keyboard.press('j')
  await page.keyboard.press('s')
  await page.getByRole('dialog').waitFor()
}

/** The process of a publication whose file can't be read. */
export async function openFailedProcess(page: Page): Promise<void> {
  await once(page, 'broken', () =>
    send(page, 1, { name: 'roto.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 broken') }),
  )
  await page.locator('section [role=alert]').first().waitFor(readingTakes)
  const process = new URL(page.url()).searchParams.get('proceso')
  await page.goto(`/s/company/process-manager?abierto=${process}`)
  await page.getByRole('region', { name: /^Detal/ }).waitFor()
}

/** From the form to a split payroll that waits for its signatures from elsewhere. */
export async function openOutside(page: Page): Promise<void> {
  await once(page, 'outside', async () => {
    const file = await payrollFile(thisMonth().period, {
      ready: ['federico_bustamante'],
      wrongDigit: 'leonardo_velazquez',
      twice: 'estela_leguizamon',
    })
    await send(page, 1, file)
    await receipts(page).waitFor(readingTakes)
    await page.locator('footer button').last().click()
    const dialog = page.getByRole('dialog')
    await dialog.locator('button[type=submit]').click()
    // That the month isn't like the last is confirmed.
    const unlike = dialog.getByText(/(de todos modos|mesmo assim)\?/)
    await unlike.or(page.locator('ol button').first()).first().waitFor()
    if (await unlike.isVisible()) await dialog.locator('button[type=submit]').click()
  })
  await page.locator('ol button').first().waitFor(readingTakes)
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
