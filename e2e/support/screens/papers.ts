import { cristian, mariana, press, type Screen } from './screen.ts'

/** Papers that employees send, and the inbox in which they are decided. */
export const papers: readonly Screen[] = [
  mariana('inbox', '/s/fileUploadResume'),
  mariana('inbox-return', '/s/fileUploadResume', async (page) => {
    const decide = page.getByRole('button', { name: /^Devolver…/ })
    if (!(await decide.isVisible())) await page.locator('main li button').first().click()
    await decide.click()
    await press(page, /Falta una hoja|Falta uma folha/)
  }),
  mariana('inbox-returned', '/s/fileUploadResume?ver=devueltos'),
  cristian('uploads', '/e/solicitudes'),
  cristian('upload', '/e/solicitudes', async (page) => {
    await page.locator('main li a').first().click()
    await page.locator('img.paper').first().waitFor()
  }),
  cristian('upload-new', '/e/solicitudes/nueva', async (page) => {
    await page.getByRole('radio').nth(2).click()
  }),
]
