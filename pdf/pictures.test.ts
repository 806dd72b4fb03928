import { PDF } from '@libpdf/core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { inspectPdf } from './inspect.ts'
import { pdfOfSheets } from './pictures.ts'
import { renderPage } from './render.ts'
import { qpdfCheck } from './testing/judges.ts'
import { payslip } from './testing/samples.ts'

const anySize = { pageSize: null }

async function photograph(width: number, height: number, background: string) {
  const jpeg = await sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer()
  return { jpeg, width, height }
}

test('photographs become pages of their own shape, as long as A4', async () => {
  const upright = await photograph(900, 1600, '#2f7d4f')
  const lying = await photograph(1600, 1200, '#b03030')
  const pdf = pdfOfSheets([upright, lying])

  expect(qpdfCheck(pdf)).toMatchObject({ accepted: true })
  const inspected = await inspectPdf(pdf, anySize)
  expect(inspected).toMatchObject({ ok: true, pages: 2 })
  if (!inspected.ok) return
  expect(inspected.pageSizes.map(({ width, height }) => [Math.round(width), Math.round(height)])).toEqual([
    [167, 297],
    [297, 223],
  ])
  const picture = await renderPage(pdf, 1, 90)
  if (!picture.ok) throw new Error(picture.fault)
  const [r = 0, g = 0, b = 0] = await sharp(picture.png).removeAlpha().raw().toBuffer()
  expect([Math.abs(r - 0x2f), Math.abs(g - 0x7d), Math.abs(b - 0x4f)].every((off) => off < 6)).toBe(true)
})

test('photographs and PDFs are joined in their order', async () => {
  const pdf = pdfOfSheets([
    { pdf: await payslip({ pages: 2 }) },
    await photograph(800, 800, '#888'),
    { pdf: await payslip() },
  ])
  expect(qpdfCheck(pdf)).toMatchObject({ accepted: true })
  const joined = await PDF.load(pdf)
  expect(joined.getPages().map(({ width, height }) => Math.round((height / width) * 10))).toEqual([
    14, 14, 10, 14,
  ])
})

test('the same sheets give the same bytes', async () => {
  const sheet = await photograph(1000, 1400, '#fff')
  expect(Buffer.compare(pdfOfSheets([sheet]), pdfOfSheets([sheet]))).toBe(0)
})
