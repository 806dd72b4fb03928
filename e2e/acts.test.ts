import { serveDemonstration, test } from './support/test.ts'
import { signIn } from './support/visits.ts'

serveDemonstration()

test('who has not signed is reminded in two presses from home, and the end is shown there', async ({
  open,
}) => {
  const { page } = await open()
  await signIn(page, 's', 'mariana')
  await page
    .getByRole('button', { name: /^Recordar a \d+…/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: 'Recordar la firma' })
  await dialog.getByText(/Se enviarán? \d+ correo/).waitFor()
  await dialog.getByRole('button', { name: /^Recordar a \d+$/ }).click()
  await dialog.getByText(/^Se recordó a \d+ persona/).waitFor()
  await dialog.getByRole('button', { name: 'Cerrar' }).last().click()
  await page
    .getByText(/Último recordatorio: /)
    .first()
    .waitFor()
})
