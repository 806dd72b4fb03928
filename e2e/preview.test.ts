import type { Locator, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { manyReceipts } from '#pdf/testing/receipts.ts'
import { rowsOf } from './support/inside.ts'
import { thisMonth } from './support/payroll-files.ts'
import { serveDemonstration, server, test } from './support/test.ts'
import { choose, settled, signIn, sizes } from './support/visits.ts'

serveDemonstration()

/** More than the list asks for at once, twice. */
const receipts = 120

/** Milliseconds in which a preview asks what others did. */
const asksAgainWithin = 11_000

// Each run goes through shorter lists: PreviewList.browser.test.tsx, and the tests below.
describe('a preview', { tags: ['long'] }, () => {
  test('keeps its place in a list that is longer than what was asked for', async ({ open }) => {
    const { page } = await open()
    page.setDefaultTimeout(60_000)
    await signIn(page, 's', 'mariana', { path: '/s/documents/publish/massive' })
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
    await last.getByText('Se leyó', { exact: true }).waitFor()
    expect(await last.getAttribute('aria-current')).toBe('true')
    expect(await last.evaluate((row) => row === document.activeElement)).toBe(true)
    await page.keyboard.press('Home')
    const first = page.locator('[role=article][aria-posinset="1"]')
    await first.getByText('Se leyó', { exact: true }).waitFor()

    // The focus stays in the field while the answer arrives: in the list those letters would be acts.
    await page.keyboard.press('/')
    await page.keyboard.type('quiroga', { delay: 20 })
    await first.getByText('Quiroga', { exact: false }).last().waitFor()
    await page.keyboard.type(' x', { delay: 20 })
    const search = page.getByRole('searchbox', { name: /^Nombre/ })
    expect(await search.inputValue()).toBe('quiroga x')
    expect(await rows.filter({ hasText: 'Excluido' }).count()).toBe(0)
    await search.fill('')
    await page.keyboard.press('ArrowDown')
    await focusOn(page, first)

    // A dialog gives the focus back to what opened it.
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Atajos de teclado' }).waitFor()
    await page.keyboard.press('Escape')
    await focusOn(page, first)
    const cancelling = page.getByRole('button', { name: 'Cancelar la publicación…' })
    await cancelling.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Volver' }).press('Enter')
    await focusOn(page, cancelling)

    // The candidates that arrows come to are in sight.
    await page.setViewportSize({ width: 720, height: 450 })
    await first.press('Enter')
    await page.getByRole('combobox', { name: /^Nombre/ }).fill('mar')
    const people = page.getByRole('dialog').getByRole('option')
    await people.nth(3).waitFor()
    expect(await people.last().evaluate(isInSight)).toBe(false)
    for (let n = await people.count(); n > 1; n--) await page.keyboard.press('ArrowDown')
    await expect.poll(() => people.last().evaluate(isInSight)).toBe(true)
    await page.keyboard.press('Escape')
    await page.setViewportSize(sizes.desk)
    await cancelling.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancelar la publicación' }).click()
    await page.getByRole('heading', { name: 'Publicación cancelada' }).waitFor()
  })
})

describe('two people with one preview open', () => {
  test('each see what the other decides, and that it has ended', async ({ open }) => {
    const { page } = await open({ refused: [409] })
    await signIn(page, 's', 'mariana', { path: '/s/documents/publish/massive' })
    await choose(page, /^Tipo de documento/, /^Recibo de sueldo$/)
    await choose(page, /^Período/, new RegExp(`^${thisMonth().name}$`, 'i'))
    await page.locator('input[type=file]').setInputFiles({
      name: 'dos.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from(manyReceipts(2)),
    })
    await page.getByRole('button', { name: 'Subir y leer' }).click()
    const { page: other } = await open({ alone: true, refused: [409] })
    await page.getByRole('feed').getByRole('article').nth(1).waitFor()
    await other.clock.install()
    const { pathname, search } = new URL(page.url())
    await signIn(other, 's', 'mariana', { path: pathname + search })
    await other.getByRole('article').first().waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.getByText('1 de 2 resuelto').waitFor()
    await other.clock.fastForward(asksAgainWithin)
    await other.getByText('1 de 2 resuelto').waitFor()
    await other
      .getByRole('article')
      .filter({ hasText: /Excluido.*por Etchegaray, Mariana/ })
      .waitFor()
    await page.getByRole('button', { name: 'Cancelar la publicación…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancelar la publicación' }).click()
    await page.getByRole('heading', { name: 'Publicación cancelada' }).waitFor()
    await other.clock.fastForward(asksAgainWithin)
    await other.getByRole('heading', { name: 'Publicación cancelada' }).waitFor()
  })
})

test('a type’s page asks before another tab of it discards unsaved input', async ({ open }) => {
  const { page } = await open()
  await signIn(page, 's', 'mariana', { path: '/s/folder/list' })
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

test('the layouts that payrolls taught are shown in the reading of their type, and forgotten', async ({
  open,
}) => {
  await rowsOf(
    server().place,
    `insert into reading_layouts (company_id, type_id, layout, version, process_id, people, taught, kept_at)
       select type.company_id, type.id, 1, 3, process_id, 827, '{}', '2026-11-05T12:00:00Z'
       from document_types type, lateral (
         select process_id from publications where company_id = type.company_id order by process_id limit 1) taught`,
    [],
  )
  const { page } = await open()
  await signIn(page, 's', 'mariana', { path: '/s/folder/list' })
  await page.locator('tbody a').first().click()
  await page.getByRole('tab', { name: 'Lectura' }).click()
  const known = page.getByRole('region', { name: 'Formatos conocidos' })
  await known.getByText('Formato 1, versión 3').waitFor()
  await known.getByText(/, 827 colaboradores, 05\/11\/2026$/).waitFor()
  await settled(page)
  await known.getByRole('button', { name: 'Olvidar el formato 1' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Olvidar el formato 1' }).click()
  await page.getByText('Se olvidó el formato 1.').waitFor()
  await known.waitFor({ state: 'detached' })
})

const focusOn = (page: Page, what: Locator) => page.locator(':focus').and(what).waitFor()

function isInSight(element: Element): boolean {
  const { top, bottom, left, right } = element.getBoundingClientRect()
  const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
  return there !== null && element.contains(there)
}
