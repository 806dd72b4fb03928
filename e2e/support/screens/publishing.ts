import type { Page } from 'playwright-core'
import { payslip } from '#pdf/testing/samples.ts'
import { openFailedProcess, openOutside, openParting, openPreview, openPreviewAnd } from '../previews.ts'
import { mariana, press, row, rows, submit, type Screen } from './screen.ts'

/** Publishing one, the same for many or a payroll, and what follows on it. */
export const publishing: readonly Screen[] = [
  mariana('publish', '/s/documents/publish/personal'),
  mariana('publish-filled', '/s/documents/publish/personal', fillPublication),
  mariana('publish-sign', '/s/documents/publish/personal', async (page) => {
    await fillPublication(page)
    await page.locator('button[type=submit]').click()
    await page.getByRole('dialog').waitFor()
  }),
  mariana('publish-refused', '/s/documents/publish/personal', submit),
  mariana('publish-generic', '/s/documents/publish/generic'),
  mariana('publish-generic-filled', '/s/documents/publish/generic', async (page) => {
    await page.getByRole('combobox').first().click()
    await page.getByRole('option').first().click()
    await page.getByRole('radio').nth(1).check()
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({
        name: 'lista.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(['cuil', '20287145366', '20384509127', '20123456786'].join('\n')),
      })
    await page.getByText('Ledesma').first().waitFor()
  }),
  mariana('massive', '/s/documents/publish/massive'),
  mariana('massive-refused', '/s/documents/publish/massive', submit),
  mariana('massive-preview', '/s/documents/publish/massive', openPreview),
  mariana('massive-preview-ready', '/s/documents/publish/massive', async (page) => {
    await openPreview(page)
    await page.goto(`${page.url()}&grupo=listo`)
    await page.getByRole('article').nth(1).waitFor()
  }),
  mariana('massive-preview-missing', '/s/documents/publish/massive', async (page) => {
    await openPreview(page)
    await page.goto(`${page.url()}&grupo=sin_recibo`)
    await page.getByRole('listitem').nth(1).waitFor()
  }),
  mariana('massive-person', '/s/documents/publish/massive', openPreviewAnd('a')),
  mariana('massive-keys', '/s/documents/publish/massive', openPreviewAnd('?')),
  mariana('massive-publish', '/s/documents/publish/massive', openPublish),
  mariana('massive-publish-mail', '/s/documents/publish/massive', async (page) => {
    await openPublish(page)
    await press(page, /^Ver (el correo|o e-mail)/)
    await page.getByRole('dialog').getByRole('article').waitFor()
  }),
  mariana('massive-publish-later', '/s/documents/publish/massive', async (page) => {
    await openPreview(page)
    await press(page, /^Publicar \d+/)
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio').last().click()
    await dialog.locator('button[type=submit]').click()
    await dialog.getByRole('alert').first().waitFor()
  }),
  mariana('massive-cancel', '/s/documents/publish/massive', async (page) => {
    await openPreview(page)
    await press(page, /^Cancelar/)
    await page.getByRole('dialog').waitFor()
  }),
  mariana('massive-parting', '/s/documents/publish/massive', openParting),
  mariana('massive-outside', '/s/documents/publish/massive', openOutside),
  mariana('massive-over', '/s/company/process-manager?clase=massive&estado=successful', async (page) => {
    await row(page).click()
    await page.waitForURL(/abierto=\d+/)
    const process = new URL(page.url()).searchParams.get('abierto')
    await page.goto(`/s/documents/publish/massive?proceso=${process}`)
    await page.getByRole('heading', { level: 2 }).first().waitFor()
  }),
  mariana('processes', '/s/company/process-manager'),
  mariana('process', '/s/company/process-manager?clase=massive&estado=successful', async (page) => {
    await row(page).click()
    await page.getByRole('link', { name: /seguimiento|acompanhamento/i }).waitFor()
  }),
  mariana('process-failed', '/s/documents/publish/massive', openFailedProcess),
  mariana('processes-none', '/s/company/process-manager?rango=2020-01-01..2020-01-31'),
  mariana('follow-up', '/s/company/process-manager?clase=massive&estado=successful', async (page) => {
    await row(page).click()
    await page.getByRole('link', { name: /seguimiento|acompanhamento/i }).click()
    await page.getByRole('table').waitFor()
  }),
  mariana('reports', '/s/reports/main'),
  mariana('reminders', '/s/documents/publish/signature-reminder'),
  mariana('reminder-repeated', '/s/documents/publish/signature-reminder', (page) =>
    page.getByRole('radio').last().check(),
  ),
  mariana('notices', '/s/documents/publish/notifications'),
  mariana('notice-send', '/s/documents/publish/notifications', async (page) => {
    await row(page).click()
    await page.getByRole('dialog').waitFor()
  }),
  mariana('undo', '/s/documents/publish/undo'),
  mariana('undo-one', '/s/documents/publish/undo', async (page) => {
    // The oldest: of the newest nobody may have read anything yet.
    await rows(page).last().click()
    await page.getByRole('checkbox').first().check()
  }),
]

async function openPublish(page: Page): Promise<void> {
  await openPreview(page)
  await press(page, /^Publicar \d+/)
  await page.getByRole('dialog').waitFor()
}

async function fillPublication(page: Page): Promise<void> {
  const [person, type, month] = [0, 1, 2].map((at) => page.getByRole('combobox').nth(at))
  await person?.fill('acosta')
  await page.getByRole('option', { name: 'Acosta' }).click()
  await type?.click()
  await page.getByRole('option', { name: /Recibo de sueldo/ }).click()
  await month?.click()
  await page.getByRole('option').nth(1).click()
  const buffer = Buffer.from(await payslip({ name: 'Acosta, Ramiro', taxId: '20-38450912-7' }))
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'recibo.pdf', mimeType: 'application/pdf', buffer })
  await page.getByText('recibo.pdf').waitFor()
}
