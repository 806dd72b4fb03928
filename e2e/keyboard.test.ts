import { expect } from 'vitest'
import { chooseByKeys, tabTo } from './support/keys.ts'
import { payslipOfThisMonth } from './support/payslips.ts'
import { demoPassword } from './support/server.ts'
import { serveDemonstration, test } from './support/test.ts'
import { arrived, follow, settled, signIn } from './support/visits.ts'

serveDemonstration()

// Each run uses lists and previews by keyboard: DataTable.browser.test.tsx, massive.test.ts.
test('publishing, finding, reading and signing by keyboard alone', { tags: ['long'] }, async ({ open }) => {
  const { month, file } = await payslipOfThisMonth('nahuel_ferreyra')
  const { page } = await open()
  const { keyboard } = page
  // The listener comes first: a browser told in the same moment may show its own chooser.
  page.once('filechooser', (chooser) => chooser.setFiles(file))
  const signInByKeys = async (user: string) => {
    await page.getByRole('heading', { level: 1 }).waitFor()
    await keyboard.type(user)
    await keyboard.press('Tab')
    await keyboard.type(demoPassword)
    await keyboard.press('Enter')
  }

  await page.goto('/s/login')
  await signInByKeys('mariana')
  await arrived(page, 's')
  await keyboard.press('Tab')
  await page.getByRole('link', { name: 'Ir al contenido' }).and(page.locator(':focus')).waitFor()
  await tabTo(page, /^Documentos$/, 'button')
  await keyboard.press('Enter')
  await tabTo(page, /^Publicar un documento$/)
  await keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Publicar un documento' }).waitFor()
  await settled(page)

  await tabTo(page, /^Colaborador/)
  await keyboard.type('41235580')
  await chooseByKeys(page, /Ferreyra, Nahuel/)
  await page.getByText('20-41235580-').first().waitFor()
  await tabTo(page, /^Tipo de documento/)
  await keyboard.type('Recibo de sueldo')
  await chooseByKeys(page, /^Recibo de sueldo/)
  await tabTo(page, /^Período/)
  await keyboard.press('Space')
  await chooseByKeys(page, new RegExp(month, 'i'))
  await expect
    .poll(() => page.getByRole('combobox', { name: 'Período' }).inputValue())
    .toMatch(new RegExp(month, 'i'))
  await tabTo(page, /^Arrastrar el archivo|^Archivo/)
  await keyboard.press('Enter')
  await page.getByText(file.name).waitFor()
  await page.getByRole('button', { name: 'Cambiar', exact: true }).and(page.locator(':focus')).waitFor()
  await tabTo(page, /^Publicar y firmar…$/)
  await keyboard.press('Enter')
  const signing = page.getByRole('dialog', { name: 'Publicar y firmar' })
  await signing.waitFor()
  await tabTo(page, /^Contraseña del certificado/)
  await keyboard.type(demoPassword)
  await keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Documento firmado y publicado' }).waitFor()
  await tabTo(page, /^Salir$|^Publicar otro$/)
  await keyboard.press('Escape')

  // The list: / searches, J and K move, Enter opens.
  await tabTo(page, /^Documentos$/, 'button')
  await keyboard.press('Enter')
  await tabTo(page, /^Buscar documentos$/)
  await keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Documentos' }).waitFor()
  await settled(page)
  await keyboard.press('/')
  const search = page.getByRole('searchbox').and(page.locator(':focus'))
  await search.waitFor()
  await keyboard.type('ferreyra')
  await expect.poll(() => search.inputValue()).toBe('ferreyra')
  const rows = page.getByRole('row', { name: /Ferreyra, Nahuel/ })
  await expect.poll(() => rows.count(), { timeout: 15_000 }).toBe(4)
  await tabTo(page, /Ferreyra, Nahuel/)
  await keyboard.press('j')
  await keyboard.press('j')
  await keyboard.press('k')
  await page.getByRole('region', { name: 'Vista previa' }).waitFor()
  await expect.poll(() => page.locator('[data-row]:focus').textContent()).toContain('Ferreyra')
  await keyboard.press('Enter')
  await page.waitForURL(/\/documents\/detail\/\d+/)
  await page.getByRole('heading', { level: 1, name: /^Recibo de sueldo/ }).waitFor()

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/e/login')
  await signInByKeys('nahuel_ferreyra')
  await arrived(page, 'e')
  await tabTo(page, /^Leer y firmar/)
  await keyboard.press('Enter')
  await page.locator('canvas').first().waitFor()
  // A screen reader hears each value after its label, and each amount after the head of its column.
  const heard = page.getByRole('group', { name: 'Página 1 de 1' }).getByRole('paragraph')
  await heard.filter({ hasText: /^Apellido y nombre: Ferreyra, Nahuel$/ }).waitFor()
  await heard
    .filter({ hasText: /^0810 Jubilación ley 24\.241; Unidades: 11,00; Deducciones: [\d.,]+$/ })
    .waitFor()
  await tabTo(page, /^Firmar$/)
  await keyboard.press('Enter')
  const sheet = page.getByRole('dialog')
  await sheet.waitFor()
  await tabTo(page, /^Conforme/)
  await keyboard.press('Space')
  await sheet.getByRole('radio', { name: /^Conforme/, checked: true }).waitFor()
  await tabTo(page, /^Contraseña/)
  await keyboard.type(demoPassword)
  await keyboard.press('Enter')
  const done = page.getByRole('heading', { name: 'Firmado conforme' })
  await done.and(page.locator(':focus')).waitFor()
  await tabTo(page, /^Volver a mis documentos$/)
  await keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Nada para firmar' }).waitFor()
})

test('keys that act on lists can be turned off on a device', async ({ open }) => {
  const { page } = await open()
  await signIn(page, 's', 'mariana')
  const put = async (on: boolean) => {
    await follow(page, '/s/account')
    await settled(page)
    const choice = page.getByRole('switch', { name: 'Atajos de una sola tecla' })
    await choice.press('Space')
    expect(await choice.isChecked()).toBe(on)
  }
  const search = page.getByRole('searchbox')
  const pressed = async () => {
    await follow(page, '/s/employees/list')
    await settled(page)
    await page.keyboard.press('/')
    return search.evaluate((field) => field === document.activeElement)
  }
  expect(await pressed()).toBe(true)
  await put(false)
  expect(await pressed()).toBe(false)
  await put(true)
  expect(await pressed()).toBe(true)
})
