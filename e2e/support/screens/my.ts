import type { Page } from 'playwright-core'
import { mySigningWaits } from '../company-accesses.ts'
import { cristian, press, type Screen } from './screen.ts'

/** The employees’ site. */
export const my: readonly Screen[] = [
  cristian('my-start', '/e/'),
  cristian('my-documents', '/e/documentos'),
  cristian('my-documents-signing-waits', '/e/', mySigningWaits),
  cristian('my-account', '/e/cuenta'),
  cristian('read', '/e/', read),
  cristian('read-as-text', '/e/', async (page) => {
    await read(page)
    await press(page, /texto/)
  }),
  cristian('sign', '/e/', async (page) => {
    await read(page)
    await press(page, /^(Firmar|Assinar)$/)
    await page.getByRole('radio').first().waitFor()
  }),
  cristian('sign-no-conforme', '/e/', async (page) => {
    await read(page)
    await press(page, /^(Firmar|Assinar)$/)
    await page.getByRole('radio').last().click()
  }),
  cristian('my-activity', '/e/cuenta/vistos'),
  cristian('my-sessions', '/e/cuenta/sesiones'),
  cristian('my-archive', '/e/cuenta', async (page) => {
    await press(page, /todo lo mío|tudo o que é meu/)
    await page.getByRole('dialog').getByText('ZIP').first().waitFor()
  }),
  cristian('unknown-address-employee', '/e/nothing'),
]

async function read(page: Page): Promise<void> {
  await page.getByRole('link', { name: /^(Leer y firmar|Ler e assinar)/ }).click()
  await page.locator('canvas').first().waitFor()
}
