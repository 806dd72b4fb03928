import { expect } from 'vitest'
import { expectNoBarriers } from './support/barriers.ts'
import { mailTo } from './support/mailbox.ts'
import { demoPassword } from './support/server.ts'
import { serveDemonstration, server, test } from './support/test.ts'
import { settled, signIn } from './support/visits.ts'

serveDemonstration()

const looks = ['1440 light', '390 dark'] as const

test('an address and a name are changed on a phone, the statement signed, and both approved at the desk', async ({
  open,
}) => {
  const { page: site } = await open({ size: 'phone', refused: [422] })
  await signIn(site, 'e', 'jorge_ledesma', { path: '/e/cuenta' })
  await site.getByRole('link', { name: /^Domicilio/ }).click()
  await site.getByRole('textbox', { name: /^Calle/ }).fill('Rivadavia')
  await site.getByRole('textbox', { name: /^Número/ }).fill('1290')
  await expectNoBarriers(site, looks)
  await site.getByRole('button', { name: 'Leer y firmar' }).click()
  // The step begins at its statement; going back to the fields keeps them.
  const statement = site.getByRole('heading', { name: 'Declaración jurada de domicilio' })
  await expect.poll(() => site.locator(':focus').textContent()).toBe(await statement.textContent())
  await site.getByRole('button', { name: 'Corregir' }).click()
  await expect.poll(() => site.locator(':focus').textContent()).toBe('Domicilio')
  expect(await site.getByRole('textbox', { name: /^Calle/ }).inputValue()).toBe('Rivadavia')
  await site.getByRole('button', { name: 'Leer y firmar' }).click()
  await statement.waitFor()
  await site.getByText(/^Rivadavia 1290, /).waitFor()
  await expectNoBarriers(site, looks)
  await site.getByLabel('Contraseña', { exact: false }).first().fill('equivocada-1')
  await site.getByRole('button', { name: 'Firmar y enviar' }).click()
  await site
    .getByText(/contraseña/i)
    .first()
    .waitFor()
  await site.locator('input[autocomplete=current-password]').fill(demoPassword)
  await site.getByRole('button', { name: 'Firmar y enviar' }).click()
  await site.getByText(/Recursos Humanos recibió el cambio/).waitFor()
  await site.getByRole('button', { name: 'Declaración jurada firmada' }).waitFor()

  const { page: portal } = await open()
  await signIn(portal, 's', 'mariana', { path: '/s/employees/list?buscar=ledesma' })
  await portal
    .getByRole('row', { name: /Ledesma/ })
    .first()
    .click()
  const box = portal.getByRole('region', { name: 'Domicilio' }).filter({ hasText: 'Pidió un cambio' })
  await box.getByText('Rivadavia', { exact: true }).waitFor()
  await expectNoBarriers(portal, looks)
  await box.getByRole('button', { name: 'Aprobar' }).click()
  await portal.getByText(/^Se aprobó: /).waitFor()
  await portal
    .getByText(/Rivadavia/)
    .first()
    .waitFor()

  await site.reload()
  await site.getByText(/El último cambio se aprobó/).waitFor()
  expect(await site.getByRole('textbox', { name: /^Calle/ }).inputValue()).toBe('Rivadavia')

  // How one is called waits as well, where the company looks at it first.
  await site.goto('/e/cuenta/datos/identity')
  await site.getByRole('textbox', { name: 'Nombre preferido' }).fill('Coco')
  await site.getByRole('button', { name: 'Enviar para aprobar' }).click()
  await site.getByText(/Recursos Humanos recibió el cambio/).waitFor()
  await portal.goto('/s/fileUploadResume?ver=cambios')
  const changes = portal.locator('main li button')
  await changes.nth(1).waitFor()
  await portal.keyboard.press('j')
  await expect.poll(() => changes.nth(1).getAttribute('aria-current')).toBe('true')
  await changes.filter({ hasText: /identidad.*Ledesma/ }).click()
  await portal.getByText('Coco', { exact: true }).waitFor()
  await portal.keyboard.press('a')
  await portal.getByText(/^Se aprobó: /).waitFor()
  await site.goto('/e/')
  await site.getByText('Hola, Coco').waitFor()
})

test('an account is proposed, frozen by the mail, and released at the desk', async ({ open }) => {
  const { page: site } = await open({ size: 'phone', refused: [401, 422] })
  await signIn(site, 'e', 'jorge_ledesma', { path: '/e/cuenta/datos/bank' })
  await site.getByRole('textbox', { name: /^CBU o alias/ }).fill('2850590940090418135202')
  await site.locator('input[type=password]').fill(demoPassword)
  await site.getByRole('button', { name: 'Enviar para aprobar' }).click()
  await site
    .getByText(/dígito|CBU/)
    .first()
    .waitFor()
  await site.getByRole('textbox', { name: /^CBU o alias/ }).fill('2850590940090418135201')
  await site.getByRole('button', { name: 'Enviar para aprobar' }).click()
  await site.getByText(/Recursos Humanos recibió el cambio/).waitFor()
  expect(await site.getByText('2850590940090418135201').count()).toBe(0)

  const mail = await mailTo(
    server().folder,
    'jorge_ledesma@australalimentos.example',
    /cobrar en otra cuenta/,
  )
  const link = /https?:\/\/\S+\/ingreso#cuenta\.\S+/.exec(mail.text ?? '')?.[0]
  expect(mail.text).not.toContain('5201')
  const { page: reader } = await open({ refused: [401, 422] })
  await reader.goto(link ?? '')
  await reader.getByRole('heading', { name: 'Frenar el cambio de cuenta' }).waitFor()
  expect(reader.url()).not.toContain('#')
  await reader.getByRole('button', { name: 'No fui yo: frenar' }).click()
  await reader.getByRole('heading', { name: 'El cambio quedó frenado' }).waitFor()

  await site.reload()
  await site.getByText(/el pedido no era propio/).waitFor()
  const { page: portal } = await open({ refused: [401, 422] })
  await signIn(portal, 's', 'mariana', { path: '/s/employees/list?buscar=ledesma' })
  await portal
    .getByRole('row', { name: /Ledesma/ })
    .first()
    .click()
  const box = portal.getByRole('region', { name: 'Cuenta bancaria' }).filter({ hasText: 'Pidió un cambio' })
  await box.getByText('La persona avisó que no fue ella', { exact: false }).waitFor()
  expect(await box.getByRole('button', { name: 'Aprobar' }).count()).toBe(0)
  await box.getByRole('button', { name: 'Liberar' }).click()
  const asked = portal.getByRole('dialog', { name: 'Liberar' })
  await asked.locator('input[type=password]').fill(demoPassword)
  await asked.getByRole('button', { name: 'Liberar' }).click()
  await box.getByRole('button', { name: 'Aprobar' }).waitFor()
})

test('a section is turned off while its form is open, and turned on again', async ({ open }) => {
  const { page: site } = await open({ size: 'phone', refused: [403] })
  await signIn(site, 'e', 'jorge_ledesma', { path: '/e/cuenta/datos/contact' })
  await site.getByRole('textbox', { name: /^Celular/ }).fill('11 4000 1234')
  const { page: portal } = await open()
  await signIn(portal, 's', 'mariana', { path: '/s/self-service/configuration' })
  await portal.locator('label', { has: portal.getByRole('switch', { name: 'Contacto' }) }).click()
  await portal.getByRole('dialog').getByRole('button', { name: 'Desactivar' }).click()
  await portal.getByText('Se desactivó la sección: Contacto.').waitFor()
  await expectNoBarriers(portal, looks)
  await site.getByRole('button', { name: 'Guardar' }).click()
  await site.getByText(/La empresa no recibe por aquí cambios/).waitFor()
  await portal.locator('label', { has: portal.getByRole('switch', { name: 'Contacto' }) }).click()
  await portal.getByText('Se activó la sección: Contacto.').waitFor()
  await site.getByRole('button', { name: 'Guardar' }).click()
  await site.getByText('Listo. El cambio ya vale.').waitFor()
  await settled(site)
})
