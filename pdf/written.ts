import type { PdfDocument } from './document.ts'
import { PdfFault } from './faults.ts'
import { pagesOf } from './pages.ts'
import type { Page } from './pages.ts'

/**
 * Refuses a document of ours that our own strict reader can't read, before anybody gets it. Returns its pages, of which
 * it must have `count`.
 */
export function checkWritten(doc: PdfDocument, count: number): Page[] {
  const pages = [...pagesOf(doc, count)]
  if (pages.length !== count) throw new PdfFault('damaged', `${pages.length} pages written of ${count}`)
  return pages
}
