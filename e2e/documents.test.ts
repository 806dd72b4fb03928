import { expect } from 'vitest'
import { serveDemonstration, test } from './support/test.ts'
import { settled, signIn } from './support/visits.ts'

serveDemonstration()

test('a search is kept: by a reload, through its previews, and on the way to a document and back', async ({
  open,
}) => {
  const { page } = await open()
  await signIn(page, 's', 'mariana', { path: '/s/documents/search' })

  // Type and period chosen: how many of each state, each a filter.
  const choose = async (filter: string, option: string) => {
    await page.getByRole('button', { name: 'Filtro', exact: true }).click()
    await page.getByRole('menuitem', { name: filter }).click()
    await page.getByRole('checkbox', { name: option, exact: true }).click()
    await page.keyboard.press('Escape')
  }
  await choose('Período', '09/2026')
  await choose('Documento', 'Recibo de sueldo')
  const totals = page.getByRole('group', { name: 'Cuántos hay de cada estado' })
  await totals.getByRole('button', { name: /\d+ conformes/ }).waitFor()
  // Two in one breath: the second before the address has the first.
  await page.evaluate(() => {
    for (const name of [/^Colaborador$/, /pendientes/])
      [...document.querySelectorAll('button')].find(({ textContent }) => name.test(textContent))?.click()
  })
  await page.waitForURL(/estado=pendiente/)
  await page.reload()
  await settled(page)
  const rows = page.getByRole('row').filter({ hasText: 'Pendiente' })
  await expect.poll(async () => (await page.getByRole('row').count()) - (await rows.count())).toBe(1)
  const names = await rows.locator('b').allTextContents()
  expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'es')))

  // Down the list by keyboard, the preview following.
  const preview = page.getByRole('region', { name: 'Vista previa' })
  await page.keyboard.press('j')
  await preview.getByRole('heading', { name: names[0] ?? '' }).waitFor()
  await page.keyboard.press('j')
  await preview.getByRole('heading', { name: names[1] ?? '' }).waitFor()
  await preview.getByText(`2 de ${names.length}`).waitFor()
  await preview.getByRole('img', { name: /Primera página/ }).waitFor()
  await page.keyboard.press('Enter')

  // The document knows its place in the search.
  await page.waitForURL(/documents\/detail/)
  await page.getByText(`2 de ${names.length}`).waitFor()
  await page
    .getByText(names[1] ?? '')
    .first()
    .waitFor()
  await page.getByRole('tab', { name: 'Archivo' }).click()
  await page.getByText('Carga masiva', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Documento anterior' }).click()
  await page.getByText(`1 de ${names.length}`).waitFor()
  await page.keyboard.press('j')
  await page.getByText(`2 de ${names.length}`).waitFor()
  await page.getByRole('link', { name: 'Documentos' }).last().click()
  await preview.getByRole('heading', { name: names[1] ?? '' }).waitFor()
  await page.waitForURL(/estado=pendiente/)

  // An empty result says so; clearing the search brings everything back.
  await page.keyboard.press('Escape')
  await page.keyboard.press('/')
  await page.keyboard.type('nadie')
  await page.getByText('Ningún resultado').waitFor()
  await page.getByRole('button', { name: 'Limpiar filtros' }).click()
  await page.getByRole('row').nth(5).waitFor()
})
