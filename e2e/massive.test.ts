import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { rowsOf } from './support/inside.ts'
import { payrollFile, thisMonth } from './support/payroll-files.ts'
import { demoPassword } from './support/server.ts'
import { serveDemonstration, server, test } from './support/test.ts'
import { choose, signIn } from './support/visits.ts'

serveDemonstration()

const type = 'Adelanto de haberes'
const bytes = 50 * 1_048_576

/** Presses a key on the receipt in hand, and waits until the list says that so many are solved. */
async function decide(page: Page, key: string, solved: number): Promise<void> {
  await page.keyboard.press(key)
  await page.getByText(new RegExp(`^${solved} de 4 resueltos?$`)).waitFor()
}

describe('a payroll', () => {
  test('is sent over a line that breaks, its doubts are solved by keyboard, signed, published and read', async ({
    open,
    onTestFinished,
  }) => {
    const { period, name } = thisMonth()
    await rowsOf(server().place, `update document_types set capture = 'first_page' where name = $1`, [type])
    const file = await payrollFile(period, {
      ready: ['walter_barrios', 'sebastian_gauna'],
      wrongDigit: 'valentina_rossi',
      twice: 'elsa_zapata',
      bytes,
    })
    onTestFinished(() => rmSync(dirname(file), { recursive: true }))
    const { page, problems } = await open({ refused: [409, 422] })
    page.setDefaultTimeout(60_000)
    await signIn(page, 's', 'mariana', { path: '/s/documents/publish/massive' })
    await choose(page, /^Tipo de documento/, new RegExp(`^${type}$`))
    await choose(page, /^Período/, new RegExp(`^${name}$`, 'i'))
    await page.locator('input[type=file]').setInputFiles(file)

    // After the first piece the line is dead, until the screen has said so.
    const pieces: { from: number; passed: boolean }[] = []
    let alive = true
    await page.route('**/v2/uploads/*', async (route) => {
      const request = route.request()
      if (request.method() !== 'PATCH') return alive ? route.continue() : route.abort('connectionfailed')
      if (pieces.length === 1) alive = false
      pieces.push({ from: Number(request.headers()['upload-offset']), passed: alive })
      return alive ? route.continue() : route.abort('connectionfailed')
    })
    await page.getByRole('button', { name: 'Subir y leer' }).click()
    await page.getByText(/sin conexión: sigue sola cuando vuelva/).waitFor()
    expect(problems.splice(0).filter((problem) => !problem.includes('ERR_CONNECTION_FAILED'))).toEqual([])
    alive = true

    // The upload continued where it broke off: only the rest was sent.
    const feed = page.getByRole('feed')
    await feed.getByRole('article').nth(3).waitFor()
    expect(problems.splice(0).filter((problem) => !problem.includes('ERR_CONNECTION_FAILED'))).toEqual([])
    const passed = pieces.flatMap((piece) => (piece.passed ? [piece.from] : []))
    expect(passed).toEqual([0, 16, 32, 48].map((megabytes) => megabytes * 1_048_576))
    await page.getByText('cuadra').first().waitFor()
    const publish = page.getByRole('button', { name: /^Publicar 2 recibos/ })
    await publish.waitFor()

    // All of it is decided in the review, which is never left.
    const left: string[] = []
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame()) left.push(frame.url())
    })
    const review = page.url()
    // A key acts on the receipt that has the focus, from the moment it has it; each that is solved brings the next.
    await page.keyboard.press('j')
    await expect.poll(() => inHand(page)).toBe('2')
    await pressOnFocus(page, 'p')
    await decide(page, 'k', 1)
    await expect.poll(() => inHand(page)).toBe('2')
    await feed
      .getByRole('article')
      .nth(1)
      .getByText('Coinciden con la página: nombre y legajo 00476')
      .waitFor()
    await decide(page, 'a', 2)
    await decide(page, 'x', 3)
    await decide(page, 'x', 4)
    await decide(page, 'z', 3)
    await decide(page, 'x', 4)
    await page.getByText(/^Asignado a Rossi, Valentina/).waitFor()
    expect(left.filter((url) => url !== review)).toEqual([])

    await page.getByRole('button', { name: /^Publicar 4 recibos…/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Publicar 4 recibos' })
    await dialog.getByRole('button', { name: 'Ver el correo' }).click()
    await dialog
      .getByRole('article')
      .getByText(/^Hola, /)
      .waitFor()
    await dialog.getByRole('button', { name: 'Ocultar el correo' }).click()
    await dialog.getByText(/Se firman con el certificado de/).waitFor()
    await dialog.getByLabel('Contraseña del certificado').fill('Otra-clave-99')
    await dialog.getByRole('button', { name: 'Publicar 4 recibos' }).click()
    await dialog.getByText('La contraseña del certificado no es correcta.').waitFor()
    await dialog.getByLabel('Contraseña del certificado').fill(demoPassword)
    await dialog.getByRole('button', { name: 'Publicar 4 recibos' }).click()
    // The month before had fewer: that is confirmed.
    await dialog.getByText(/ahora \d+, antes 1\./).waitFor()
    await dialog.getByRole('button', { name: 'Publicar 4 recibos' }).click()
    await page.getByRole('heading', { name: 'Publicación terminada' }).waitFor()
    await page.getByRole('listitem').filter({ hasText: '4 publicados' }).waitFor()

    // Each has their own, and only who was decided has it.
    const { page: phone } = await open({ size: 'phone' })
    await signIn(phone, 'e', 'valentina_rossi')
    await phone.getByText(type).first().waitFor()
    const given = await rowsOf<{ username: string }>(
      server().place,
      `select users.username from documents d join users on users.id = d.employee_id
         join process_items i on i.id = d.process_item_id
       where i.process_id = $1 order by 1`,
      [new URL(page.url()).searchParams.get('proceso')],
    )
    expect(given.map(({ username }) => username)).toEqual([
      'elsa_zapata',
      'sebastian_gauna',
      'valentina_rossi',
      'walter_barrios',
    ])
  }, 180_000)
})

/** Has a key pressed in the instant in which the focus moves the next time. */
function pressOnFocus(page: Page, key: string): Promise<void> {
  return page.evaluate((pressed) => {
    const press = () => document.dispatchEvent(new KeyboardEvent('keydown', { key: pressed }))
    document.addEventListener('focusin', press, { once: true })
  }, key)
}

/** Where in its list the receipt is that has the focus, from 1. */
function inHand(page: Page): Promise<string | null> {
  return page.evaluate(() => document.activeElement?.getAttribute('aria-posinset') ?? null)
}
