import { readFile } from 'node:fs/promises'
import { describe, expect } from 'vitest'
import { australAlimentos } from '#demo/austral.ts'
import { demoPassword } from './support/server.ts'
import { serveDemonstration, test } from './support/test.ts'
import { settled, signIn } from './support/visits.ts'

serveDemonstration()

// Each run proves the rules in server/areas/employees/import/integration/integration.test.ts.
describe('integration profiles', { tags: ['long'] }, () => {
  test('are given by a file, whose groups are downloaded, and taken again', async ({ open }) => {
    const { page: site } = await open({ size: 'phone' })
    await signIn(site, 'e', 'jorge_ledesma')
    const link = site.getByRole('link', { name: 'Academia' })
    expect(await link.count()).toBe(0)
    const { page } = await open({ refused: [] })
    await signIn(page, 's', 'mariana', { path: '/s/employees/integration-profile' })
    const cuil = '20287145366'
    const former = australAlimentos().people.find(({ username }) => username === 'pablo_juarez')?.cuil ?? ''
    const send = async (lines: readonly string[], mode: 'Asignar' | 'Quitar') => {
      await page.getByRole('radio', { name: mode }).check()
      await page.getByRole('combobox', { name: /^Perfiles de integración/ }).click()
      await page.getByRole('option', { name: 'Academia' }).click()
      await page.locator('input[type=file]').setInputFiles({
        name: 'curso.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(['CUIL', ...lines].join('\r\n')),
      })
      await page.getByRole('button', { name: 'Revisar el archivo' }).click()
      await page.getByText(`${mode} Academia`).waitFor()
      await page.getByRole('button', { name: 'Actualizar 1…' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.locator('input[type=password]').fill(demoPassword)
      await dialog.getByRole('button', { name: 'Actualizar 1' }).click()
      await page.getByText('Se actualizó 1 persona.').waitFor()
    }
    await send([cuil, cuil, '20999999990', former], 'Asignar')
    await site.reload()
    await link.waitFor()
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer')
    const linesOf = async (group: string) => {
      const [saved] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: `Descargar: ${group}` }).click(),
      ])
      return (await readFile(await saved.path())).toString().trim().split('\r\n').slice(1)
    }
    expect(await linesOf('Actualizadas')).toEqual([`2;;${cuil}`])
    expect(await linesOf('No existen')).toEqual([expect.stringMatching(/^4;.*;20999999990$/)])
    expect(await linesOf('Repetidas')).toEqual([expect.stringMatching(`^3;.*;${cuil}$`)])
    expect(await linesOf('Dadas de baja')).toEqual([expect.stringMatching(`^5;.*;${former}$`)])
    await page.getByRole('link', { name: 'Subir otro archivo' }).click()
    await send([cuil], 'Quitar')
    expect(await page.getByRole('button', { name: 'Descargar: Dadas de baja' }).count()).toBe(0)
    await site.reload()
    await settled(site)
    expect(await link.count()).toBe(0)
  })
})
