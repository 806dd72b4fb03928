import { expect, test } from 'vitest'
import { coversOthers } from './covering.ts'
import { PdfDocument } from './document.ts'
import { signatureFields } from './fields.ts'
import { onePage } from './testing/samples.ts'

/** A page with words at 72, 700, with fields of these rectangles on it; the first is signed. */
function withFields(...rects: readonly string[]): PdfDocument {
  const refs = rects.map((_, n) => `${6 + n} 0 R`).join(' ')
  const fields = rects.map((rect, n) => [
    6 + n,
    `<</FT/Sig/T(f${n})/Subtype/Widget/Rect[${rect}]${n === 0 ? '/V<</Type/Sig>>' : ''}>>`,
  ])
  const objects = Object.fromEntries(fields) as Record<number, string>
  return new PdfDocument(onePage(`/Annots[${refs}]`, `/AcroForm<</Fields[${refs}]>>`, objects))
}

const signed = '100 100 200 200'

test.each([
  ['over the other', '150 150 250 250', true],
  ['within the other', '120 120 130 130', true],
  ['around the other', '50 50 250 250', true],
  ['with its corners the other way round', '250 250 150 150', true],
  ['as wide as one point of it', '199 100 300 200', true],
  ['to its right, where they touch', '200 100 300 200', false],
  ['to its left, where they touch', '0 100 100 200', false],
  ['above it, where they touch', '100 200 200 300', false],
  ['below it, where they touch', '100 0 200 100', false],
  ['without a width', '150 100 150 200', false],
  ['without a height', '100 150 200 150', false],
  ['over words', '60 690 300 720', true],
  ['in an empty place', '300 300 400 400', false],
])('a signature %s', async (_, rect, expected) => {
  const doc = withFields(signed, rect)
  const field = signatureFields(doc)[1]
  expect(field && (await coversOthers(doc, field, withFields(signed)))).toBe(expected)
})

test('an earlier field that nobody has signed may be covered', async () => {
  const doc = withFields('300 300 310 310', signed, '150 150 250 250')
  const field = signatureFields(doc)[2]
  expect(field && (await coversOthers(doc, field, withFields('300 300 310 310', signed)))).toBe(false)
})
