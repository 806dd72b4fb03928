import { cristian, mariana, press, type Screen } from './screen.ts'

/** One's own data, its configuration, and the changes that wait. */
export const selfService: readonly Screen[] = [
  mariana('self-service', '/s/self-service/configuration'),
  mariana('self-service-end', '/s/self-service/configuration', async (page) => {
    await page.locator('label', { has: page.getByRole('switch', { name: /Domicilio|Endereço/ }) }).click()
    await page.getByRole('dialog').waitFor()
  }),
  mariana('inbox-changes', '/s/fileUploadResume?ver=cambios'),
  mariana('inbox-change-bank', '/s/fileUploadResume?ver=cambios', async (page) => {
    await page
      .locator('main li button')
      .filter({ hasText: /banc[aá]ria/ })
      .nth(1)
      .click()
    await page.getByText(/Mirar antes|Verifique antes/).waitFor()
  }),
  mariana('inbox-change-reject', '/s/fileUploadResume?ver=cambios', async (page) => {
    await page.locator('main li button').first().click()
    await press(page, /^(Rechazar|Rejeitar)…/)
  }),
  cristian('own-address', '/e/cuenta/datos/address'),
  cristian('own-address-sign', '/e/cuenta/datos/address', async (page) => {
    await page.getByRole('textbox', { name: /^(Calle|Rua)/ }).fill('Belgrano')
    await page.getByRole('textbox', { name: /^Número/ }).fill('450')
    await press(page, /^(Leer y firmar|Ler e assinar)/)
    await page.getByRole('heading', { level: 2 }).waitFor()
  }),
  cristian('own-bank', '/e/cuenta/datos/bank'),
  cristian('own-contact', '/e/cuenta/datos/contact'),
  cristian('own-identity', '/e/cuenta/datos/identity'),
]
