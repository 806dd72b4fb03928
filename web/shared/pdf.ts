import { getDocument, GlobalWorkerOptions, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist'
import worker from 'pdfjs-dist/build/pdf.worker.min.mjs?url'

export type { PDFDocumentProxy, PDFPageProxy }
export { TextLayer } from 'pdfjs-dist'

GlobalWorkerOptions.workerSrc = worker
const parts = `${import.meta.env.BASE_URL}assets/pdfjs/`

/** Opens a PDF in pdf.js's worker. The caller destroys it. */
export async function openPdf(bytes: Blob) {
  const task = getDocument({
    data: new Uint8Array(await bytes.arrayBuffer()),
    wasmUrl: `${parts}wasm/`,
    cMapUrl: `${parts}cmaps/`,
    standardFontDataUrl: `${parts}standard_fonts/`,
    iccUrl: `${parts}iccs/`,
    cMapPacked: true,
    enableXfa: false,
  })
  return { document: await task.promise, close: () => task.destroy() }
}

/** A page's text by lines, in reading order, for large print. */
export async function linesOf(page: PDFPageProxy): Promise<string[]> {
  const { items } = await page.getTextContent()
  const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')
  return text
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
}
