import { mariana, opens, press, type Screen } from './screen.ts'

/** The company's own mails. */
export const mails: readonly Screen[] = [
  mariana('mails', '/s/CustomEmails/list'),
  mariana('mail-edit', '/s/CustomEmails/edit?event=new_document', (page) =>
    page.getByRole('article').waitFor(),
  ),
  mariana('mail-edit-fault', '/s/CustomEmails/edit?event=new_document', async (page) => {
    await page
      .getByRole('textbox', { name: /^Título/ })
      .first()
      .click()
    await page.keyboard.type('{{')
  }),
  mariana('mail-security', '/s/CustomEmails/edit?event=password_changed', (page) =>
    page.getByRole('article').waitFor(),
  ),
  mariana('mail-restore', '/s/CustomEmails/edit?event=new_document', opens(/^Restaurar/)),
  mariana('mail-gallery', '/s/CustomEmails/list', async (page) => {
    await press(page, /^(Galería|Galeria)$/)
    await page.getByRole('dialog').getByRole('listitem').first().waitFor()
  }),
  mariana('mail-gallery-archived', '/s/CustomEmails/list', async (page) => {
    await press(page, /^(Galería|Galeria)$/)
    await page
      .getByRole('dialog')
      .getByRole('switch', { name: /archivadas|arquivadas/ })
      .click()
    await page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLImageElement>('[role=dialog] li img')].every(
        ({ naturalWidth }) => naturalWidth > 0,
      ),
    )
  }),
]
