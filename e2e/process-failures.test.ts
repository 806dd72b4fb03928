import { expect } from 'vitest'
import { payrollZip, thisMonth } from './support/payroll-files.ts'
import { serveDemonstration, test } from './support/test.ts'
import { choose, signIn } from './support/visits.ts'

serveDemonstration()

// Each run proves the rules in server/areas/massive/failures.test.ts.
test(
  'a type shows how it is read; what of its file was not solved is gone on with from its process and from home',
  { tags: ['long'] },
  async ({ open }) => {
    // A month that differs from the one before is refused until it is confirmed.
    const { page } = await open({ refused: [422] })
    page.setDefaultTimeout(60_000)
    await signIn(page, 's', 'mariana', { path: '/s/documents/publish/massive' })
    await page.getByRole('radio', { name: /^Solo publicar/ }).click()
    await choose(page, /^Tipo de documento/, /^Recibo de sueldo$/)
    await page.getByRole('img', { name: /^Ejemplo de lo que se lee: CUIL, \d\d-\d{8}-\d/ }).waitFor()
    await page.getByText(/^Lectura, unos \d+ segundos$/).waitFor()

    const { period, name } = thisMonth()
    await choose(page, /^Período/, new RegExp(`^${name}$`, 'i'))
    await page.locator('input[type=file]').setInputFiles({
      name: `recibos_${period}.zip`,
      mimeType: 'application/zip',
      buffer: await payrollZip(period, ['matias_fernandez']),
    })
    await page.getByRole('button', { name: 'Subir y leer' }).click()
    await page.getByRole('button', { name: /^Publicar 1 recibo…/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Publicar 1 recibo' }).click()
    await dialog.getByText(/período anterior/).waitFor()
    await dialog.getByRole('button', { name: 'Publicar 1 recibo' }).click()
    await page.getByRole('heading', { name: 'Publicación terminada con observaciones' }).waitFor()

    const id = new URL(page.url()).searchParams.get('proceso')
    await page.goto(`/s/company/process-manager?abierto=${id}`)
    const detail = page.getByRole('region', { name: 'Detalle del proceso' })
    const steps = detail.getByRole('list', { name: 'Pasos' })
    await steps.getByText('1 listo, 1 queda para después').waitFor()
    await detail.getByText(/^1 queda para después, hasta el/).waitFor()

    // Receipts left for later are no failure: they are reviewed alone, and the review is a line of home.
    await page.goto('/s/home')
    await page.getByText(/^Recibo de sueldo .*: 1 excepción para después$/).waitFor()
    await page.goto(`/s/company/process-manager?abierto=${id}`)
    await detail.getByRole('button', { name: /^Seguir con la excepción/ }).click()
    await page
      .getByText('Quedaron para después de otra publicación de este archivo.', { exact: false })
      .waitFor()
    const exceptions = page.getByRole('feed').getByRole('article')
    await exceptions.first().waitFor()
    expect(await exceptions.count()).toBe(1)
    const review = new URL(page.url()).searchParams.get('proceso')
    expect(review).not.toBe(id)
    await page.goto('/s/home')
    const line = page.getByRole('link', {
      name: /^Seguir con la revisión: Recibo de sueldo .*: 1 excepción, ninguno listo/,
    })
    await line.click()
    await exceptions.first().waitFor()
    expect(new URL(page.url()).searchParams.get('proceso')).toBe(review)
  },
)
