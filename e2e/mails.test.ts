import { afterAll, expect } from 'vitest'
import { type ReceivedMail, startSmtp } from '#server/testing/smtp.ts'
import { expectNoBarriers } from './support/barriers.ts'
import { photograph } from './support/photographs.ts'
import { serveDemonstration, test } from './support/test.ts'
import { settled, signIn } from './support/visits.ts'

const smtp = await startSmtp()
afterAll(() => smtp.close())
serveDemonstration({ env: { SMTP_URL: smtp.url } })

test('beside the editor one goes from mail to mail, and the preview has the language in which one writes', async ({
  open,
}) => {
  const { page } = await open()
  await signIn(page, 's', 'mariana', { path: '/s/CustomEmails/edit?event=welcome' })
  const list = page.getByRole('navigation', { name: 'Correos propios' })
  await list.getByRole('link', { name: 'Recordatorio de firma' }).click()
  await page.waitForURL(/event=signature_reminder/)
  await page.getByRole('heading', { level: 1, name: 'Recordatorio de firma' }).waitFor()
  expect(await list.locator('[aria-current=page]').textContent()).toContain('Recordatorio de firma')
  await page.getByRole('article', { name: 'Vista previa' }).and(page.locator('[lang=es]')).waitFor()
  await page
    .getByRole('region', { name: /^Portugués/ })
    .getByRole('textbox', { name: /^Título/ })
    .focus()
  await page.getByRole('article', { name: 'Vista previa' }).and(page.locator('[lang=pt]')).waitFor()
  // Below 1440 pixels there are tabs, and the way back stands above the title.
  await page.setViewportSize({ width: 1280, height: 800 })
  await list.waitFor({ state: 'detached' })
  expect(await page.getByRole('textbox', { name: /^Título/ }).count()).toBe(1)
  await page.getByRole('link', { name: 'Correos propios' }).last().waitFor()

  await page.setViewportSize({ width: 1440, height: 900 })
  await list.getByRole('link', { name: 'Correos propios' }).click()
  await page.getByRole('button', { name: 'Galería' }).click()
  const gallery = page.getByRole('dialog')
  await gallery.getByText('16 de 20 imágenes').waitFor()
  await gallery.getByRole('switch', { name: 'Ver las archivadas' }).click()
  await gallery.getByText('logo-viejo.png').waitFor()
  expect(await gallery.getByRole('listitem').count()).toBe(2)
  expect(await gallery.getByRole('button', { name: /^Usar/ }).count()).toBe(0)
  await gallery.getByRole('button', { name: 'Volver a usar logo-viejo.png' }).click()
  await page.getByText('La imagen volvió a la galería.').waitFor()
  await gallery.getByText('17 de 20 imágenes').waitFor()
  await expectNoBarriers(page, ['1440 light', '390 dark'])
  await gallery.getByRole('switch', { name: 'Ver las archivadas' }).click()
  await gallery.getByRole('button', { name: 'Archivar logo-viejo.png' }).click()
  await page.getByText('La imagen quedó archivada.').waitFor()
  await gallery.getByText('16 de 20 imágenes').waitFor()
})

/** A mail with this subject; others may come between, such as those of a schedule that falls due. */
async function received(subject: RegExp): Promise<ReceivedMail> {
  for (;;) {
    const mail = await smtp.receive(20)
    if (subject.test(mail.subject ?? '')) return mail
  }
}

test('a mail gets words, a picture and colours of the company’s own, is tried, saved and received', async ({
  open,
}) => {
  const { page } = await open()
  await signIn(page, 's', 'mariana', { path: '/s/CustomEmails/list' })
  await page.getByRole('heading', { name: 'Licencias' }).waitFor()
  await page.getByText('Todavía no se envía').first().waitFor()
  await expectNoBarriers(page, ['1440 light', '390 dark'])
  await page.getByRole('link', { name: 'Bienvenida', exact: true }).click()
  const preview = page.getByRole('article', { name: 'Vista previa' })
  await preview.getByText('Damos la bienvenida').waitFor()

  const spanish = page.getByRole('region', { name: /^Español/ })
  const subject = spanish.getByRole('textbox', { name: /^Asunto/ })
  await subject.click()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.insertText('Hola, ')
  await spanish.getByRole('button', { name: 'Insertar un dato en Asunto' }).click()
  await page.getByRole('menuitem', { name: /^Nombre/ }).click()
  await page.keyboard.insertText(': llegó el portal')
  await preview.getByText(/^Hola, \w+: llegó el portal$/).waitFor()

  const text = spanish.getByRole('textbox', { name: /^Texto/ })
  await text.click()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.insertText('Bienvenidos. La ')
  await spanish.getByRole('button', { name: 'Negrita' }).click()
  await page.keyboard.insertText('política')
  await spanish.getByRole('button', { name: 'Negrita' }).click()
  await page.keyboard.insertText(' está en ')
  await spanish.getByRole('button', { name: 'Enlace', exact: true }).click()
  await page.getByLabel('Adónde lleva').fill('javascript:alert(1)')
  await page.getByRole('button', { name: 'Poner enlace' }).click()
  await page.getByText('Tiene que empezar con https:// y ser completa.').waitFor()
  await page.getByLabel('Adónde lleva').fill('https://austral.example/politica')
  await page.getByRole('button', { name: 'Poner enlace' }).click()
  await preview.getByText('https://austral.example/politica').waitFor()
  expect(await preview.locator('strong').textContent()).toBe('política')

  // Markup of others comes in as words.
  await text.evaluate((field) => {
    const data = new DataTransfer()
    data.setData('text/html', '<b style="color:red">Pegado</b><img src="https://otro.example/x.png">')
    data.setData('text/plain', 'Pegado de {{empresa}}')
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  })
  await preview.getByText('Pegado de Austral Alimentos').waitFor()

  await page.getByRole('button', { name: 'Elegir imagen' }).click()
  await page.getByRole('dialog').getByText('16 de 20 imágenes').waitFor()
  await page
    .getByRole('dialog')
    .locator('input[type=file]')
    .setInputFiles(await photograph('#d9a441'))
  await page.getByRole('button', { name: 'Agregar a la galería' }).click()
  await page.getByText('foto.jpg').waitFor()
  await preview.locator('img').waitFor()
  await page.getByRole('switch', { name: 'Colores propios de este correo' }).click()
  await page.getByRole('textbox', { name: 'Botón', exact: true }).last().fill('#7c7c7c')
  await page.getByRole('alert').filter({ hasText: 'color' }).first().waitFor()
  expect(await page.getByRole('button', { name: 'Guardar correo' }).isDisabled()).toBe(true)
  await page.getByRole('textbox', { name: 'Botón', exact: true }).last().fill('#8c1d2f')
  await expectNoBarriers(page, ['1440 light', '390 light', '390 dark'])

  await page.getByText('Solo texto', { exact: true }).click()
  await preview.locator('pre').waitFor()
  await page.getByRole('button', { name: 'Enviarme una prueba' }).click()
  await page.getByText(/^Se envió una prueba a /).waitFor()
  await received(/^\[Prueba\] Hola, Mariana: llegó el portal$/)

  // Going to another mail asks, too.
  await page
    .getByRole('navigation', { name: 'Correos propios' })
    .getByRole('link', { name: 'Recordatorio de firma' })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Seguir' }).click()
  // Leaving asks; the saved words are what the next mail has.
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Seguir' }).click()
  await page.getByRole('button', { name: 'Guardar correo' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Guardar correo' }).click()
  await page.getByText('Se guardó el correo.').waitFor()
  await page.waitForURL(/CustomEmails\/list/)
  await page.goto('/s/company/welcome-email')
  await page.getByRole('button', { name: 'Enviarme una prueba' }).click()
  const sent = await received(/^Hola, Mariana: llegó el portal$/)
  expect(sent.text).toContain('está en https://austral.example/politica')
  const html = String(sent.html)
  expect(html).toContain('<strong>política</strong>')
  expect(html).toContain('#8c1d2f')
  const [, picture = ''] = /<img[^>]*src="([^"]*mail-pictures[^"]*)"/.exec(html) ?? []
  const opened = await page.request.get(new URL(picture).pathname)
  expect([opened.status(), opened.headers()['content-type']]).toEqual([200, 'image/jpeg'])

  await page.goto('/s/CustomEmails/edit?event=welcome')
  await settled(page)
  await page.getByRole('button', { name: /^Restaurar/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restaurar' }).click()
  await page.getByText('Se restauró el original.').waitFor()
})

// Each run proves the second person and the rights by HTTP (server/areas/mails/mails.test.ts), and shows of a form that
// input is offered again (session-rules.test.ts).
test(
  'words that weren’t saved are offered again, a second person is told, and some may only look',
  { tags: ['long'] },
  async ({ open }) => {
    const path = '/s/CustomEmails/edit?event=paper_lapsing'
    const { page } = await open({ refused: [409] })
    await signIn(page, 's', 'mariana', { path })
    const title = page.getByRole('region', { name: /^Español/ }).getByRole('textbox', { name: /^Título/ })
    await title.click()
    await page.keyboard.press('End')
    const kept = page.waitForResponse((response) => response.request().method() === 'PUT')
    await page.keyboard.insertText(', avisar')
    await kept
    page.on('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await page.getByRole('button', { name: 'Recuperar' }).click()
    await page
      .getByRole('article')
      .getByText(/^Está por vencer: .*, avisar$/)
      .first()
      .waitFor()

    const { page: other } = await open()
    await signIn(other, 's', 'mariana', { path })
    await other
      .getByRole('region', { name: /^Portugués/ })
      .getByRole('textbox', { name: /^Botón/ })
      .click()
    await other.keyboard.insertText('Já: ')
    await other.getByRole('button', { name: 'Guardar correo' }).click()
    await other.getByRole('dialog').getByRole('button', { name: 'Guardar correo' }).click()
    await other.waitForURL(/CustomEmails\/list/)
    const row = other
      .getByRole('listitem')
      .filter({ has: other.getByRole('link', { name: 'Documento por vencer' }) })
    await row.getByText('Cambiado en portugués').waitFor()

    await page.getByRole('button', { name: 'Guardar correo' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Guardar correo' }).click()
    await page
      .getByRole('dialog')
      .getByText(/^Alguien más cambió este correo/)
      .waitFor()

    const { page: manager } = await open()
    await signIn(manager, 's', 'hector', { path })
    await manager.getByText(/^Se puede ver y no cambiar/).waitFor()
    await manager.getByRole('article').waitFor()
    expect(await manager.getByRole('button', { name: 'Guardar correo' }).count()).toBe(0)
    await expectNoBarriers(manager, ['1440 light', '390 light'])
  },
)
