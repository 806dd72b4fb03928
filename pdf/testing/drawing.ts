import { createHash } from 'node:crypto'
import { contentOf } from '../content.ts'
import type { PdfDocument } from '../document.ts'
import { pagesOf } from '../pages.ts'
import { Stream } from '../syntax.ts'

/** The drawing instructions of every page, under a line with its box. */
export function drawingOf(doc: PdfDocument): string {
  const pages = [...pagesOf(doc, 100)].map((page, n) => {
    const contents = Buffer.from(contentOf(doc, page.dict.get('Contents'))).toString('latin1')
    return `page ${n + 1}, box ${page.box.join(' ')}\n${contents}`
  })
  return `${pages.join('\n')}\n`
}

/** A form's or font's stream: its instructions as text, or the digest of bytes that are none. */
export function streamOf(doc: PdfDocument, value: unknown): string {
  if (!(value instanceof Stream)) throw new Error('not a stream')
  const bytes = contentOf(doc, value)
  const text = Buffer.from(bytes).toString('latin1')
  return /^[\n\r\x20-\x7e]*$/.test(text) ? text : createHash('sha256').update(bytes).digest('hex')
}
