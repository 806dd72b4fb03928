import sharp from 'sharp'
import type { Page } from 'playwright-core'
import { aWorkshop, filePassword } from '#pdf/testing/p12.ts'
import { evidenceAgrees, evidenceDiffers, evidenceFails, evidenceRings } from '../evidence-differences.ts'
import { demoPassword } from '../server.ts'
import { mariana, opens, press, row, type Screen, submit } from './screen.ts'

/** Certificates, security, and the sections of the menu. */
export const company: readonly Screen[] = [
  mariana('certificates', '/s/certificates'),
  mariana('certificate', '/s/certificates', async (page) => {
    await row(page).click()
    await page.getByRole('dialog').locator('img').waitFor()
  }),
  mariana('certificate-create', '/s/certificates/create'),
  mariana('certificate-create-digits', '/s/certificates', async (page) => {
    await press(page, /^(Reemplazar|Substituir)/)
    await page.getByRole('link', { name: /^(Crear|Criar)/ }).click()
    await page.waitForURL(/create\?reemplaza=/)
    await page.locator('[id$="-nombre"]').fill('Carlos Rivarola')
    await page.locator('[id$="-cuil"]').fill('20178923450')
    await page.locator('[id$="-cargo"]').fill('Apoderado')
  }),
  mariana('certificate-import', '/s/certificates/import'),
  mariana('certificate-replace', '/s/certificates', async (page) => {
    await press(page, /^(Reemplazar|Substituir)/)
  }),
  mariana('certificate-replacing', '/s/certificates', async (page) => {
    await press(page, /^(Reemplazar|Substituir)/)
    await page.getByRole('link', { name: /^Importar/ }).click()
    await page.waitForURL(/import\?reemplaza=/)
  }),
  mariana('certificate-import-other', '/s/certificates', async (page) => {
    await press(page, /^(Reemplazar|Substituir)/)
    await page.getByRole('link', { name: /^Importar/ }).click()
    await importOther(page)
  }),
  mariana('welcome', '/s/company/welcome-email'),
  mariana('welcome-confirm', '/s/company/welcome-email', opens(/^Enviar a/)),
  mariana('logo', '/s/update/logo'),
  mariana('logo-confirm', '/s/update/logo', async (page) => {
    await chooseLogo(page)
    await submit(page)
    await page.getByRole('dialog').waitFor()
  }),
  mariana('colours', '/s/update/colors'),
  mariana('colours-unreadable', '/s/update/colors', async (page) => {
    await page.locator('[id$="-primario"]').fill('#f4d03f')
    await page.locator('[id$="-secundario"]').fill('#5c1a2b')
  }),
  mariana('security', '/s/security'),
  mariana('security-require', '/s/security', async (page) => {
    await page.getByRole('switch').first().locator('..').click()
    await page.getByRole('dialog').getByRole('textbox').waitFor()
  }),
  mariana('security-add-factor', '/s/security', async (page) => {
    await page
      .getByRole('region', { name: /^Verificación en dos pasos|^Verificação em duas etapas/ })
      .getByRole('button')
      .click()
    await page.getByRole('dialog').getByRole('listitem').first().waitFor()
  }),
  mariana('evidence', '/s/security/evidence'),
  mariana('evidence-agrees', '/s/security/evidence', evidenceAgrees),
  mariana('evidence-differs', '/s/security/evidence', evidenceDiffers),
  mariana('evidence-fails', '/s/security/evidence', evidenceFails),
  mariana('evidence-rings', '/s/home', evidenceRings),
  mariana('permission-matrix', '/s/security/permissions'),
  mariana('sections-documents', '/s/MainDocumentPage'),
  mariana('sections-company', '/s/MainBusinessPage'),
]

/** Asks to import a certificate that an authority issued for another organisation. */
async function importOther(page: Page): Promise<void> {
  const shop = aWorkshop()
  shop.certificate('root', {
    extensions: ['basicConstraints=critical,CA:TRUE', 'keyUsage=critical,keyCertSign'],
  })
  shop.certificate('Carlos Rivarola', { issuer: 'root', organization: '/O=Cafés Serra Dourada Ltda.' })
  const file = shop.p12('Carlos Rivarola', '-certfile', shop.bundle('root'))
  shop.close()
  const picture = sharp({ create: { width: 300, height: 120, channels: 4, background: '#1c3d8f' } }).png()
  // A chosen file takes the place of its input.
  const inputs = page.locator('input[type=file]')
  await inputs
    .nth(1)
    .setInputFiles({ name: 'firma.png', mimeType: 'image/png', buffer: await picture.toBuffer() })
  await inputs.first().setInputFiles({ name: 'firma.pfx', mimeType: 'application/x-pkcs12', buffer: file })
  await page.locator('[id$="-clave"]').fill(filePassword)
  for (const name of ['pass', 'repass']) await page.locator(`[id$="-${name}"]`).fill('Barrilete-77-lila')
  await page.locator('[id$="-responsabilidad"]').check()
  await page.locator('button[type=submit]').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill(demoPassword)
  await dialog.locator('button[type=submit]').click()
  await dialog.getByText('Serra Dourada').waitFor()
}

/** Chooses a logo of two colours. */
async function chooseLogo(page: Page): Promise<void> {
  const background = '#0f5c6e'
  const drawn = await sharp({ create: { width: 400, height: 160, channels: 3, background } })
    .png()
    .toBuffer()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: drawn })
}
