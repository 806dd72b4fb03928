import { describe, expect, test } from 'vitest'
import { inspectPdf } from './inspect.ts'
import { outlineOf } from './outline.ts'
import type { PageChange } from './page-change.ts'
import { factsOfPages } from './page-words.ts'
import type { PageFacts } from './page-words.ts'
import { createEngine } from './pool.ts'
import { refusing } from './faults.ts'
import { sourceOf } from './source.ts'
import { splitPdf } from './split.ts'
import { hostileFiles } from './testing/hostile.ts'
import { pdfsig, qpdfCheck, qpdfRewrite } from './testing/judges.ts'
import { imageMark, manyReceipts, pageMark, receiptOf } from './testing/receipts.ts'
import { onePage, rawPdf } from './testing/samples.ts'
import { makeSigners } from './testing/signers.ts'

async function factsIn(pdf: Uint8Array, count = 1): Promise<PageFacts[]> {
  return (await factsOfPages(sourceOf(pdf), 0, count)).pages
}

test('a payroll is outlined, read and split by workers that share one copy of it', async () => {
  const engine = createEngine({ threads: 2 })
  try {
    const source = sourceOf(manyReceipts(12))
    expect(await engine.outline(source)).toEqual({ ok: true, pages: 12, refused: new Map(), locked: false })
    const [first, second, split] = await Promise.all([
      engine.readPages(source, 0, 6),
      engine.readPages(source, 6, 6),
      engine.splitOff(source, [[0], [1, 2], [11]]),
    ])
    if (!first.ok || !second.ok || !split.ok) throw new Error('refused')
    expect(first.pages).toEqual((await factsOfPages(source, 0, 6)).pages)
    for (const [n, { lines }] of [...first.pages, ...second.pages].entries())
      expect(lines).toContainEqual(`Apellido y nombre: ${receiptOf(n).name} CUIL: ${receiptOf(n).cuil}`)
    const [one, two] = split.pdfs
    if (!one || !two) throw new Error('none')
    const merged = await engine.assemble([
      { pdf: two, pages: [1] },
      { pdf: one, pages: [0] },
    ])
    if (!merged.ok) throw new Error(merged.detail)
    expect(qpdfCheck(merged.pdf)).toMatchObject({ accepted: true })
    const texts = await engine.text(merged.pdf)
    expect(texts.ok && texts.pages.map((text) => /CUIL: (\S+)/.exec(text)?.[1])).toEqual([
      receiptOf(2).cuil,
      receiptOf(0).cuil,
    ])
    // Fonts and logo are written once.
    expect(merged.pdf.length).toBeLessThan(one.length * 1.2)
    expect(await engine.splitOff(source, [[12]])).toMatchObject({ ok: false, fault: 'no_such_page' })
    expect(await engine.splitOff(source, [[]])).toMatchObject({ ok: false, fault: 'empty' })
    for (const [from, count] of [
      [10, 3],
      [-1, 2],
      [3, 0],
    ] as const)
      expect(await engine.readPages(source, from, count)).toMatchObject({ ok: false, fault: 'no_such_page' })
  } finally {
    await engine.close()
  }
}, 60_000)

describe('a file that is split off holds its own page and nothing of another', () => {
  const count = 60
  test.each([
    ['resources of its own', manyReceipts(count)],
    ['one dictionary of resources for all', manyReceipts(count, { sharedResources: true })],
    [
      'objects in streams',
      qpdfRewrite(manyReceipts(count, { sharedResources: true }), '--object-streams=generate'),
    ],
  ])(
    'from pages with %s',
    async (_, pdf) => {
      const source = sourceOf(pdf)
      const parts = Array.from({ length: count }, (_unused, n) => [n])
      const files = await splitPdf(source, parts)
      expect(await splitPdf(source, parts)).toEqual(files)
      for (const [n, file] of files.entries()) {
        const plain = Buffer.from(qpdfRewrite(file, '--qdf', '--decode-level=all')).toString('latin1')
        const marks = (of: (index: number) => string) => parts.flat().filter((at) => plain.includes(of(at)))
        expect(marks(pageMark)).toEqual([n])
        expect(marks((at) => imageMark(at).trim())).toEqual([n])
        expect([...plain.matchAll(/\/(?:Code|Band)(\d+)/g)].every(([, named]) => Number(named) === n)).toBe(
          true,
        )
        expect(plain.match(/\/Type \/Page\b/g)).toHaveLength(1)
        expect(plain).not.toMatch(/\/(Annots?|Dest|StructParents?|Outlines|Metadata|Info)\b/)
        expect(file.length).toBeLessThan(26_000)
      }
      for (const [n, file] of files.entries()) {
        if (n % 6 > 0) continue
        expect(qpdfCheck(file)).toMatchObject({ accepted: true })
        const [page] = await factsIn(file)
        expect(page?.lines.join('\n')).toContain(receiptOf(n).cuil)
        expect(page).toEqual((await factsOfPages(source, n, 1)).pages[0])
      }
    },
    60_000,
  )
})

test('a file that was split off is signed like any other', async () => {
  const { signAsCompany, signAsEmployee } = await makeSigners()
  const [file] = await splitPdf(sourceOf(manyReceipts(3, { pagesEach: 2 })), [[2, 3]])
  if (!file) throw new Error('none')
  expect(await inspectPdf(file)).toMatchObject({ ok: true, pages: 2 })
  const signed = await signAsEmployee(await signAsCompany(file))
  expect(pdfsig(signed)).toMatchObject({ accepted: true, valid: 2 })
  expect(qpdfCheck(signed)).toMatchObject({ accepted: true })
})

describe('turning and cutting', () => {
  const pages = [0, 90, 180, 270].flatMap((turn) =>
    ['', '/CropBox[40 50 500 800]/UserUnit 0.9'].map((box) => `/Rotate ${turn}${box}`),
  )
  const source = sourceOf(manyReceipts(pages.length, { pageEntries: (n) => pages[n] ?? '' }))
  const changed = async (at: number, change: PageChange) => {
    const [file] = await splitPdf({ ...source, change }, [[at]])
    const [page] = await factsIn(file ?? new Uint8Array())
    if (!page) throw new Error('no page')
    return page
  }
  test.each(pages.map((entries, at) => [entries, at] as const))('of a page with %s', async (_, at) => {
    const before = await changed(at, { rotate: 0, cut: null })
    for (const rotate of [0, 90, 180, 270] as const) {
      const turned = await changed(at, { rotate, cut: null })
      expect(turned.turned).toBe((before.turned + rotate) % 360)
      const across = rotate % 180 === 0
      expect(turned.width).toBeCloseTo(across ? before.width : before.height)
      // The margins hold no whole word.
      const cut = { x: 10, y: 8, width: turned.width - 22, height: turned.height - 20 }
      const left = await changed(at, { rotate, cut })
      expect(left.width).toBeCloseTo(cut.width, 3)
      expect(left.height).toBeCloseTo(cut.height, 3)
      const places = new Map(turned.words.map(({ text, x, y }) => [text, { x, y }]))
      const one = left.words.find(({ text }) => text === 'Antigüedad')
      const whole = places.get('Antigüedad')
      expect(one?.x).toBeCloseTo((whole?.x ?? 0) - cut.x, 0)
      expect(one?.y).toBeCloseTo((whole?.y ?? 0) - cut.y, 0)
    }
  })

  test('a cut that leaves nothing is refused', async () => {
    const cut = { x: 500, y: 0, width: 50, height: 50 }
    await expect(splitPdf({ ...source, change: { rotate: 0, cut } }, [[0]])).rejects.toThrow('nothing')
  })
})

test('a mark that shows becomes part of the page, links and hidden ones do not', async () => {
  const look = 'BT /F1 12 Tf 4 4 Td (APROBADO) Tj ET'
  const stamp = (flags: number, to: string) =>
    `<</Type/Annot/Subtype/Stamp/F ${flags}/Rect[100 200 300 240]/AP<</N ${to}>>>>`
  const pdf = onePage('/Annots[6 0 R 7 0 R 8 0 R]', '', {
    6: stamp(4, '9 0 R'),
    7: stamp(2, '10 0 R'),
    8: '<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/Dest[3 0 R/Fit]>>',
    9: `<</Type/XObject/Subtype/Form/BBox[0 0 100 20]/Resources<</Font<</F1 5 0 R>>>>/Length ${look.length}>>\nstream\n${look}\nendstream`,
    10: '<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Length 9>>\nstream\n%OCULTADO\nendstream',
  })
  const [file] = await splitPdf(sourceOf(pdf), [[0]])
  if (!file) throw new Error('none')
  expect(qpdfCheck(file)).toMatchObject({ accepted: true })
  expect(Buffer.from(file).toString('latin1')).not.toMatch(/OCULTADO|Annot/)
  const [page] = await factsIn(file)
  const word = page?.words.find(({ text }) => text === 'APROBADO')
  // The appearance is twice as large on the page: 108 points from the left, 208 up.
  expect(word?.x).toBeCloseTo((108 / 72) * 25.4, 0)
  expect(word && word.y + word.height).toBeGreaterThan(((842 - 240) / 72) * 25.4)
})

test('of the properties of a text only those go along that lie in them, and lead nowhere', async () => {
  const shown = '/Span/MC0 BDC BT /F1 12 Tf 60 700 Td (RECIBO) Tj ET EMC'
  const pdf = onePage('/Resources<</Font<</F1 5 0 R>>/Properties<</MC0 6 0 R>>>>', '', {
    4: `<</Length ${shown.length}>>\nstream\n${shown}\nendstream`,
    6: '<</ActualText(RECIBO)/MCID 3/Far 7 0 R/Many[(AJENO)]/Deep<</A(AJENO)>>/OC(AJENO)>>',
    7: '(AJENO)',
  })
  const [file] = await splitPdf(sourceOf(pdf), [[0]])
  if (!file) throw new Error('none')
  const plain = Buffer.from(qpdfRewrite(file, '--qdf')).toString('latin1')
  expect(plain).toMatch(/\/ActualText \(RECIBO\)/)
  expect(plain).not.toMatch(/AJENO|\/Many|\/Deep|\/OC\b/)
  // qpdf drops what leads nowhere, so it is looked for in the file itself.
  expect(Buffer.from(file).toString('latin1')).not.toMatch(/\/Far/)
})

describe('a file that can’t be split', () => {
  const found = (pdf: Uint8Array) => refusing(() => outlineOf(sourceOf(pdf)))
  test('is refused: damaged, encrypted, in a loop, active, too many pages, sizes of no receipt', async () => {
    const whole = manyReceipts(3)
    expect(await found(whole.subarray(0, 9000))).toMatchObject({ ok: false, fault: 'damaged' })
    const encrypted = qpdfRewrite(whole, '--encrypt', '', 'secret', '256', '--')
    expect(await found(encrypted)).toMatchObject({ ok: false, fault: 'encrypted' })
    const loop = rawPdf({
      1: '<</Type/Catalog/Pages 2 0 R>>',
      2: '<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 595 842]>>',
      3: '<</Type/Pages/Kids[2 0 R]/Count 1>>',
    })
    expect(await found(loop)).toMatchObject({ ok: false, fault: 'damaged' })
    const script = '/A<</S/JavaScript/JS(app.alert\\(1\\))>>'
    const active = onePage('/Annots[6 0 R]', '', { 6: `<</Type/Annot/Subtype/Link/Rect[0 0 9 9]${script}>>` })
    expect(await found(active)).toMatchObject({ ok: false, fault: 'active_content' })
    expect(await refusing(() => outlineOf(sourceOf(whole), { maxPages: 2 }))).toMatchObject({
      ok: false,
      fault: 'too_many_pages',
    })
    expect(await found(onePage('/CropBox[0 0 100 100]'))).toMatchObject({ ok: false, fault: 'page_size' })
  })

  test('is refused for active content, hidden or locked parts, or changes after it was signed', async () => {
    const faults = new Set([
      'active_content',
      'hidden_content',
      'encrypted',
      'not_pdf',
      'changed_after_signing',
    ])
    const hostile = (await hostileFiles()).filter(({ fault }) => faults.has(fault))
    expect(hostile.length).toBeGreaterThan(30)
    for (const { name, file, fault } of hostile) expect(await found(file), name).toMatchObject({ fault })
  }, 60_000)
})
