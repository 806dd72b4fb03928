import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { serveDemonstration, test } from './support/test.ts'
import { settled, signIn } from './support/visits.ts'

serveDemonstration()

const names = (page: Page) => page.locator('tbody th').allTextContents()

describe('the types of a folder', () => {
  test('stand in the order that keys, the menu and the handle give them, and keep it', async ({ open }) => {
    const { page } = await open()
    await signIn(page, 's', 'mariana')
    // Keys come faster than answers: the lists asked for between the keys arrive after the last one.
    const keysPressed = Promise.withResolvers<void>()
    let answersMayCome = Promise.resolve()
    await page.route('**/documents/typesbyfolder/*', async (route) => {
      const response = await route.fetch()
      await answersMayCome
      await route.fulfill({ response })
    })
    let saved = 0
    page.on('response', (response) => {
      if (response.url().includes('/v2/subfolder/order/')) saved++
    })
    await page.goto('/s/folder/list')
    await page.locator('tbody th').first().waitFor()
    const begun = await names(page)
    const [first = '', second = '', third = ''] = begun
    expect(begun.length).toBeGreaterThan(2)

    answersMayCome = keysPressed.promise
    await page.getByRole('button', { name: `Mover ${second}` }).focus()
    await page.keyboard.press('ArrowUp')
    await page.getByText(`${second}: lugar 1 de ${begun.length}.`).waitFor()
    await expect.poll(() => names(page)).toEqual([second, first, ...begun.slice(2)])
    // The handle that moved is still the one in hand.
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.getByText(`${second}: lugar 3 de ${begun.length}.`).waitFor()
    keysPressed.resolve()
    await expect.poll(() => saved, { timeout: 20_000 }).toBe(3)
    await settled(page)
    await page.reload()
    await page.locator('tbody th').first().waitFor()
    expect(await names(page)).toEqual([first, third, second, ...begun.slice(3)])

    await page.getByRole('button', { name: `Más acciones de ${second}` }).click()
    await page.getByRole('menuitem', { name: 'Subir' }).click()
    await page.getByText(`${second}: lugar 2 de ${begun.length}.`).waitFor()
    await expect.poll(() => names(page)).toEqual(begun)

    const handle = await page.getByRole('button', { name: `Mover ${first}` }).boundingBox()
    const below = await page.locator('tbody tr').nth(1).boundingBox()
    if (!handle || !below) throw new Error('nothing to drag')
    await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2)
    await page.mouse.down()
    await page.mouse.move(handle.x + handle.width / 2, below.y + below.height - 4)
    await page.mouse.up()
    await page.getByText(`${first}: lugar 2 de ${begun.length}.`).waitFor()
    await expect.poll(() => saved, { timeout: 20_000 }).toBe(5)
    await settled(page)
    await page.reload()
    await page.locator('tbody th').first().waitFor()
    await expect.poll(() => names(page)).toEqual([second, first, ...begun.slice(2)])
  })

  test('are copied with the places where they are signed', async ({ open }) => {
    const { page } = await open()
    await signIn(page, 's', 'mariana', { path: '/s/folder/list' })
    const row = page.locator('tbody tr').first()
    const place = await row.locator('td').nth(3).textContent()
    expect(place).toMatch(/^Última hoja, /)
    await row.hover()
    await row.getByRole('link', { name: /^Duplicar/ }).click()
    await page.getByRole('textbox', { name: /^Nombre/ }).fill('Recibo de SAC')
    await page.getByRole('textbox', { name: /^Alias/ }).fill('SAC')
    await page.getByRole('button', { name: 'Crear tipo' }).click()
    await page.getByText('Se guardó el tipo Recibo de SAC.').waitFor()
    const made = page.locator('tbody tr').filter({ hasText: 'Recibo de SAC' })
    expect(await made.locator('td').nth(3).textContent()).toBe(place)
  })
})

describe('the rules of a folder', () => {
  test('show in numbers what saving would change, refuse contradictions, and offer both ways out', async ({
    open,
  }) => {
    const { page } = await open()
    await signIn(page, 's', 'mariana', { path: '/s/folder/list' })
    await page.getByRole('link', { name: 'Reglas de la carpeta' }).click()
    const visible = page.getByRole('switch', { name: 'Visible para los colaboradores' })
    const signed = page.getByRole('switch', { name: 'Se firma' })
    const save = page.getByRole('button', { name: 'Guardar reglas' })
    await visible.waitFor()
    expect(await signed.isChecked()).toBe(true)
    await visible.click({ force: true })
    await page.getByText('No se puede guardar: lo que no se ve no puede pedir firma ni bloquear.').waitFor()
    expect(await save.isDisabled()).toBe(true)
    const effects = page.getByRole('region', { name: /^Si se guarda sin visible ni firma/ })
    await effects.getByText(/dejan de verse en el sitio de colaboradores/).waitFor()
    const documents = await effects.getByText(/^[\d.]+ documentos?$/).textContent()

    await page.getByRole('button', { name: 'Hacerla visible' }).click()
    expect(await visible.isChecked()).toBe(true)
    expect(await save.isDisabled()).toBe(false)
    await visible.click({ force: true })
    await page.getByRole('button', { name: 'Quitar firma' }).click()
    expect(await signed.isChecked()).toBe(false)
    await save.click()
    await page.getByText(/^Se guardó la carpeta/).waitFor()
    await page.getByText('Solo la ve Recursos Humanos').waitFor()

    await page.getByRole('link', { name: 'Reglas de la carpeta' }).click()
    await visible.click({ force: true })
    const back = page.getByRole('region', { name: 'Si se guarda', exact: true })
    await back.getByText('pasan a verse en el sitio de colaboradores').waitFor()
    expect(await back.getByText(/^[\d.]+ documentos?$/).textContent()).toBe(documents)
    await signed.click({ force: true })
    await back.getByText('pide firma; lo ya publicado no cambia').waitFor()
    await save.click()
    await page.getByText('Los colaboradores la ven').waitFor()
  })
})
