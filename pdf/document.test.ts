import { expect, test } from 'vitest'
import { PdfDocument } from './document.ts'
import { onePage } from './testing/samples.ts'

test('an object is parsed once, and again after the document has forgotten it', () => {
  const doc = new PdfDocument(onePage())
  const before = doc.catalog
  expect(doc.catalog).toBe(before)
  doc.forget()
  expect(doc.catalog).not.toBe(before)
  expect(doc.catalog).toEqual(before)
})
