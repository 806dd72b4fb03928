import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { mailTo } from './support/mailbox.ts'
import { demoPassword } from './support/server.ts'
import { serveDemonstration, server, test } from './support/test.ts'
import { arrived, atSignIn, enter, settled, signIn } from './support/visits.ts'

serveDemonstration()

async function openRecord(page: Page, search: string): Promise<void> {
  await page.goto(`/s/employees/list?${search}`)
  await page.getByRole('row').nth(1).click()
  await page.waitForURL(/\/employee\/\d+/)
  // The address changes before the list has gone.
  await page.getByRole('tab').first().waitFor()
  await settled(page)
}

/** Gives the person whose record is open another CUIL and the DNI in it, with the confirmation and the password. */
async function changeIds(page: Page, cuil: string): Promise<void> {
  await page.getByRole('button', { name: 'Más acciones' }).click()
  await page.getByRole('menuitem', { name: /^Cambiar usuario/ }).click()
  const dialog = page.getByRole('dialog', { name: /^Cambiar usuario/ })
  const ids = [
    [/^CUIL/, cuil],
    [/^DNI/, cuil.slice(2, 10)],
  ] as const
  for (const [name, value] of ids) await dialog.getByRole('textbox', { name }).fill(value)
  await dialog.locator('input[type=password]').fill(demoPassword)
  const send = dialog.getByRole('button', { name: 'Cambiar', exact: true })
  await send.click()
  const done = page.getByText('El usuario o la identificación quedaron cambiados.')
  // The documents that stay are confirmed in the same dialog.
  const stays = dialog.getByText(/Todo sigue siendo suyo/)
  await done.or(stays).first().waitFor()
  if (await stays.isVisible()) await send.click()
  await done.waitFor()
  await settled(page)
}

test('the whole account is seen after the password, and the record goes on masking it', async ({ open }) => {
  const { page } = await open({ refused: [422] })
  await signIn(page, 's', 'mariana', { path: '/s/employees/list' })
  await openRecord(page, 'buscar=ledesma')
  const bank = page.getByRole('region', { name: 'Banco' })
  await bank
    .getByText(/••••\d{4}/)
    .first()
    .waitFor()
  await bank.getByRole('button', { name: 'Ver la cuenta entera' }).click()
  const asking = page.getByRole('dialog', { name: 'Ver la cuenta entera' })
  await asking.locator('input[type=password]').fill(demoPassword)
  await asking.getByRole('button', { name: 'Ver la cuenta entera' }).click()
  const shown = page.getByRole('dialog', { name: /^Cuenta de/ })
  await shown.getByText(/\d{22}/).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByText(/\d{22}/).count()).toBe(0)
})

// By HTTP each run proves it: server/areas/publishing/moving.test.ts.
test(
  'documents that came under another’s number are offered, and move to who has it today',
  { tags: ['long'] },
  async ({ open }) => {
    const { page } = await open({ refused: [422] })
    await signIn(page, 's', 'mariana', { path: '/s/employees/list' })
    await openRecord(page, 'buscar=ledesma')
    const theirs = await page.locator('main .tax-id').first().innerText()
    await changeIds(page, '20451237773')
    await page.getByText(/documentos? (llegó|llegaron) con otra identificación/).waitFor()
    await page.getByRole('button', { name: 'Ver y mover…' }).click()
    const dialog = page.getByRole('dialog', { name: /^Mover documentos/ })
    // Until somebody has that number there is nobody to move them to.
    await dialog
      .getByText(/Nadie tiene hoy/)
      .first()
      .waitFor()
    expect(await dialog.getByRole('checkbox', { name: /^Todos/ }).isDisabled()).toBe(true)
    await page.keyboard.press('Escape')

    await openRecord(page, 'estado=onboarding')
    await changeIds(page, theirs.replaceAll('-', ''))
    await openRecord(page, 'buscar=ledesma')
    await page.getByRole('button', { name: 'Ver y mover…' }).click()
    await dialog
      .getByText(/^Para /)
      .first()
      .waitFor()
    const boxes = dialog.getByRole('checkbox', { name: /20\d\d/ })
    const before = await boxes.count()
    for (const one of [0, 1, 2]) await boxes.nth(one).check()
    await dialog.getByRole('checkbox', { name: 'Firmar de nuevo por la empresa' }).uncheck()
    await dialog.locator('input[type=password]').fill(demoPassword)
    await dialog.getByRole('button', { name: 'Mover 3 documentos' }).click()
    await page.getByText('3 documentos movidos.').waitFor()
    await expect.poll(() => boxes.count()).toBe(before - 3)

    await openRecord(page, 'estado=onboarding')
    await page.getByRole('tab', { name: 'Documentos' }).click()
    await expect.poll(() => page.getByRole('tabpanel').locator('[data-row]').count()).toBe(3)
  },
)

// By HTTP each run proves it: rights.test.ts and mails.test.ts of server/areas/employees.
test(
  'another user name ends session and password, another mail neither; both leave the documents and are mailed',
  { tags: ['long'] },
  async ({ open }) => {
    const former = 'carla_benitez@australalimentos.example'
    const { page: site } = await open({ size: 'phone', refused: [401, 422] })
    await signIn(site, 'e', 'carla_benitez')
    const documents = async () => {
      await site.goto('/e/documentos')
      await settled(site)
      await site
        .getByText(/^Recibos/)
        .first()
        .waitFor()
      return site.locator('main').innerText()
    }
    const had = await documents()

    const { page } = await open({ refused: [422] })
    await signIn(page, 's', 'mariana', { path: '/s/employees/list' })
    await openRecord(page, 'buscar=benitez')
    await page.getByRole('tab', { name: 'Configuración' }).click()
    await page.getByRole('button', { name: 'Cambiar correo…' }).click()
    const mail = page.getByRole('dialog', { name: 'Cambiar el correo de la cuenta' })
    await mail.getByRole('textbox', { name: 'Correo' }).fill('carla.nueva@correo.example')
    await mail.locator('input[type=password]').fill(demoPassword)
    await mail.getByRole('button', { name: 'Cambiar correo' }).click()
    await page.getByText('Se cambió el correo.').waitFor()
    await mailTo(server().folder, former, /la empresa puso otro correo/)
    expect(await documents()).toBe(had)

    await page.getByRole('button', { name: 'Más acciones' }).click()
    await page.getByRole('menuitem', { name: /^Cambiar usuario/ }).click()
    const name = page.getByRole('dialog', { name: /^Cambiar usuario/ })
    await name.getByRole('textbox', { name: /^Usuario/ }).fill('carla_b')
    await name.getByText('Sus sesiones se cierran y la contraseña deja de valer').waitFor()
    await name.locator('input[type=password]').fill(demoPassword)
    const send = name.getByRole('button', { name: 'Cambiar', exact: true })
    await send.click()
    await name.getByText('Lo ya firmado no cambia.').waitFor()
    await send.click()
    await page.getByText('El usuario o la identificación quedaron cambiados.').waitFor()
    await site.goto('/e/documentos')
    await atSignIn(site, 'e')
    await enter(site, 'carla_benitez')
    await site.getByRole('alert').waitFor()

    const sent = await mailTo(server().folder, 'carla.nueva@correo.example', /crear la contraseña/)
    await site.goto(/https?:\/\/\S+\/ingreso#\S+/.exec(sent.text ?? '')?.[0] ?? '')
    await site.getByLabel('Contraseña nueva').fill('Duraznero+81-azul')
    await site.getByLabel('Repetir contraseña').fill('Duraznero+81-azul')
    await site.getByRole('button', { name: 'Guardar y entrar' }).click()
    await arrived(site, 'e')
    expect(await documents()).toBe(had)
  },
)
