import { describe, expect } from 'vitest'
import { manyReceipts } from '#pdf/testing/receipts.ts'
import { thisMonth } from './support/payroll-files.ts'
import { test } from './support/test.ts'
import { choose, settled, signIn } from './support/visits.ts'

/** More than the list asks for at once, twice. */
const receipts = 120

describe('a preview', () => {
  test('keeps its place in a list that is longer than what was asked for', async ({ open }) => {
    const { page } = await open()
    page.setDefaultTimeout(60_000)
    await signIn(page, 's', 'mariana')
    await page.goto('/s/documents/publish/massive')
    await choose(page, /^Tipo de documento/, /^Recibo de sueldo$/)
    await choose(page, /^Período/, new RegExp(`^${thisMonth().name}$`, 'i'))
    await page.locator('input[type=file]').setInputFiles({
      name: 'nadie.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from(manyReceipts(receipts)),
    })
    await page.getByRole('button', { name: 'Subir y leer' }).click()
    const rows = page.getByRole('feed').getByRole('article')
    await rows.first().waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('End')
    const last = page.locator(`[role=article][aria-posinset="${receipts}"]`)
    await last.getByText('Se leyó').waitFor()
    expect(await last.getAttribute('aria-current')).toBe('true')
    expect(await last.evaluate((row) => row === document.activeElement)).toBe(true)
    await page.keyboard.press('Home')
    await page.locator('[role=article][aria-posinset="1"]').getByText('Se leyó').waitFor()
    await page.getByRole('button', { name: 'Cancelar la publicación…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancelar la publicación' }).click()
    await page.getByRole('heading', { name: 'Publicación cancelada' }).waitFor()
  })
})

test('another tab of a type asks before what was typed is lost', async ({ open }) => {
  const { page } = await open()
  await signIn(page, 's', 'mariana')
  await page.goto('/s/folder/list')
  await page.locator('tbody a').first().click()
  const alias = page.getByLabel(/^Alias/)
  await alias.fill('Otro')
  await page.getByRole('tab').nth(1).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Seguir editando' }).click()
  expect(await alias.inputValue()).toBe('Otro')
  await page.getByRole('tab').nth(1).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Salir sin guardar' }).click()
  await page.waitForURL(/tab=lectura/)
  await settled(page)
})
