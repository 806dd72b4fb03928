import { readFile } from 'node:fs/promises'
import { describe, expect } from 'vitest'
import { test } from './support/test.ts'
import { signIn } from './support/visits.ts'

const titles = 'CUIL;Apellido;Nombre;Legajo;Ingreso;Sector;Lugar;Correo'
const file = (lines: readonly string[]) => ({
  name: 'altas_noviembre.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from([titles, ...lines].join('\r\n'), 'latin1'),
})

describe('an import', () => {
  test('is checked, its faulty lines are taken home, the rest is confirmed and found in the list', async ({
    open,
  }) => {
    const { page } = await open()
    await signIn(page, 's', 'mariana', { path: '/s/employees/list' })
    await page.getByRole('link', { name: 'Importar' }).click()
    await page
      .locator('input[type=file]')
      .setInputFiles(
        file([
          '20443211235;Núñez;Begoña;88001;02/11/2026;Logística;Planta Pilar;',
          '20443211243;Mal;Fecha;88002;31/02/2026;Logística;Planta Pilar;',
        ]),
      )
    await page.getByRole('button', { name: 'Revisar el archivo' }).click()
    await page.getByText('cuadra').waitFor()
    const cell = page.getByText('31/02/2026')
    await cell.waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Planilla de fallas' }).click(),
    ])
    const faulty = (await readFile(await download.path())).toString()
    expect(faulty).toMatch(/Fila;Motivo;CUIL[^]*3;Ingreso: [^]*31\/02\/2026/)
    await page.getByRole('button', { name: 'Importar 1…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('1 fila con fallas queda afuera.').waitFor()
    await dialog.getByRole('button', { name: 'Importar 1' }).click()
    await page.getByText('Se creó 1 colaborador.').waitFor()
    await page.getByRole('link', { name: 'Ver colaboradores' }).click()
    await page.getByRole('searchbox').fill('nunez beg')
    await page.getByText('Núñez, Begoña').first().waitFor()
  })
})
