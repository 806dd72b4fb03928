import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { serveDemonstration, test } from './support/test.ts'
import { atSignIn, enter, settled, signIn } from './support/visits.ts'

serveDemonstration()

const company = (page: Page) => page.getByRole('banner').getByRole('link').first()

async function openSwitch(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Mariana Etchegaray/ }).click()
  await page.getByRole('menuitem', { name: 'Cambiar de empresa' }).click()
  await page.getByRole('heading', { name: 'Mis empresas' }).waitFor()
}

const stored = (page: Page) =>
  page.evaluate(() => ({
    user: JSON.parse(localStorage.getItem('user') ?? 'null'),
    actions: JSON.parse(localStorage.getItem('actions') ?? 'null'),
    factory: localStorage.getItem('factory'),
  }))

describe('changing company', () => {
  test('in one of two tabs freezes the other, which then loads the company of the session', async ({
    open,
  }) => {
    // Calls that the frame made as the old session ended are refused once, and repeated with the new one.
    const { page, context } = await open({ refused: [401, 409] })
    await signIn(page, 's', 'mariana')
    const other = await context.newPage()
    await other.goto('/s/home')
    await settled(other)
    await openSwitch(page)
    const before = await stored(page)
    await page.getByRole('button', { name: /^Cambiar a Viñedos del Oeste/ }).click()
    await page.getByText('Se ha cambiado de empresa.').waitFor()
    const after = await stored(page)
    expect(after.user.id).not.toBe(before.user.id)
    expect(after.user.empresa.nombre).toBe('Viñedos del Oeste')
    // Acts in the other tab reach neither company.
    await other.getByRole('link', { name: 'Colaboradores' }).first().click()
    await other.getByRole('dialog', { name: 'Se cambió de empresa en otra pestaña' }).waitFor()
    await page.getByRole('button', { name: 'Aceptar' }).click()
    await page.waitForURL('**/s/home')
    await settled(page)
    expect(await company(page).textContent()).toBe('Viñedos del Oeste')
    await other.getByRole('button', { name: 'Recargar' }).click()
    await settled(other)
    expect(await company(other).textContent()).toBe('Viñedos del Oeste')
    await openSwitch(page)
    await page.getByRole('button', { name: 'Cambiar a Austral Alimentos, Administración de RR. HH.' }).click()
    await page.getByText('Se ha cambiado de empresa.').waitFor()
    await page.getByRole('button', { name: 'Aceptar' }).click()
    await page.waitForURL('**/s/home')
    expect((await stored(page)).user).toEqual(before.user)
  })

  test('to an employee’s profile opens its site in a window that knows nothing of this one', async ({
    open,
  }) => {
    const { page, context } = await open()
    await signIn(page, 's', 'mariana')
    await openSwitch(page)
    await page.getByRole('button', { name: 'Cambiar a Austral Alimentos, Colaborador' }).click()
    await page
      .getByText('Se ha cambiado de perfil, ingrese su usuario y contraseña en la nueva ventana.')
      .waitFor()
    const opened = context.waitForEvent('page')
    await page.getByRole('button', { name: 'Aceptar' }).click()
    const window = await opened
    await window.waitForURL('**/e/**')
    expect(await window.evaluate(() => globalThis.opener)).toBeNull()
    await page.waitForURL('**/s/home')
    expect((await stored(page)).user.empresa.nombre).toBe('Austral Alimentos')
  })
})

test('signing in as another person of the company takes the other tabs to that person’s start', async ({
  open,
}) => {
  const { page, context } = await open()
  await signIn(page, 's', 'mariana', { path: '/s/employees' })
  await signIn(await context.newPage(), 's', 'lucia')
  await page.getByRole('button', { name: /Lucía Cáceres/ }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/s/home')
})

test('a backup’s link waits for the sign-in of its company, and is checked once', async ({ open }) => {
  const { page } = await open({ refused: [422] })
  await signIn(page, 's', 'mariana')
  const { id } = (await stored(page)).user.empresa
  await page.goto('/s/?company=1&download=ajena')
  await settled(page)
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.evaluate(() => localStorage.clear())
  await page.goto(`/s/?company=${id}&download=abc`)
  await atSignIn(page, 's')
  expect(JSON.parse((await stored(page)).factory ?? '')).toEqual({ company: String(id), download: 'abc' })
  await enter(page, 'mariana')
  await page.getByText('hace falta la verificación en dos pasos').waitFor()
  await page.getByRole('button', { name: 'Entendido' }).click()
  expect((await stored(page)).factory).toBeNull()
  await page.goto('/s/home')
  await settled(page)
  expect(await page.getByRole('dialog').count()).toBe(0)
})
