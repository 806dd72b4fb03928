import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { australAlimentos } from '#demo/austral.ts'
import { plainPages } from '#pdf/testing/samples.ts'
import { sendToSplit } from './support/split-payrolls.ts'
import { serveDemonstration, server, test } from './support/test.ts'
import { signIn } from './support/visits.ts'

serveDemonstration()

const users = ['norma_pena', 'luis_sosa', 'marta_figueroa', 'diego_nunez']

/** Presses Tab until a button of this name has the focus, then Enter. */
async function pressByKeyboard(page: Page, name: string | RegExp): Promise<void> {
  const button = page.getByRole('button', { name, exact: true }).first()
  for (let at = 0; at < 40; at++) {
    await page.keyboard.press('Tab')
    if (await button.evaluate((one) => one === document.activeElement)) break
  }
  await page.keyboard.press('Enter')
}

test('a layout that the reader can’t read is taught by one act, by pointer or by keyboard', async ({
  open,
  onTestFinished,
}) => {
  const people = australAlimentos().people.filter(({ username }) => users.includes(username))
  const pdf = await plainPages(
    people.map(({ fileNumber, surname, givenNames }, at) => [
      'LIQUIDACION DE VACACIONES',
      `${fileNumber}  ${surname} ${givenNames}`,
      `Haber  1${at}0.300,00`,
      `A cobrar  3${at}0.400,00`,
    ]),
  )
  const folder = mkdtempSync(join(tmpdir(), 'legajo-payroll-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'vacaciones.pdf')
  writeFileSync(file, pdf)
  // The picture and words of a receipt may be asked for while reading the whole file again puts others in its place.
  const { page } = await open({ refused: [/^404 .*\/items\/\d+\/(png|words)\//] })
  page.setDefaultTimeout(30_000)
  await signIn(page, 's', 'mariana')
  await sendToSplit(page, server().place, file)

  await page.getByRole('button', { name: 'Mostrar dónde está el dato' }).click()
  await page.locator('[data-known="legajo"]').first().click()
  await page.getByText(/^Se marcó Legajo: /).waitFor()
  await page.getByRole('button', { name: 'Leer todo otra vez' }).click()
  await page.getByText(/Excepciones: antes 4, ahora 0\.$/).waitFor()

  await page.getByRole('button', { name: 'Deshacer', exact: true }).click()
  await page.getByRole('button', { name: 'Mostrar dónde está el dato' }).waitFor()
  await page.getByRole('searchbox', { name: 'Nombre,' }).focus()
  await pressByKeyboard(page, 'Mostrar dónde está el dato')
  const search = page.getByRole('searchbox', { name: 'Buscar una palabra de la página' })
  await search.waitFor()
  await pressByKeyboard(page, 'Cancelar')
  await page.keyboard.press('Enter')
  await search.waitFor()
  await page.keyboard.press('Tab')
  const name = await page.locator('[data-known="nombre"]').getAttribute('title')
  await page.keyboard.type(name?.slice(0, 4) ?? '')
  await pressByKeyboard(page, /^Nombre /)
  await pressByKeyboard(page, 'Leer todo otra vez')
  await page.getByText(/Excepciones: antes 4, ahora 0\.$/).waitFor()
  await page.getByRole('button', { name: 'Guardar para este tipo' }).click()
  await page.getByText('Guardado para «Recibo de vacaciones».').waitFor()
}, 180_000)
