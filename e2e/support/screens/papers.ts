import { ana, cristian, mariana, press, type Screen } from './screen.ts'

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
  mariana('workflows', '/s/workflow/list'),
  mariana('workflow', '/s/workflow/list', async (page) => {
    await press(page, /^(Acciones|Ações) de Domicilios/)
    await page.getByRole('menuitem', { name: 'Ver' }).click()
    await page.waitForURL(/workflow\/\d+/)
  }),
  mariana('inbox-others', '/s/fileUploadResume?ver=deOtros', async (page) => {
    const paper = page.locator('main li button').first()
    if (await paper.isVisible()) await paper.click()
  }),
  mariana('workflow-create', '/s/workflow/create'),
  mariana('workflow-end', '/s/workflow/list', async (page) => {
    await press(page, /^(Acciones|Ações) de Domicilios/)
    await page.getByRole('menuitem', { name: /^(Desactivar|Desativar)…/ }).click()
    await page.getByRole('dialog').waitFor()
  }),
  cristian('uploads', '/e/solicitudes'),
  cristian('upload', '/e/solicitudes', async (page) => {
    await page.locator('main li a').first().click()
    await page.locator('img.paper').first().waitFor()
  }),
  ana('team', '/e/equipo'),
  ana('team-request', '/e/equipo', async (page) => {
    await page.locator('main li a').first().click()
    await page.locator('img.paper').first().waitFor()
  }),
  ana('team-return', '/e/equipo', async (page) => {
    await page.locator('main li a').first().click()
    await press(page, /^Devolver…/)
  }),
  ana('my-deputy', '/e/cuenta', async (page) => {
    await press(page, /^(Cambiar|Alterar)…/)
    await page.getByRole('dialog').waitFor()
  }),
  cristian('upload-new', '/e/solicitudes/nueva', async (page) => {
    await page.getByRole('radio').nth(2).click()
  }),
]
