import { readFile } from 'node:fs/promises'
import { expect, onTestFinished } from 'vitest'
import type { Page } from 'playwright-core'
import { session } from '#contract/session/session.ts'
import { views } from '#contract/views.ts'
import { unzip } from '#server/testing/zips.ts'
import { serveDemonstration, test } from './support/test.ts'
import { settled, signIn } from './support/visits.ts'
import { ask } from './support/client.ts'
import { demoPassword } from './support/server.ts'

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

async function downloaded(page: Page, press: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

/** Whatever comes of the test: the list opens for others as it did before. */
async function forgetViews(url: string): Promise<void> {
  const { data } = await ask(url, session.login, { user: 'mariana', password: demoPassword })
  const as: string = data.jwt
  const kept: { id: number }[] = (await ask(url, views.list, { lista: 'documents' }, { as })).data
  for (const { id } of kept) await ask(url, views.forget, { id }, { as })
}

test('a view is kept under a name; ticked documents download as a zip, found ones as a spreadsheet', async ({
  open,
}) => {
  const { page } = await open()
  await signIn(page, 's', 'mariana')
  const { origin } = new URL(page.url())
  onTestFinished(() => forgetViews(origin))
  await page.goto('/s/documents/search?periodo=2026-10&estado=conforme&orden=colaborador')
  await settled(page)

  // Another column, and all of it under a name, with which the list opens from now on.
  await page.getByRole('button', { name: 'Columnas' }).click()
  await page.getByRole('checkbox', { name: 'Legajo' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('columnheader', { name: 'Legajo' }).waitFor()
  await page.getByRole('button', { name: 'Vistas' }).click()
  await page.getByRole('menuitem', { name: 'Guardar esta vista…' }).click()
  await page.getByLabel('Nombre').fill('Conformes de octubre')
  await page.getByRole('checkbox', { name: 'Abrir la lista con esta vista' }).click()
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await page.getByRole('button', { name: 'Conformes de octubre' }).waitFor()
  await page.goto('/s/home')
  await page.getByRole('navigation').getByRole('button', { name: 'Documentos' }).click()
  await page.getByRole('navigation').getByRole('link', { name: 'Buscar documentos' }).click()
  await page.waitForURL(/estado=conforme/)
  // The view's columns come with the question for its rows: until those are there, others in another order are shown.
  await page.getByRole('columnheader', { name: 'Legajo' }).waitFor()
  await settled(page)

  // By keyboard: two rows ticked, one zip.
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.getByText('2 seleccionados').waitFor()
  const names = (await page.getByRole('row').locator('b').allTextContents()).slice(0, 2)
  const zip = await downloaded(page, () => page.getByRole('button', { name: 'Descargar ZIP' }).click())
  expect(zip.name).toMatch(/^documentos-\d{4}-\d\d-\d\d\.zip$/)
  const files = await unzip(zip.bytes)
  expect(files.size).toBe(3)
  for (const name of names) {
    const [, bytes] = [...files].find(([path]) => path.includes(name)) ?? []
    expect(bytes?.subarray(0, 5).toString()).toBe('%PDF-')
  }
  expect(
    files
      .get('indice.csv')
      ?.toString()
      .match(/Incluido/g),
  ).toHaveLength(2)
  await page.getByRole('status').getByText('Descarga lista').waitFor()
  await page.getByText('2 de 2 documentos').waitFor()

  // All that is found, ticked at once, and as a spreadsheet of as many lines.
  const total = Number(
    await page
      .getByText(/^1–25 de \d+$/)
      .textContent()
      .then((text) => text?.split(' ').at(-1)),
  )
  await page.getByRole('button', { name: `Seleccionar los ${total}` }).click()
  await page.getByText(`${total} seleccionados`).waitFor()
  const sheet = await downloaded(page, async () => {
    await page.getByRole('button', { name: 'Descargar', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Planilla (XLSX)' }).click()
  })
  const xml = (await unzip(sheet.bytes)).get('xl/worksheets/sheet1.xml')?.toString() ?? ''
  const rows = xml.match(/<row>.*?<\/row>/g) ?? []
  expect(rows).toHaveLength(total + 1)
  expect(rows[1]).toContain(names[0])
  await page.getByText(`${total} de ${total} documentos`).waitFor()

  // Nobody else's list opens so; and it is forgotten again.
  await page.getByRole('button', { name: 'Conformes de octubre' }).click()
  await page.getByRole('menuitem', { name: 'Borrar Conformes de octubre' }).click()
  await page.getByRole('menuitem', { name: 'Borrar Conformes de octubre' }).waitFor({ state: 'hidden' })
})
