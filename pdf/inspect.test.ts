import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { inspectPdf } from './inspect.ts'
import { createEngine } from './pool.ts'
import { hostileFiles, layerOf, manyPages } from './testing/hostile.ts'
import { onePage, payslip } from './testing/samples.ts'

const engine = createEngine({ threads: 1 })
afterAll(() => engine.close())

describe('these are accepted', () => {
  test('a payslip, with its pages and their sizes', async () => {
    const found = await engine.inspect(await payslip({ pages: 3 }))
    expect(found).toMatchObject({ ok: true, pages: 3, signatures: [] })
    expect(
      found.ok && found.pageSizes.map(({ width, height }) => [Math.round(width), Math.round(height)]),
    ).toEqual([
      [210, 297],
      [210, 297],
      [210, 297],
    ])
  })

  test.each([
    ['turned', onePage('/Rotate 90'), 297, 210],
    ['in a larger unit', onePage('/MediaBox[0 0 297.5 421]/UserUnit 2'), 210, 297],
    ['cut from a larger sheet', onePage('/MediaBox[0 0 2000 2000]/CropBox[100 100 695 942]'), 210, 297],
    ['with its corners exchanged', onePage('/MediaBox[595 842 0 0]'), 210, 297],
  ])('a page %s', async (_, pdf, width, height) => {
    const found = await engine.inspect(pdf)
    expect(
      found.ok && found.pageSizes.map((size) => [Math.round(size.width), Math.round(size.height)]),
    ).toEqual([[width, height]])
  })

  test('links to web addresses, and opening at a page', async () => {
    const link = '<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(https://example.com/a)>>>>'
    expect(
      await engine.inspect(onePage('/Annots[6 0 R]', '/OpenAction[3 0 R/Fit]', { 6: link })),
    ).toMatchObject({
      ok: true,
    })
  })

  test('layers that are shown in every view and print', async () => {
    const usage = '/View<</ViewState/ON>>/Print<</PrintState/ON>>/Export<</ExportState/ON>>'
    expect(await engine.inspect(layerOf('View', usage))).toMatchObject({ ok: true })
    expect(await engine.inspect(layerOf('Print', usage, '/View/Print'))).toMatchObject({ ok: true })
    expect(await engine.inspect(layerOf('Print', '', '/Print'))).toMatchObject({ ok: true })
  })

  test('more pages where the limit says so', async () => {
    expect(await engine.inspect(manyPages(800), { maxPages: 1000 })).toMatchObject({ ok: true, pages: 800 })
  })

  test('active content and any size where the caller does not mind', async () => {
    const pdf = onePage('/MediaBox[0 0 100 100]', '/OpenAction<</S/JavaScript/JS(1)>>')
    expect(await engine.inspect(pdf, { refuseActive: false, pageSize: null })).toMatchObject({ ok: true })
  })
})

describe('these are refused', async () => {
  test.each((await hostileFiles()).map((hostile) => [hostile.name, hostile] as const))(
    '%s',
    async (_, { file, fault }) => {
      expect(await engine.inspect(file)).toMatchObject({ ok: false, fault })
    },
  )
})

test.each([
  ['last', '3 0 R 6 0 R', '[]'],
  ['first', '6 0 R 3 0 R', '[99 0 R]'],
])('a %s page that PDFium takes for a list without pages is refused', async (_, kids, below) => {
  const pdf = onePage('', '', {
    2: `<</Type/Pages/Kids[${kids}]/Count 2/MediaBox[0 0 595 842]>>`,
    6: `<</Type/Page/Parent 2 0 R/Contents 4 0 R/Kids${below}>>`,
  })
  expect(await inspectPdf(pdf)).toMatchObject({ ok: false, fault: 'damaged' })
})

test('bytes altered anywhere are refused or read, and never an error of ours', async () => {
  const intact = await payslip()
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(intact.length - 1), fc.nat(255)), { minLength: 1, maxLength: 12 }),
      async (edits) => {
        const file = Uint8Array.from(intact)
        for (const [at, byte] of edits) file[at] = byte
        expect(await inspectPdf(file)).toHaveProperty('ok')
      },
    ),
    { numRuns: 150, seed: 7 },
  )
})
