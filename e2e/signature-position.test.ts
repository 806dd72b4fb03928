import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { describe, expect } from 'vitest'
import { documents } from '#contract/documents/documents.ts'
import { type Box, typeConfiguration } from '#contract/folders/configuration.ts'
import { renderPage } from '#pdf/render.ts'
import { rawPdf } from '#pdf/testing/samples.ts'
import { password } from '#server/testing/factories.ts'
import { ask } from './support/client.ts'
import { rowsOf } from './support/inside.ts'
import { makePublishers, publish, type Publishers } from './support/publishers.ts'
import { serveDemonstration, server, test } from './support/test.ts'
import { settled, signIn } from './support/visits.ts'

serveDemonstration()

/** A page that is turned, and of which only a part that begins nowhere near its corner is shown. */
function receipt(rotate: number, { cuil }: { cuil: string }, month: string): Uint8Array {
  const [year, number] = month.split('-')
  const taxId = cuil.replace(/^(..)(.*)(.)$/, '$1-$2-$3')
  const content = `BT /F1 12 Tf 90 700 Td (CUIL ${taxId} Recibo de haberes ${number}/${year}) Tj ET 90 300 m 400 300 l S`
  return rawPdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    3: `<</Type/Page/Parent 2 0 R/MediaBox[-20 -30 595 842]/CropBox[40 60 545 800]/Rotate ${rotate}/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>`,
    4: `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
    5: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  })
}

const company = (page: Page) => page.getByRole('application', { name: /^Firma de la empresa/ })

async function numbersOf(page: Page): Promise<Box> {
  const read = async (label: string) => {
    const field = page.getByRole('textbox', { name: `Firma de la empresa: ${label}` })
    return Number((await field.inputValue()).replace(' mm', '').replace(',', '.'))
  }
  return {
    x: await read('Desde la izquierda'),
    y: await read('Desde arriba'),
    width: await read('Ancho'),
    height: await read('Alto'),
  }
}

/** Where the box is drawn on the sheet, in millimetres. */
async function drawnAt(page: Page): Promise<Box> {
  const sheet = page.locator('[data-sheet]')
  const scale = Number(await sheet.getAttribute('data-scale'))
  const [on, box] = [await sheet.boundingBox(), await company(page).boundingBox()]
  if (!on || !box) throw new Error('nothing is drawn')
  return {
    x: (box.x - on.x) / scale,
    y: (box.y - on.y) / scale,
    width: box.width / scale,
    height: box.height / scale,
  }
}

async function openSample(page: Page, pdf: Uint8Array): Promise<void> {
  const file = { name: 'muestra.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdf) }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByText('muestra.pdf').waitFor()
  await page.getByRole('img', { name: 'Página 1 de 1' }).waitFor()
  await untilStill(page)
}

async function drag(page: Page, from: { x: number; y: number }, dx: number, dy: number): Promise<void> {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + dx / 2, from.y + dy / 2)
  await page.mouse.move(from.x + dx, from.y + dy)
  await page.mouse.up()
  await untilStill(page)
}

/** Waits until no box has moved for ten frames: a busy browser draws a move later than it took it. */
async function untilStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const places = () =>
      [...document.querySelectorAll('[data-box]')]
        .map((box) => Object.values(box.getBoundingClientRect().toJSON() as object).join(' '))
        .join(',')
    let before = places()
    for (let still = 0; still < 10; still++) {
      await new Promise(requestAnimationFrame)
      const now = places()
      if (now !== before) still = 0
      before = now
    }
  })
}

/** The middle of something on the screen. */
async function middle(page: Page, selector: string): Promise<{ x: number; y: number }> {
  const box = await page.locator(selector).boundingBox()
  if (!box) throw new Error(`no ${selector}`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Guardar' }).click()
  await page.getByText(/^Se guardó dónde se firma/).waitFor()
}

/** Pixels of a page. */
async function pixelsOf(pdf: Uint8Array) {
  const picture = await renderPage(pdf, 1, 700)
  if (!picture.ok) throw new Error(picture.fault)
  const { data, info } = await sharp(picture.png).raw().toBuffer({ resolveWithObject: true })
  return { data, ...info }
}

/** How many pixels two pages differ by, within a box given in millimetres and beyond it. */
async function difference(one: Uint8Array, other: Uint8Array, box: Box, widthMm: number) {
  const [a, b] = [await pixelsOf(one), await pixelsOf(other)]
  expect([b.width, b.height]).toEqual([a.width, a.height])
  const scale = a.width / widthMm
  const count = { within: 0, beyond: 0 }
  for (let at = 0; at < a.width * a.height; at++) {
    const [x, y] = [(at % a.width) / scale, Math.floor(at / a.width) / scale]
    const differs = [0, 1, 2].some(
      (part) => a.data[at * a.channels + part] !== b.data[at * b.channels + part],
    )
    if (!differs) continue
    const near = 2 / scale
    const isWithin =
      x > box.x - near && x < box.x + box.width + near && y > box.y - near && y < box.y + box.height + near
    count[isWithin ? 'within' : 'beyond']++
  }
  return { ...count, part: count.within / (box.width * box.height * scale * scale) }
}

async function publishedBytes(publishers: Publishers, id: number): Promise<Uint8Array> {
  // The newest revision is 0.
  const path = documents.view.path.replace('{a}', String(id)).replace('{b}', '0')
  const response = await fetch(`${server().url}/api${path}`, {
    headers: { authorization: `Bearer ${publishers.administrators[0]}` },
  })
  expect(response.status).toBe(200)
  return new Uint8Array(await response.arrayBuffer())
}

describe('the position of a company’s signature', () => {
  test('is where the box was dragged, on turned pages with an offset crop box', async ({ open }) => {
    const publishers = await makePublishers(
      { url: server().url, dataDir: server().place },
      { people: 1, administrators: 1 },
    )
    const { url } = server()
    const [as] = publishers.administrators
    const [person] = publishers.people
    if (!as || !person) throw new Error('nobody')
    const [administrator] = await rowsOf<{ username: string }>(
      server().place,
      `select u.username from users u join user_profiles p on p.user_id = u.id join profiles r on r.id = p.profile_id
        where u.company_id = $1 and r.type = 2 order by u.id limit 1`,
      [publishers.company],
    )
    const [type] = await rowsOf<{ folder_id: number }>(
      server().place,
      'select folder_id::int from document_types where id = $1',
      [publishers.type],
    )
    const { page } = await open({ size: 'desk' })
    await signIn(page, 's', administrator?.username ?? '', { password })

    for (const [n, rotate] of (process.env.LONG ? [0, 90, 180, 270] : [90]).entries()) {
      const month = publishers.months[n] ?? ''
      const pdf = receipt(rotate, person, month)
      await page.goto(`/s/folder/${type?.folder_id}/subfolder/${publishers.type}?tab=firma`)
      await settled(page)
      await openSample(page, pdf)
      // In its usual place it has no numbers.
      const hasPlace = await page
        .getByRole('textbox', { name: /^Firma de la empresa: / })
        .first()
        .isVisible()
      const before = hasPlace ? await numbersOf(page) : null

      // Free of the page's lines, to a place that no usual one is near.
      await page.keyboard.down('Alt')
      await drag(page, await middle(page, '[data-box=empresa]'), 37 + 20 * n, -150 + 30 * n)
      await drag(page, await middle(page, '[data-box=empresa] [data-handle=ne]'), -41, 23)
      await page.keyboard.up('Alt')
      const dragged = await numbersOf(page)
      expect(dragged).not.toEqual(before)

      // And on from there by keyboard.
      await company(page).focus()
      for (const key of ['ArrowRight', 'ArrowRight', 'Shift+ArrowUp', 'Control+ArrowRight'])
        await page.keyboard.press(key)
      await untilStill(page)
      const placed = await numbersOf(page)
      expect(placed.x).toBeCloseTo(dragged.x + 2, 5)
      expect(placed.y).toBeCloseTo(dragged.y - 10, 5)
      expect(placed.width).toBeCloseTo(dragged.width + 1, 5)
      const seen = await drawnAt(page)
      for (const side of ['x', 'y', 'width', 'height'] as const)
        expect(Math.abs(seen[side] - placed[side]), side).toBeLessThan(0.3)
      await save(page)
      const kept = await ask(url, typeConfiguration.one, { id: publishers.type }, { as })
      expect(kept.data.empresa).toEqual(placed)

      const done = await publish(url, publishers, { key: crypto.randomUUID(), person, month, pdf }, { as })
      expect(done.code).toBeUndefined()
      const signed = await publishedBytes(publishers, done.data.id)
      const across = ((rotate % 180 === 0 ? 505 : 740) / 72) * 25.4
      const found = await difference(pdf, signed, placed, across)
      expect(found.beyond, `beyond the box at ${rotate}`).toBe(0)
      expect(found.part, `within the box at ${rotate}`).toBeGreaterThan(0.02)
    }
  })

  test('returns to its place with Esc, snaps to the page’s lines, and shows what the server would refuse', async ({
    open,
  }) => {
    const { page } = await open()
    await signIn(page, 's', 'mariana', { path: '/s/folder/list' })
    const path = await page.locator('tbody a').first().getAttribute('href')
    await page.goto(`${path}?tab=firma`)
    await settled(page)
    await openSample(page, receipt(0, { cuil: '20287145366' }, '2026-10-01'))
    const place = (label: string, value: string) =>
      page.getByRole('textbox', { name: `Firma de la empresa: ${label}` }).fill(value)
    const own = page.getByRole('switch', { name: 'Firma de la empresa' })
    if (!(await own.isChecked())) await own.check({ force: true })
    await place('Desde la izquierda', '30')
    await place('Desde arriba', '145')
    await place('Ancho', '60')
    await place('Alto', '30')
    // The line of the page lies at (800 - 300) / 72 inches: 176.4 mm; the box's foot is within reach of it.
    await company(page).focus()
    const scale = Number(await page.locator('[data-sheet]').getAttribute('data-scale'))
    await company(page).scrollIntoViewIfNeeded()
    await drag(page, await middle(page, '[data-box=empresa]'), 15 * scale, 0.8 * scale)
    const held = await numbersOf(page)
    expect(held.y + held.height).toBeCloseTo(176.4, 1)
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Escape')
    expect(await numbersOf(page)).toMatchObject({ x: 30, y: 145, width: 60, height: 30 })
    await page.getByText(/^Firma de la empresa\. A 30 mm de la izquierda/).waitFor()

    await page.getByRole('switch', { name: 'Firma del colaborador' }).check({ force: true })
    await page.getByText('Colaborador', { exact: true }).click()
    for (const [label, value] of [
      ['Desde la izquierda', '40'],
      ['Desde arriba', '150'],
    ] as const)
      await page.getByRole('textbox', { name: `Firma del colaborador: ${label}` }).fill(value)
    await page.getByRole('button', { name: 'Guardar' }).click()
    await page.getByText('Las dos firmas se pisan. Separar los recuadros.').waitFor()
  })
})
