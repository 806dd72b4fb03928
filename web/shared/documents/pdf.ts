import { getDocument, GlobalWorkerOptions, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist'
import worker from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { linesFrom } from './pdf-lines.ts'

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
  return linesFrom(items.filter((item) => 'str' in item))
}
