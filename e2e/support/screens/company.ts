import { mariana, press, row, type Screen } from './screen.ts'

/** Certificates, security, and the sections of the menu. */
export const company: readonly Screen[] = [
  mariana('certificates', '/s/certificates'),
  mariana('certificate', '/s/certificates', async (page) => {
    await row(page).click()
    await page.getByRole('dialog').locator('img').waitFor()
  }),
  mariana('certificate-create', '/s/certificates/create'),
  mariana('certificate-import', '/s/certificates/import'),
  mariana('certificate-replace', '/s/certificates', async (page) => {
    await row(page).click()
    await press(page, /^(Reemplazar|Substituir)/)
  }),
  mariana('certificate-replacing', '/s/certificates', async (page) => {
    await row(page).click()
    await press(page, /^(Reemplazar|Substituir)/)
    await page.getByRole('link', { name: /^Importar/ }).click()
    await page.waitForURL(/import\?reemplaza=/)
  }),
  mariana('security', '/s/security'),
  mariana('security-require', '/s/security', async (page) => {
    await page.getByRole('switch').first().locator('..').click()
    await page.getByRole('dialog').getByRole('textbox').waitFor()
  }),
  mariana('security-add-factor', '/s/security', async (page) => {
    await page
      .getByRole('region', { name: /segundo fac?tor/i })
      .getByRole('button')
      .click()
    await page.getByRole('dialog').getByRole('listitem').first().waitFor()
  }),
  mariana('permission-matrix', '/s/security/permissions'),
  mariana('sections-documents', '/s/MainDocumentPage'),
  mariana('sections-company', '/s/MainBusinessPage'),
  mariana('not-built-yet', '/s/billboard'),
]
