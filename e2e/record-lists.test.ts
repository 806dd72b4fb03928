import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { serveDemonstration, test } from './support/test.ts'
import { settled, signIn } from './support/visits.ts'

serveDemonstration()

async function editAddress(page: Page): Promise<void> {
  await page.waitForURL(/\/employee\/\d+/)
  await settled(page)
  await page.getByRole('button', { name: 'Editar domicilio' }).click()
  await page.getByRole('combobox', { name: 'Tipo de domicilio' }).waitFor()
}

const offers = (page: Page) => page.getByRole('option').allTextContents()

test('an address is chosen by country, state and town on a phone, and its lists wait to be opened', async ({
  open,
}) => {
  const { page } = await open({ size: 'phone' })
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.includes('/vismapeople/') && !/check|payroll/.test(pathname))
      asked.push(decodeURIComponent(pathname.split('/vismapeople/')[1] ?? ''))
  })
  await signIn(page, 's', 'mariana', { path: '/s/employees/list?buscar=quiroga' })
  await page
    .getByText(/Quiroga/)
    .first()
    .click()
  await editAddress(page)
  expect(asked).toEqual([])

  const field = (name: string) => page.getByRole('combobox', { name, exact: true })
  const pick = async (name: string, typed: string, option: string) => {
    await field(name).fill(typed)
    await page.getByRole('option', { name: option, exact: true }).click()
    await expect.poll(() => field(name).inputValue()).toBe(option)
  }
  await pick('País', 'chi', 'Chile')
  await field('Provincia').click()
  await expect.poll(() => offers(page)).not.toEqual([])
  await pick('Provincia', 'bio', 'Biobío')
  await pick('Ciudad', 'coro', 'Coronel')
  // A text that no list has is taken.
  await field('Localidad').fill('Caleta El Morro')
  await pick('Tipo de domicilio', 'part', 'Particular')
  expect(new Set(asked)).toEqual(new Set(['countries', 'states/CL', 'cities/CL/CL-BI', 'addresstypes']))
  // Nothing is wider than the phone.
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)

  await page.getByRole('button', { name: 'Guardar domicilio' }).click()
  await page.getByText('Domicilio: guardado.').waitFor()
  const section = page.getByRole('region', { name: 'Domicilio' })
  for (const fact of ['Chile', 'Biobío', 'Coronel', 'Caleta El Morro', 'Particular'])
    await section.getByText(fact, { exact: true }).waitFor()
})

test('a town beyond the first two hundred of a state is found while it is typed', async ({ open }) => {
  const { page } = await open()
  await signIn(page, 's', 'mariana', { path: '/s/employees/list?buscar=ledesma' })
  await page
    .getByRole('row', { name: /Ledesma/ })
    .first()
    .click()
  await editAddress(page)
  const field = (name: string) => page.getByRole('combobox', { name, exact: true })
  await field('País').fill('Brasil')
  await page.getByRole('option', { name: 'Brasil', exact: true }).click()
  await field('Provincia').fill('minas')
  await page.getByRole('option', { name: 'Minas Gerais', exact: true }).click()
  await field('Partido').fill('uberl')
  await page.getByRole('option', { name: 'Uberlândia', exact: true }).click()
  await page.getByRole('button', { name: 'Guardar domicilio' }).click()
  const section = page.getByRole('region', { name: 'Domicilio' })
  await section.getByText('Uberlândia', { exact: true }).waitFor()
})
