import { expect } from 'vitest'
import { demoPassword } from './support/server.ts'
import { serveDemonstration, test } from './support/test.ts'
import { settled, signIn } from './support/visits.ts'

serveDemonstration()

test('an employee leaves, keeps access to their documents, and is reinstated', async ({ open }) => {
  // The step-up is asked for by a refusal.
  const { page } = await open({ refused: [422] })
  await signIn(page, 's', 'mariana', { path: '/s/employees/list?buscar=quiroga' })
  await page.getByRole('row', { name: /Quiroga/ }).click()
  await page.waitForURL(/\/employee\/\d+/)
  await settled(page)
  const act = async (name: string) => {
    await page.getByRole('button', { name: 'Más acciones' }).click()
    await page.getByRole('menuitem', { name }).click()
  }

  await act('Dar de baja')
  const leaving = page.getByRole('dialog', { name: 'Dar de baja' })
  await leaving.getByText(/Podrá seguir entrando al sitio de colaboradores/).waitFor()
  // Nothing is sent without a reason, and the field says so.
  await leaving.getByRole('button', { name: 'Dar de baja' }).click()
  await leaving.getByRole('alert').waitFor()
  await leaving.getByRole('radio', { name: 'Renuncia' }).check()
  await leaving.getByRole('button', { name: 'Dar de baja' }).click()
  // The password is asked for in the same dialog.
  expect(await page.getByRole('dialog').count()).toBe(1)
  await leaving.locator('input[type=password]').fill(demoPassword)
  await leaving.getByRole('button', { name: 'Dar de baja' }).click()
  await page.getByText(/^Se dio de baja a .*Quiroga/).waitFor()
  await page.locator('main').getByText('Inactivo', { exact: true }).waitFor()
  await page.getByText('Renuncia', { exact: true }).waitFor()

  await act('Reactivar')
  const back = page.getByRole('dialog', { name: 'Reactivar' })
  // It begins on the day after the last, and asks for the password again: that of a moment ago has served its act.
  await back.locator('input[type=password]').fill(demoPassword)
  await back.getByRole('button', { name: 'Reactivar' }).click()
  await page.getByText('La persona está otra vez activa.').waitFor()
  await page.locator('main').getByText('Activo', { exact: true }).waitFor()
  await expect.poll(() => page.getByText(/ a hoy$/).count()).toBe(1)
  await page.getByRole('button', { name: 'Más acciones' }).click()
  await expect.poll(() => page.getByRole('menuitem', { name: 'Reactivar' }).count()).toBe(0)
})
