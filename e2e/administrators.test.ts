import { expect } from 'vitest'
import { promote } from './support/administrators.ts'
import { serveDemonstration, server, test } from './support/test.ts'
import { confirmPassword, settled, signIn } from './support/visits.ts'

serveDemonstration()

test('the profiles of a certificate holder change when a second administrator accepts', async ({ open }) => {
  await promote(server().url, ['caceres', 'dominguez'])
  const { page } = await open({ refused: [422] })
  await signIn(page, 's', 'lucia', { path: '/s/employees/list?buscar=etchegaray' })
  await page.getByRole('row', { name: /Etchegaray/ }).click()
  await page.waitForURL(/\/employee\/\d+/)
  await settled(page)
  await page.getByRole('tab', { name: 'Perfiles' }).click()
  const profiles = page.getByRole('tabpanel', { name: 'Perfiles' })
  await profiles.getByRole('radio', { name: 'Ninguno' }).check()
  await profiles.getByRole('button', { name: 'Guardar perfiles' }).click()
  await confirmPassword(page)
  const asked = page.getByRole('dialog').last()
  await asked.getByText('responde por los certificados').waitFor()
  await asked.getByRole('button', { name: 'Guardar perfiles' }).click()
  await page.getByText('El pedido está hecho: espera a otra persona.').waitFor()
  await page.getByRole('tab', { name: 'Datos personales' }).click()
  const waiting = page.locator('main').getByRole('heading', { name: 'Un cambio espera a otra persona' })
  await waiting.waitFor()
  await page.getByRole('button', { name: 'Retirar el pedido' }).waitFor()
  expect(await page.getByRole('button', { name: 'Aceptar' }).count()).toBe(0)

  const second = await open({ refused: [422] })
  await signIn(second.page, 's', 'hector')
  await settled(second.page)
  await second.page.getByRole('button', { name: /Pendientes/ }).click()
  await second.page
    .getByRole('link', { name: /^Cáceres, Lucía pidió un cambio de alguien que administra/ })
    .click()
  await second.page.getByText('quedarían Colaborador, Titular de certificados').waitFor()
  await second.page.getByRole('button', { name: 'Aceptar' }).click()
  await confirmPassword(second.page)
  await second.page.getByText('El cambio está hecho.').waitFor()
  await expect.poll(() => second.page.getByRole('button', { name: 'Aceptar' }).count()).toBe(0)
})
