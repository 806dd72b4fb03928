import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { describe, expect } from 'vitest'
import { employeeImport } from '#contract/employees/import.ts'
import { session } from '#contract/session/session.ts'
import { spreadsheetOf } from '#server/shared/files/spreadsheet.ts'
import { ask } from './support/client.ts'
import { demoPassword } from './support/server.ts'
import { server, serveDemonstration, test } from './support/test.ts'
import { signIn } from './support/visits.ts'

serveDemonstration()

const titles = 'CUIL;Apellido;Nombre;Legajo;Ingreso;Sector;Lugar;Correo'
const file = (lines: readonly string[]) => ({
  name: 'altas_noviembre.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from([titles, ...lines].join('\r\n'), 'latin1'),
})

/** The number of faulty lines of an import; undefined while its file is read. */
async function faultyOf(id: number, as: string): Promise<number | undefined> {
  const { data: state } = await ask(server().url, employeeImport.one, { id }, { as })
  return state.paso === 'preview' ? state.cantidades.faulty : undefined
}

describe('an import', () => {
  test('is checked, a cell is mended in its place, faulty lines are taken home, the rest is confirmed and found in the list', async ({
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
          '20443211251;Núñez;Celia;88004;31/11/2026;Logística;Planta Pilar;',
        ]),
      )
    await page.getByRole('button', { name: 'Revisar el archivo' }).click()
    await page.getByText('cuadra').waitFor()
    const cellOf = (line: number) => page.getByRole('textbox', { name: `Corregir Ingreso, fila ${line}` })
    expect(await cellOf(3).inputValue()).toBe('31/02/2026')
    await cellOf(4).fill('30/02/2026')
    await cellOf(4).press('Enter')
    // Still wrong: the focus stays where it can be mended.
    await expect.poll(() => cellOf(4).evaluate((cell) => cell === document.activeElement)).toBe(true)
    await cellOf(4).fill('30/11/2026')
    // The screen asks how it stands only once the server has read the file again.
    const held = Promise.withResolvers<void>()
    await page.route(/\/users\/import\/\d+$/, (route) => held.promise.then(() => route.fallback()))
    await cellOf(4).press('Enter')
    const credentials = { user: 'mariana', password: demoPassword, site: 's' as const }
    const { data: mariana } = await ask(server().url, session.login, credentials)
    await expect.poll(() => faultyOf(Number(page.url().split('/').at(-1)), mariana.jwt)).toBe(1)
    held.resolve()
    await page.getByRole('button', { name: 'Con fallas 1' }).waitFor()
    await expect.poll(() => cellOf(3).evaluate((cell) => cell === document.activeElement)).toBe(true)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Planilla de fallas' }).click(),
    ])
    const faulty = (await readFile(await download.path())).toString()
    expect(faulty).toMatch(/Fila;Motivo;CUIL[^]*3;Ingreso: [^]*31\/02\/2026/)
    await page.getByRole('button', { name: 'Importar 2…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('1 fila con fallas queda afuera.').waitFor()
    await dialog.getByRole('button', { name: 'Importar 2' }).click()
    await page.getByText('Se crearon 2 colaboradores.').waitFor()
    await page.getByRole('link', { name: 'Ver colaboradores' }).click()
    await page.getByRole('searchbox').fill('nunez beg')
    await page.getByText('Núñez, Begoña').first().waitFor()
  })

  test('of a workbook names the column that it doesn’t know, which is assigned in place', async ({
    open,
  }) => {
    async function* rows() {
      yield [['20443211307', 'Núñez', 'Zoë', '88003', '02/11/2026', 'Logística', 'Planta Pilar']]
    }
    const heads = ['CUIL *', 'Apellido *', 'Nombre *', 'Legajo *', 'Ingreso *', 'Sector *', 'location']
    const columns = heads.map((head) => ({ head, width: 14 }))
    const { page } = await open()
    await signIn(page, 's', 'mariana', { path: '/s/employees/import' })
    await page.locator('input[type=file]').setInputFiles({
      name: 'altas.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: await buffer(spreadsheetOf({ name: 'Altas', columns, rows: rows() })),
    })
    await page.getByRole('button', { name: 'Revisar el archivo' }).click()
    await page.getByText('Una columna no se reconoció.').waitFor()
    await page.getByRole('button', { name: 'Con fallas 1' }).waitFor()
    await page.getByRole('combobox', { name: 'Dato de la columna location' }).click()
    await page.getByRole('option', { name: 'Lugar' }).click()
    await page.getByRole('button', { name: 'Importar 1…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Las invitaciones se envían después, en otro paso.').waitFor()
    await dialog.getByRole('button', { name: 'Importar 1' }).click()
    await page.getByText('Se creó 1 colaborador.').waitFor()
  })

  test('is explained by a page of help, from its title and from search', async ({ open }) => {
    const { page, context } = await open()
    await signIn(page, 's', 'mariana', { path: '/s/employees/import' })
    const [help] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('link', { name: /^Ayuda: Cómo importar la nómina/ }).click(),
    ])
    await help.getByRole('heading', { name: 'Cómo importar la nómina' }).waitFor()
    await help.close()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('publicar recibos')
    await page.getByRole('option', { name: 'Cómo publicar los recibos del mes' }).click()
    await page.getByRole('heading', { name: 'Cómo publicar los recibos del mes' }).waitFor()
    await page.getByRole('link', { name: 'Ir a Publicación masiva' }).click()
    await page.waitForURL('**/documents/publish/massive')
  })
})
