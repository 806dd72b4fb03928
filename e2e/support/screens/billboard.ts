import { cristian, mariana, press, type Screen } from './screen.ts'

/** Posts of the company, at both sites. */
export const billboard: readonly Screen[] = [
  mariana('billboard', '/s/billboard'),
  mariana('billboard-end', '/s/billboard', async (page) => {
    await press(page, /^(Acciones|Ações) de Fiesta/)
    await page.getByRole('menuitem', { name: /^Terminar/ }).click()
    await page.getByRole('dialog').waitFor()
  }),
  mariana('billboard-create', '/s/billboard/create'),
  mariana('billboard-edit', '/s/billboard', async (page) => {
    await press(page, /^(Acciones|Ações) de Fiesta/)
    await page.getByRole('menuitem', { name: 'Editar' }).click()
    await page.waitForURL(/billboard\/edit\/\d+/)
  }),
  cristian('my-billboard', '/e/cartelera'),
]
