import { expect } from 'vitest'
import { receiptFile, thisMonth } from './support/payroll-files.ts'
import { serveDemonstration, test } from './support/test.ts'
import { signIn } from './support/visits.ts'

serveDemonstration()

test('another person’s receipt is said when it is chosen, and Enter in an open list chooses', async ({
  open,
}) => {
  const { page } = await open()
  page.setDefaultTimeout(60_000)
  await signIn(page, 's', 'mariana', { path: '/s/documents/publish/personal' })
  await page.getByText('Falta elegir colaborador, tipo, período y archivo.').waitFor()

  // Enter takes the first match and sends nothing.
  const person = page.getByRole('combobox', { name: 'Colaborador' })
  await person.fill('barrios')
  await page.getByRole('option', { name: /Barrios, Walter/ }).waitFor()
  await person.press('Enter')
  await page.getByText('Falta elegir tipo, período y archivo.').waitFor()
  expect(await person.inputValue()).toBe('Barrios, Walter Daniel')
  const type = page.getByRole('combobox', { name: 'Tipo de documento' })
  await type.fill('Recibo de sueldo')
  await type.press('Enter')
  await page.getByText('Falta elegir período y archivo.').waitFor()

  const { period, name } = thisMonth()
  await page.locator('input[type=file]').setInputFiles(receiptFile('valentina_rossi', period))
  const said = page.getByRole('status').filter({ hasText: 'Este PDF es de' })
  await said.getByText(/Rossi, Valentina/).waitFor()
  await page.getByRole('button', { name: 'Cambiar', exact: true }).and(page.locator(':focus')).waitFor()
  // The month of the file is proposed; who insists presses a button that isn't the page's filled one.
  await expect
    .poll(() => page.getByRole('combobox', { name: 'Período' }).inputValue())
    .toMatch(new RegExp(name, 'i'))
  await page.getByRole('button', { name: 'Publicar igual a Barrios, Walter Daniel…' }).waitFor()
  await said.getByRole('button', { name: 'Publicar a Rossi' }).click()
  await page.getByText('El PDF nombra a la persona elegida.').waitFor()
  await page.getByRole('button', { name: 'Publicar y firmar' }).click()
  const signing = page.getByRole('dialog', { name: 'Publicar y firmar' })
  await signing.getByText('Rossi, Valentina', { exact: true }).waitFor()
  await signing.getByText(/^Recibo de sueldo · /).waitFor()
  // A fault of the dialog is said in it alone, and not behind it as well.
  await signing.getByRole('button', { name: 'Publicar y firmar' }).click()
  await signing.getByRole('alert').waitFor()
  expect(await page.locator('[role=alert]').count()).toBe(1)
})
