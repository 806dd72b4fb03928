import type { Page } from 'playwright-core'
import { mariana, presses, row, type Screen } from './screen.ts'

/** Documents, and what is done to one. */
export const documents: readonly Screen[] = [
  mariana('documents', '/s/documents/search'),
  mariana('documents-period', '/s/documents/search?periodo=2026-10&estado=no_conforme'),
  mariana('documents-preview', '/s/documents/search?periodo=2026-10', async (page) => {
    await row(page).click()
    await page.locator('img.paper').waitFor()
  }),
  mariana('documents-ticked', '/s/documents/search?periodo=2026-10', async (page) => {
    // On a phone the boxes come with a way of their own.
    const select = page.getByRole('button', { name: /^(Seleccionar|Selecionar)$/ })
    if (await select.isVisible()) await select.click()
    await page.getByRole('checkbox').nth(1).click()
    await page.getByRole('checkbox').nth(2).click()
  }),
  mariana(
    'documents-nothing',
    '/s/documents/search?buscar=nadie&publicado=2026-10-01..2026-10-31',
    presses(/^Publicado: |^Publicado em: /),
  ),
  mariana('documents-views', '/s/documents/search?periodo=2026-10', presses(/^Vistas$|^Visualizações$/)),
  mariana('document', '/s/documents/search?buscar=benitez&periodo=2026-10', openDocument),
  ...['archivo', 'datos', 'observaciones', 'trazabilidad', 'colaborador'].map((tab, at): Screen => ({
    name: `document-${tab}`,
    as: 'mariana',
    site: 's',
    path: '/s/documents/search?buscar=benitez&periodo=2026-10',
    act: async (page) => {
      await openDocument(page)
      await page
        .getByRole('tab')
        .nth([0, 1, 3, 4, 5][at] ?? 0)
        .click()
    },
  })),
  ...['cambiar', 'reemplazar', 'anular'].map((dialog, at): Screen => ({
    name: `document-${dialog}`,
    as: 'mariana',
    site: 's',
    path: '/s/documents/search?buscar=benitez&periodo=2026-10',
    act: async (page) => {
      await openDocument(page)
      await page.locator('[aria-haspopup=menu]').last().click()
      await page.getByRole('menuitem').nth(at).click()
      await page.getByRole('dialog').waitFor()
    },
  })),
  mariana('disagreements', '/s/documents/disagreements'),
  mariana('disagreement', '/s/documents/disagreements', async (page) => {
    await page
      .getByText(/^Gauna/)
      .first()
      .click()
    await page.waitForURL(/detail/)
    await page.locator('canvas').first().waitFor()
  }),
]

async function openDocument(page: Page): Promise<void> {
  await row(page).click()
  await page.getByRole('link', { name: /Abrir (el|o) documento/ }).click()
  await page.waitForURL(/detail/)
  await page.locator('canvas').first().waitFor()
}
