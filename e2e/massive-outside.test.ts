import { readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { makeSigners } from '#pdf/testing/signers.ts'
import { zipOf } from '#server/shared/files/zip.ts'
import { unzip } from '#server/testing/zips.ts'
import { payrollFile, thisMonth } from './support/payroll-files.ts'
import { sendToSplit } from './support/split-payrolls.ts'
import { serveDemonstration, server, test } from './support/test.ts'
import { signIn } from './support/visits.ts'

serveDemonstration()

/** Presses what publishes, and confirms that the month isn't like the last. */
async function publish(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: `${button}…` }).click()
  const dialog = page.getByRole('dialog', { name: button })
  await dialog.getByRole('button', { name: button }).click()
  const before = dialog.getByText(/período anterior/)
  const later = page.getByRole('heading', { name: /^(Firmar afuera y volver a subir|Publicación terminada)/ })
  await before.or(later).first().waitFor()
  if (await before.isVisible()) await dialog.getByRole('button', { name: button }).click()
}

async function bringBack(page: Page, name: string, files: ReadonlyMap<string, Uint8Array>): Promise<void> {
  const entries = [...files].map(([each, bytes]) => ({ name: each, stream: Readable.from([bytes]) }))
  const zip = { name, mimeType: 'application/zip', buffer: await buffer(zipOf(entries)) }
  await page.locator('input[type=file]').setInputFiles(zip)
}

// By HTTP each run proves it: server/areas/massive/outside. Each run sends a payroll on its screen: massive.test.ts.
test(
  'split receipts are downloaded, signed elsewhere, uploaded, compared and published',
  { tags: ['long'], timeout: 180_000 },
  async ({ open, onTestFinished }) => {
    const file = await payrollFile(thisMonth().period, {
      ready: ['veronica_medina', 'micaela_gimenez', 'sofia_colombo'],
      wrongDigit: 'ramon_avalos',
      twice: 'ana_echeverria',
    })
    onTestFinished(() => rm(dirname(file), { recursive: true }))
    const { page } = await open({ refused: [409, 422] })
    page.setDefaultTimeout(30_000)
    await signIn(page, 's', 'mariana')
    await sendToSplit(page, server().place, file)
    await publish(page, 'Armar el ZIP de 3 recibos')
    await page.getByRole('heading', { name: 'Firmar afuera y volver a subir' }).waitFor()

    // From here to its process, and back to where it stands.
    await page.getByRole('link', { name: 'Ver en Procesos' }).click()
    await page.waitForURL(/process-manager\?abierto=\d+/)
    const detail = page.getByRole('region', { name: 'Detalle del proceso' })
    await detail.getByRole('button', { name: 'Continuar' }).click()
    await page.getByRole('heading', { name: 'Firmar afuera y volver a subir' }).waitFor()

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Descargar el ZIP' }).click(),
    ])
    const out = await unzip(await readFile(await download.path()))
    expect(out.size).toBe(3)
    const [one = '', two = ''] = out.keys()

    // A file that is no zip, or a zip that is refused, is reported here, and the step waits for another.
    await page.locator('input[type=file]').setInputFiles({
      name: 'recibos.pdf',
      mimeType: 'application/pdf',
      buffer: out.get(one) ?? Buffer.alloc(0),
    })
    await page.getByRole('alert').getByText('recibos.pdf no es un ZIP.').waitFor()
    await bringBack(page, 'mas.zip', new Map([['adentro.zip', Buffer.from('x')]]))
    await page.getByRole('alert').getByText('El ZIP no se acepta').waitFor()
    await page.getByText(/^3 PDF, uno por colaborador/).waitFor()

    // Two come back signed, the third doesn't: it can go without that signature.
    const { signAsCompany } = await makeSigners()
    const signed = async (name: string): Promise<[string, Uint8Array]> => [
      name,
      await signAsCompany(out.get(name) ?? Buffer.alloc(0)),
    ]
    await bringBack(page, 'firmados.zip', new Map([await signed(one), await signed(two)]))
    await page.getByRole('button', { name: 'Publicar 2 recibos…' }).waitFor()
    await page.getByRole('button', { name: /^Archivos rechazados/ }).click()
    const lost = page.getByRole('feed').getByRole('article')
    await lost.getByText(/no volvió en el ZIP firmado/).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('p')
    await publish(page, 'Publicar 3 recibos')
    await page.getByRole('heading', { name: 'Publicación terminada con observaciones' }).waitFor()
    await page.getByRole('listitem').filter({ hasText: '3 publicados' }).waitFor()
  },
)
