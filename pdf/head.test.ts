import { expect, test } from 'vitest'
import sharp from 'sharp'
import { PDF } from '@libpdf/core'
import { headOfFirstPage } from './head.ts'
import { payslip } from './testing/samples.ts'

/** The height of the head, as a part of an A4 page's height. */
async function partOf(pdf: Uint8Array): Promise<number> {
  const head = await headOfFirstPage(pdf, 600)
  if (!head.ok) throw new Error(head.fault)
  expect(await sharp(head.png).metadata()).toMatchObject({ format: 'png', width: 600, height: head.height })
  return head.height / (600 * Math.SQRT2)
}

async function page(...lines: [text: string, fromTop: number][]): Promise<Uint8Array> {
  const pdf = PDF.create()
  const sheet = pdf.addPage({ size: 'a4' })
  for (const [text, fromTop] of lines) sheet.drawText(text, { x: 60, y: 841.89 * (1 - fromTop), size: 10 })
  return pdf.save()
}

test('a fifth of the page, where no amount stands in it', async () => {
  const law = await page(['Ley 20.744 art. 140, CUIT 30-70912684-5, km 54,5, 12/03/2013, 04.11.2026', 0.05])
  expect(await partOf(law)).toBeCloseTo(0.2, 2)
})

test.each([
  '$ 1.286.430,00',
  '1.286.430,00',
  '1,286,430.00',
  '83,90',
  'R$ 4200',
  '1.286.430',
  'Neto: $950000',
])('everything below the first amount is cut away: %s', async (amount) => {
  const part = await partOf(await page(['Austral Alimentos S.A.', 0.05], [amount, 0.15], [amount, 0.6]))
  expect(part).toBeLessThan(0.145)
  expect(part).toBeGreaterThan(0.1)
})

test('a payslip’s head ends above its first concept', async () => {
  expect(await partOf(await payslip())).toBeCloseTo(0.148, 2)
})

test('the head of a page without text is its upper edge', async () => {
  expect(await partOf(await page())).toBeCloseTo(0.1, 2)
})

test('a turned page is cut as it is shown', async () => {
  const pdf = PDF.create()
  const sheet = pdf.addPage({ size: 'a4' })
  // Turned clockwise by a quarter, the left edge is on top.
  sheet.drawText('1.286.430,00', { x: 595 * 0.1, y: 400, size: 10 })
  sheet.setRotation(90)
  const head = await headOfFirstPage(await pdf.save(), 842)
  expect(head.ok && head.height / 595).toBeLessThan(0.1)
})
