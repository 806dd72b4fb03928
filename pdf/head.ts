import sharp from 'sharp'
import { refusing } from './faults.ts'
import type { Refusal } from './faults.ts'
import { withDocument, withPage } from './pdfium.ts'
import type { Pdfium } from './pdfium.ts'
import { renderPage } from './render.ts'
import type { Picture } from './render.ts'

/** Parts of a page's height: the largest head; the head of a page without text; the smallest (the margin). */
const most = 0.2
const ofAnImage = 0.1
const least = 0.03
/** Distance between the cut and the amount below it, as a part of the page's height. */
const gap = 0.012
/** Maximum number of characters searched for an amount; a head has some hundreds. */
const maxCharacters = 5_000

/**
 * An amount of money: with decimals (`1.286.430,00`, `83.90`), with a currency sign (`$ 950000`, `R$ 4.200`), or in
 * millions. Dates, tax ids and law numbers do not match.
 */
const amount =
  /(?:R\$|US\$|\$|S\/|₡|Bs)\s*\d|(?<![\d.,/-])(?=(\d[\d.,]*\d))\1(?<=[.,]\d{2}|(?<![\d.,/-])\d{1,3}(?:[.,]\d{3}){2,})(?![\d.,/-]*\d|-)/g

/**
 * The head of the first page as a PNG, `width` pixels wide: letterhead and owner, cut above the first amount, so that
 * it identifies a document without showing its figures.
 */
export async function headOfFirstPage(pdf: Uint8Array, width: number): Promise<Picture | Refusal> {
  const measured = await refusing(async () => ({ ok: true as const, part: await partAbove(pdf) }))
  if (!measured.ok) return measured
  const page = await renderPage(pdf, 1, width)
  if (!page.ok) return page
  const height = Math.max(1, Math.floor(page.height * measured.part))
  const png = await sharp(page.png).extract({ left: 0, top: 0, width: page.width, height }).png().toBuffer()
  return { ok: true, png, width: page.width, height }
}

function partAbove(pdf: Uint8Array): Promise<number> {
  return withDocument(pdf, (lib, document) =>
    withPage(lib, document, 0, (page) => {
      const text = lib._FPDFText_LoadPage(page)
      const tops = text ? topsOfAmounts(lib, page, text) : null
      if (text) lib._FPDFText_ClosePage(text)
      if (!tops) return ofAnImage
      return Math.max(least, Math.min(most, ...tops.map((top) => top - gap)))
    }),
  )
}

/** The top of each amount as shown, as a part of the page's height; null for a page without text. */
function topsOfAmounts(lib: Pdfium, page: number, text: number): number[] | null {
  const count = Math.min(Math.max(lib._FPDFText_CountChars(text), 0), maxCharacters)
  if (count === 0) return null
  const buffer = lib.wasmExports.malloc((count + 1) * 2)
  const written = lib._FPDFText_GetText(text, 0, count, buffer)
  const characters = Buffer.from(lib.HEAPU8.subarray(buffer, buffer + Math.max(written - 1, 0) * 2)).toString(
    'utf16le',
  )
  lib.wasmExports.free(buffer)
  return [...characters.matchAll(amount)].map((match) => topOf(lib, page, text, match.index))
}

/** Functions that the package exports without declaring them. */
interface Places {
  _FPDFText_GetCharBox(
    text: number,
    index: number,
    left: number,
    right: number,
    bottom: number,
    top: number,
  ): number
  _FPDF_PageToDevice(
    page: number,
    startX: number,
    startY: number,
    sizeX: number,
    sizeY: number,
    rotate: number,
    x: number,
    y: number,
    deviceX: number,
    deviceY: number,
  ): number
}

/**
 * The top of a character as a part of the page's height, measured on a page 10,000 units high; 0 where it is unknown.
 */
function topOf(lib: Pdfium, page: number, text: number, index: number): number {
  const places = lib as Pdfium & Places
  const scale = 10_000
  const memory = lib.wasmExports.malloc(40)
  try {
    if (!places._FPDFText_GetCharBox(text, index, memory, memory + 8, memory + 16, memory + 24)) return 0
    const view = () => new DataView(lib.HEAPU8.buffer)
    const [left, right, bottom, top] = [0, 8, 16, 24].map((at) => view().getFloat64(memory + at, true))
    // Map both corners: on a turned page another edge is on top.
    const corners = [
      [left, top],
      [right, bottom],
    ].map(([x = 0, y = 0]) => {
      places._FPDF_PageToDevice(page, 0, 0, scale, scale, 0, x, y, memory + 32, memory + 36)
      return view().getInt32(memory + 36, true)
    })
    return Math.max(0, Math.min(...corners) / scale)
  } finally {
    lib.wasmExports.free(memory)
  }
}
