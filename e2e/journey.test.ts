import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { opensslCades, pdfsig, printedText, qpdfCheck, signaturesOf } from '#pdf/testing/judges.ts'
import { type Place, rowsOf } from './support/inside.ts'
import { mailTo } from './support/mailbox.ts'
import { payslipOfThisMonth } from './support/payslips.ts'
import { demoPassword } from './support/server.ts'
import { serveDemonstration, server, test } from './support/test.ts'
import { arrived, choose, settled, signInOnScreen } from './support/visits.ts'

serveDemonstration()

const objection = 'Faltan las horas extra del sábado 7.'

async function downloaded(page: Page, button: string): Promise<Buffer> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).first().click(),
  ])
  return readFile(await download.path())
}

/** Signs what is open on the screen. */
async function sign(page: Page, decision: 'Conforme' | 'No conforme', reason?: string): Promise<void> {
  await page.locator('canvas').first().waitFor()
  await page.getByRole('button', { name: 'Firmar', exact: true }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('radio', { name: new RegExp(`^${decision}`) }).click()
  if (reason) await sheet.getByLabel('Motivo').fill(reason)
  await sheet.getByLabel(/^Contraseña/).fill(demoPassword)
  await sheet.getByRole('button', { name: `Firmar ${decision.toLowerCase()}` }).click()
  await page.getByRole('heading', { name: `Firmado ${decision.toLowerCase()}` }).waitFor()
}

describe('the journey', () => {
  test('a payslip is published, read and signed on a phone, found again, and verified by other programs', async ({
    open,
  }) => {
    const { month, shown, file } = await payslipOfThisMonth('jorge_ledesma')

    // The administrator publishes it with the company's signature.
    const { page: portal } = await open()
    await signInOnScreen(portal, 's', 'mariana')
    const menu = portal.getByRole('navigation', { name: 'Menú principal' })
    await menu.getByRole('button', { name: 'Documentos' }).click()
    await menu.getByRole('link', { name: 'Publicar un documento' }).click()
    await portal.getByRole('combobox', { name: 'Colaborador' }).fill('ledes')
    await portal.getByRole('option', { name: /Ledesma, Jorge Omar/ }).click()
    await portal.getByText('Activo').waitFor()
    await choose(portal, 'Tipo de documento', /^Recibo de sueldo$/)
    await choose(portal, 'Período', new RegExp(`^${month}$`, 'i'))
    await portal.locator('input[type=file]').setInputFiles(file)
    await portal.locator('canvas').first().waitFor()
    await portal.getByRole('button', { name: 'Publicar y firmar' }).click()
    const signing = portal.getByRole('dialog', { name: 'Publicar y firmar' })
    await signing.getByLabel('Contraseña del certificado').fill(demoPassword)
    await signing.getByRole('button', { name: 'Publicar y firmar' }).click()
    await portal.getByRole('heading', { name: 'Documento firmado y publicado' }).waitFor()
    await portal.getByRole('button', { name: 'Publicar otro' }).click()
    await expect
      .poll(() => portal.getByRole('combobox', { name: 'Período' }).inputValue())
      .toMatch(new RegExp(month, 'i'))
    expect(await portal.getByRole('combobox', { name: 'Colaborador' }).inputValue()).toBe('')

    // The employee is told by mail, and follows it on a phone.
    const mail = await mailTo(server().folder, 'jorge_ledesma@', /documento para firmar: Recibo de sueldo/)
    const link = /https?:\/\/\S+\/e\/\S*/.exec(mail.text ?? '')?.[0] ?? ''
    const { page: phone } = await open({ size: 'phone' })
    await phone.goto(link)
    await signInOnScreen(phone, 'e', 'jorge_ledesma')
    // The mail's link opens the document itself; the other one that waits is seen from the start.
    await phone.locator('canvas').first().waitFor()
    await phone.goto('/e/')
    await phone.getByRole('heading', { name: /^(2 documentos para firmar|\d+ cosas por hacer)$/ }).waitFor()
    await phone
      .getByRole('link', { name: new RegExp(`Leer y firmar: Recibo de sueldo, ${month}`, 'i') })
      .click()
    await sign(phone, 'No conforme', objection)
    const copy = await downloaded(phone, 'Descargar copia')

    // Another one waits, which is right.
    await phone.getByText('Queda 1 para firmar').waitFor()
    await phone.getByRole('link', { name: 'Leer y firmar' }).click()
    await sign(phone, 'Conforme')
    await phone.getByText('No queda nada para firmar.').waitFor()
    await phone.getByRole('link', { name: 'Volver a mis documentos' }).click()
    await phone.getByRole('heading', { name: /^(Nada para firmar|1 cosa por hacer)$/ }).waitFor()
    expect(await phone.getByRole('link', { name: /^Leer y firmar/ }).count()).toBe(0)

    // The administrator finds both, and sees who signed what.
    await menu.getByRole('button', { name: 'Documentos' }).click()
    await menu.getByRole('link', { name: 'Buscar documentos' }).click()
    await portal.getByRole('searchbox').fill('ledesma')
    const rowOf = (period: string) =>
      portal.getByRole('row', { name: new RegExp(`Ledesma.*sueldo ${period}`) })
    await portal.waitForURL(/buscar=ledesma/)
    await rowOf('10/2026').getByText('Conforme', { exact: true }).waitFor()
    await rowOf(shown).getByText('No conforme').click()
    await portal.getByRole('link', { name: 'Abrir el documento' }).click()
    await portal
      .getByRole('heading', { level: 1, name: new RegExp(`Recibo de sueldo, ${month}`, 'i') })
      .waitFor()
    const signers = portal.getByRole('list', { name: 'Firmas' }).getByRole('button')
    await expect.poll(() => signers.count()).toBe(2)
    expect(await signers.first().textContent()).toContain('Carlos Rivarola')
    await portal.getByText(`«${objection}»`).first().waitFor()
    await portal.getByText('Las 2 firmas son válidas.').waitFor()
    const pdf = await downloaded(portal, 'Descargar')
    expect(pdf.equals(copy)).toBe(true)

    // Other people's tools accept both signatures.
    expect(pdfsig(pdf)).toMatchObject({ accepted: true, valid: 2 })
    expect(qpdfCheck(pdf)).toMatchObject({ accepted: true })
    const roots = await rootsOf(server().place)
    const signatures = signaturesOf(pdf)
    expect(signatures.length).toBe(2)
    for (const [n, { cms, content }] of signatures.entries())
      expect(opensslCades(cms, content, roots[n] ?? Buffer.alloc(0))).toMatchObject({ accepted: true })
    expect(printedText(pdf)).toMatch(/FIRMADO NO CONFORME/)

    // Anybody can check it, and sees that another one was tampered with.
    const { page: anybody } = await open()
    await anybody.goto('/verificar')
    await settled(anybody)
    const check = (name: string, buffer: Buffer) =>
      anybody.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/pdf', buffer })
    await check('recibo.pdf', pdf)
    await anybody.getByRole('heading', { name: /^Las 2 firmas son válidas/ }).waitFor()
    await anybody.getByText('Es copia exacta de un documento de Austral Alimentos.').waitFor()
    await anybody.getByText(objection).waitFor()
    await anybody.getByRole('button', { name: 'Comprobar otro PDF' }).click()
    await check('recibo.pdf', withFlippedByte(pdf))
    await anybody.getByRole('heading', { name: 'El archivo cambió después de firmado' }).waitFor()
    await arrived(portal, 's')
  })
})

/** The certificates that vouch: the company's own, then the installation's authority, which vouches for employees. */
async function rootsOf(place: Place): Promise<Buffer[]> {
  const [company] = await rowsOf<{ certificate: Buffer }>(
    place,
    `select chain[1] as certificate from certificates c join companies o on o.id = c.company_id where o.slug = 'austral-alimentos'`,
  )
  const [authority] = await rowsOf<{ authority_certificate: Buffer }>(
    place,
    'select authority_certificate from installation',
  )
  if (!company || !authority) throw new Error('no certificates')
  return [company.certificate, authority.authority_certificate]
}

/** Within the first stream: in what both signatures cover, and where the file can still be read. */
function withFlippedByte(pdf: Buffer): Buffer {
  const flipped = Buffer.from(pdf)
  const at = pdf.indexOf('stream') + 40
  flipped[at] = (flipped[at] ?? 0) ^ 1
  return flipped
}
