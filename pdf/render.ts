import sharp from 'sharp'
import { PdfFault, refusing } from './faults.ts'
import type { Refusal } from './faults.ts'
import { withDocument, withPage } from './pdfium.ts'
import type { Pdfium } from './pdfium.ts'

/** Pixels of one image: 20 million are A4 at 450 dpi. */
export const maxPixels = 20_000_000

const white = 0xffffffff
const bgra = 4
/** PDFium's flags: draw annotations; return RGBA bytes. */
const annotations = 0x01
const rgba = 0x10

export interface Picture {
  ok: true
  png: Uint8Array
  /** Pixels. */
  width: number
  height: number
}

/**
 * Page `page` (from 1) as a PNG, `width` pixels wide, signatures included. The width is reduced where the image would
 * exceed 20 million pixels.
 */
export function renderPage(pdf: Uint8Array, page: number, width: number): Promise<Picture | Refusal> {
  return refusing(() =>
    withDocument(pdf, (lib, document) => {
      if (page < 1 || page > lib._FPDF_GetPageCount(document))
        throw new PdfFault('no_such_page', `no page ${page}`)
      return withPage(lib, document, page - 1, (handle) => draw(lib, document, handle, width))
    }),
  )
}

async function draw(lib: Pdfium, document: number, handle: number, width: number): Promise<Picture> {
  const [across, down] = [lib._FPDF_GetPageWidth(handle), lib._FPDF_GetPageHeight(handle)]
  const ratio = down / across
  if (!(ratio > 0.01 && ratio < 100)) throw new PdfFault('page_size', 'a page that is a line')
  const columns = Math.max(1, Math.round(Math.min(width, Math.sqrt(maxPixels / ratio))))
  const rows = Math.max(1, Math.round(columns * ratio))
  const memory = lib.wasmExports.malloc(columns * rows * 4)
  if (!memory) throw new PdfFault('out_of_memory', 'no memory for the image')
  const bitmap = lib._FPDFBitmap_CreateEx(columns, rows, bgra, memory, columns * 4)
  lib._FPDFBitmap_FillRect(bitmap, 0, 0, columns, rows, white)
  lib._FPDF_RenderPageBitmap(bitmap, handle, 0, 0, columns, rows, 0, annotations | rgba)
  drawFields(lib, document, handle, bitmap, columns, rows)
  lib._FPDFBitmap_Destroy(bitmap)
  const pixels = Buffer.from(lib.HEAPU8.subarray(memory, memory + columns * rows * 4))
  lib.wasmExports.free(memory)
  const png = await sharp(pixels, { raw: { width: columns, height: rows, channels: 4 } })
    .removeAlpha()
    .png({ compressionLevel: 6, palette: false })
    .toBuffer()
  return { ok: true, png, width: columns, height: rows }
}

/** Draws form fields, signatures among them: PDFium draws them only in a form environment. */
function drawFields(
  lib: Pdfium,
  document: number,
  page: number,
  bitmap: number,
  columns: number,
  rows: number,
): void {
  // FPDF_FORMFILLINFO version 2 without callbacks, so that a document cannot call out.
  const size = 256
  const info = lib.wasmExports.malloc(size)
  lib.HEAPU8.fill(0, info, info + size)
  lib.HEAPU8[info] = 2
  const form = lib._FPDFDOC_InitFormFillEnvironment(document, info)
  if (form) {
    lib._FORM_OnAfterLoadPage(page, form)
    lib._FPDF_FFLDraw(form, bitmap, page, 0, 0, columns, rows, 0, rgba)
    lib._FORM_OnBeforeClosePage(page, form)
    lib._FPDFDOC_ExitFormFillEnvironment(form)
  }
  lib.wasmExports.free(info)
}
