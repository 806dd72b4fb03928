import { Copies } from './copying.ts'
import { PdfDocument } from './document.ts'
import { PdfFault } from './faults.ts'
import { openSource } from './open-source.ts'
import { changedPage } from './page-change.ts'
import { pagesOf } from './pages.ts'
import type { Source } from './source.ts'
import { SplitOff } from './split-off.ts'
import { checkWritten } from './written.ts'

/** Maximum number of pages in a document that is assembled from others. */
export const maxPieces = 500

/** One document for each of `parts`, whose pages count from 0. */
export async function splitPdf(source: Source, parts: readonly (readonly number[])[]): Promise<Uint8Array[]> {
  const open = openSource(source)
  const copies = new Copies(open.doc, { checked: true })
  try {
    const files: Uint8Array[] = []
    for (const pages of parts) {
      const part = new SplitOff()
      if (pages.length === 0) throw new PdfFault('empty', 'no pages')
      for (const index of pages) {
        const changed = await changedPage(open, copies, index, source.change)
        part.add(changed.doc, changed.copies, changed.page)
      }
      const file = part.finish()
      checkWritten(new PdfDocument(file), pages.length)
      files.push(file)
    }
    return files
  } finally {
    open.doc.forget()
  }
}

/** Pages of a small document, from 0. */
export interface Piece {
  pdf: Uint8Array
  pages: readonly number[]
}

/** Joins the pages of several documents, in order, into one. Pages count from 0. */
export function assemblePdf(pieces: readonly Piece[]): Uint8Array {
  const whole = new SplitOff({ alike: true })
  let count = 0
  for (const { pdf, pages } of pieces) {
    const doc = new PdfDocument(pdf)
    if (doc.trailer.has('Encrypt')) throw new PdfFault('encrypted', 'an encryption dictionary')
    const all = [...pagesOf(doc, maxPieces)]
    const copies = new Copies(doc)
    count += pages.length
    if (count > maxPieces) throw new PdfFault('too_many_pages', `more than ${maxPieces} pages`)
    for (const index of pages) {
      const page = all[index]
      if (!page) throw new PdfFault('no_such_page', `no page ${index + 1}`)
      whole.add(doc, copies, page)
    }
  }
  if (count === 0) throw new PdfFault('empty', 'no pages')
  const file = whole.finish()
  checkWritten(new PdfDocument(file), count)
  return file
}
