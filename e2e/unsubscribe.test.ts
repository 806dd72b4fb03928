import { readFile } from 'node:fs/promises'
import { describe, expect } from 'vitest'
import { demoPassword } from './support/server.ts'
import { serveDemonstration, test } from './support/test.ts'
import { signIn } from './support/visits.ts'

serveDemonstration()

describe('a mass unsubscribe', () => {
  test('is built from the list, checked, confirmed by the password, and one of its ends is called off', async ({
    open,
  }) => {
    const { page } = await open({ refused: [422] })
    await signIn(page, 's', 'mariana', { path: '/s/employees/list?buscar=ledesma' })
    await page.getByRole('link', { name: 'Baja masiva' }).click()
    const [built] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /^Armar con/ }).click(),
    ])
    const [header, first = ''] = (await readFile(await built.path())).toString().split('\r\n')
    expect(header).toBe('\ufeffcuil;fechabaja;observaciones')
    const [cuil] = first.split(';')
    const day = new Date(Date.now() + 5 * 86_400_000)
      .toISOString()
      .slice(0, 10)
      .split('-')
      .toReversed()
      .join('/')
    await page.locator('input[type=file]').setInputFiles({
      name: 'temporada.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        `${header}\r\n${cuil};${day};Fin de la campaña\r\n;${day};\r\n99999999999;${day};\r\n`,
      ),
    })
    await page.getByRole('combobox', { name: /^Motivo/ }).click()
    await page.getByRole('option', { name: 'Fin de contrato' }).click()
    await page.getByRole('button', { name: 'Revisar el archivo' }).click()
    await page.getByText('Falta el número de la persona.').first().waitFor()
    await page.getByText('No hay nadie con ese número.').first().waitFor()
    await page.getByText('Motivo: Fin de contrato').waitFor()
    await page.getByRole('button', { name: 'Dar de baja a 1…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('2 filas con fallas quedan afuera.').waitFor()
    const proof = dialog.locator('input[type=password]')
    await proof.fill('no es esta 1')
    await dialog.getByRole('button', { name: 'Dar de baja a 1' }).click()
    await dialog.getByText('La contraseña no es correcta.').waitFor()
    await proof.fill(demoPassword)
    await dialog.getByRole('button', { name: 'Dar de baja a 1' }).click()
    await page.getByText('Se dio 1 baja.').waitFor()

    await page.getByRole('button', { name: /^Bajas 1/ }).click()
    await page.getByRole('table').getByRole('link').first().click()
    await page.getByRole('button', { name: 'Más acciones' }).click()
    await page.getByRole('menuitem', { name: 'Anular la baja prevista…' }).click()
    const undo = page.getByRole('dialog')
    await undo.getByText('no se hará').waitFor()
    await undo.locator('input[type=password]').fill(demoPassword)
    await undo.getByRole('button', { name: 'Anular la baja' }).click()
    await page.getByText(/^La baja de .* se anuló\.$/).waitFor()
  })
})
