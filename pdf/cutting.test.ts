import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { factsOfPages } from './page-words.ts'
import type { PageChange } from './page-change.ts'
import { sourceOf } from './source.ts'
import { splitPdf } from './split.ts'
import { everythingIn } from './testing/contents.ts'
import { qpdfCheck } from './testing/judges.ts'
import { rawPdf } from './testing/samples.ts'

interface Person {
  name: string
  id: string
}
const ana: Person = { name: 'LEDESMA, ANA', id: '27-20000001-4' }
const luis: Person = { name: 'QUIROGA, LUIS', id: '20-30000002-9' }
const [width, height] = [595, 842]

function receipt({ name, id }: Person, x: number, y: number): string {
  return `BT /F1 10 Tf ${x} ${y} Td (Nombre: ${name}) Tj 0 -14 Td [(CU) -20 (IL: ${id})] TJ 0 -14 Td (Neto: 900.000,00) Tj ET\n`
}

function stream(text: string, entries = ''): string {
  return `<<${entries}/Length ${text.length}>>\nstream\n${text}\nendstream`
}

/** An upright sheet with `content`; `forms` are its forms by name. */
function sheet(content: string, forms: Record<string, string> = {}): Buffer {
  const names = Object.keys(forms)
  const fonts = '/Font<</F1 5 0 R>>'
  const pdf = rawPdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]/Contents 4 0 R/Resources<<${fonts}/XObject<<${names.map((name, at) => `/${name} ${6 + at} 0 R`).join('')}>>>>>>`,
    4: stream(content),
    5: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
    ...Object.fromEntries(names.map((name, at) => [6 + at, forms[name] ?? ''])),
  })
  return Buffer.from(pdf)
}

function form(content: string): string {
  return stream(
    content,
    `/Type/XObject/Subtype/Form/BBox[0 0 ${width} ${height}]/Resources<</Font<</F1 5 0 R>>>>`,
  )
}

const upper = receipt(ana, 60, 780)
const lower = receipt(luis, 60, 360)
const halves: PageChange = { rotate: 0, cut: null, halves: true }

async function cut(pdf: Uint8Array, change: PageChange, pages: number[]): Promise<Buffer[]> {
  const files = await splitPdf(
    { ...sourceOf(pdf), change },
    pages.map((page) => [page]),
  )
  for (const file of files) expect(qpdfCheck(file)).toMatchObject({ accepted: true })
  return files.map((file) => Buffer.from(file))
}

async function expectOnly(pdf: Uint8Array, own: Person, other: Person): Promise<void> {
  const all = await everythingIn(pdf)
  const flat = all.replace(/\s/g, '')
  for (const text of [other.name, other.id]) expect(flat).not.toContain(text.replace(/\s/g, ''))
  for (const word of other.name.split(', ')) expect(all).not.toContain(word)
  const [page] = (await factsOfPages(sourceOf(pdf), 0, 1)).pages
  const text = page?.lines.join(' ') ?? ''
  expect(text).toContain(own.name)
  expect(text).toContain(own.id)
}

describe('two receipts a sheet: each half has nothing of the other', () => {
  const line = `0.5 w 40 ${height - 30} m ${width - 40} ${height - 30} l 40 30 m ${width - 40} 30 l S\n`
  test.each([
    ['as text of the page', sheet(upper + lower + line)],
    ['as a form for each', sheet('/A Do /B Do', { A: form(upper), B: form(lower) })],
    [
      'in marked content with replacement text',
      sheet(`/Span<</ActualText(${ana.name} ${luis.name})>>BDC ${upper}${lower} EMC`),
    ],
    [
      'around a frame that crosses the edge',
      sheet(`${upper}${lower} 40 40 ${width - 80} ${height - 80} re S`),
    ],
  ])('%s', async (_, pdf) => {
    const [first, second] = await cut(pdf, halves, [0, 1])
    if (!first || !second) throw new Error('no halves')
    await expectOnly(first, ana, luis)
    await expectOnly(second, luis, ana)
  })

  test('on a sheet that lies on its side, with one line of text over both', async () => {
    const both = `BT /F1 9 Tf 30 500 Td (Nombre: ${ana.name}                                                                                                                                       Nombre: ${luis.name}) Tj 0 -14 Td (${ana.id}                                                                                                                                                           ${luis.id}) Tj ET`
    const pdf = Buffer.from(
      sheet(both).toString('latin1').replace(`[0 0 ${width} ${height}]`, `[0 0 ${height} ${width}]`),
      'latin1',
    )
    const [first, second] = await cut(pdf, halves, [0, 1])
    if (!first || !second) throw new Error('no halves')
    await expectOnly(first, ana, luis)
    await expectOnly(second, luis, ana)
  })

  test('reading sees each half as a page', async () => {
    const { pages } = await factsOfPages({ ...sourceOf(sheet(upper + lower)), change: halves }, 0, 2)
    expect(pages.map(({ lines }) => lines[0])).toEqual([`Nombre: ${ana.name}`, `Nombre: ${luis.name}`])
    expect(pages.map((page) => Math.round(page.height))).toEqual([149, 149])
  })
})

test('a picture across the edge loses its samples beyond it', async () => {
  const secret = Buffer.alloc(100 * 100, 0x55)
  secret.write('QUIROGA-SAMPLES', 9_000)
  const data = deflateSync(secret).toString('latin1')
  const image = stream(
    data,
    '/Type/XObject/Subtype/Image/Width 100/Height 100/ColorSpace/DeviceGray/BitsPerComponent 8/Filter/FlateDecode',
  )
  const pdf = sheet(`${upper} q ${width} 0 0 ${height} 0 0 cm /Scan Do Q`, { Scan: image })
  const [first] = await cut(pdf, halves, [0])
  if (!first) throw new Error('no half')
  expect(await everythingIn(pdf)).toContain('QUIROGA-SAMPLES')
  expect(await everythingIn(first)).not.toContain('QUIROGA-SAMPLES')
})

test('a form across the edge is drawn as a picture, without its text', async () => {
  const pdf = sheet('/A Do', { A: form(upper + lower) })
  const [first] = await cut(pdf, { rotate: 0, cut: { x: 0, y: 0, width: 210, height: 148 } }, [0])
  if (!first) throw new Error('no cut')
  const all = await everythingIn(first)
  for (const word of ['LEDESMA', 'QUIROGA', '30000002']) expect(all).not.toContain(word)
  const [page] = (await factsOfPages(sourceOf(first), 0, 1)).pages
  expect(page).toMatchObject({ pictures: true, characters: 0 })
  // It fills the cut upright: scaled and moved, neither turned nor slanted.
  expect(all).toMatch(/^q 595(\.\d+)? 0 0 (419|420)(\.\d+)? 0 4\d\d(\.\d+)? cm \/Im Do Q$/m)
})
