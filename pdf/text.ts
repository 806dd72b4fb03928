import { refusing } from './faults.ts'
import type { Refusal } from './faults.ts'
import { withDocument, withPage } from './pdfium.ts'
import type { Pdfium } from './pdfium.ts'

/** Maximum number of characters kept of one page; a page of a real document has some thousands. */
const maxCharacters = 200_000

export interface PageTexts {
  ok: true
  pages: string[]
}

/**
 * The text of each page in PDFium's reading order, at most `maxPages` pages. Raw calls only: the package's own
 * `getText` keeps every page in memory.
 */
export function textOfPages(pdf: Uint8Array, maxPages = Infinity): Promise<PageTexts | Refusal> {
  return refusing(() =>
    withDocument(pdf, async (lib, document) => ({ ok: true, pages: await textsIn(lib, document, maxPages) })),
  )
}

/** The text of each page of an open document. */
export async function textsIn(lib: Pdfium, document: number, maxPages = Infinity): Promise<string[]> {
  const count = Math.min(lib._FPDF_GetPageCount(document), maxPages)
  const pages: string[] = []
  for (let index = 0; index < count; index++) {
    pages.push(await withPage(lib, document, index, (page) => textOf(lib, page)))
  }
  return pages
}

function textOf(lib: Pdfium, page: number): string {
  const textPage = lib._FPDFText_LoadPage(page)
  if (!textPage) return ''
  const count = Math.min(Math.max(lib._FPDFText_CountChars(textPage), 0), maxCharacters)
  const buffer = lib.wasmExports.malloc((count + 1) * 2)
  const written = lib._FPDFText_GetText(textPage, 0, count, buffer)
  const bytes = lib.HEAPU8.subarray(buffer, buffer + Math.max(written - 1, 0) * 2)
  const text = Buffer.from(bytes).toString('utf16le').replaceAll('\r\n', '\n')
  lib.wasmExports.free(buffer)
  lib._FPDFText_ClosePage(textPage)
  return text
}
