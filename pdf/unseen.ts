import { shownFrom } from './glyphs.ts'
import type { Glyph } from './glyphs.ts'
import { coversOf } from './covers.ts'
import { displayedSize } from './pages.ts'
import type { Page } from './pages.ts'
import type { Pdfium } from './pdfium.ts'

interface Calls {
  wasmExports: {
    FPDFTextObj_GetTextRenderMode(object: number): number
    FPDFPageObj_GetFillColor(object: number, red: number, green: number, blue: number, alpha: number): number
    FPDFPageObj_SetIsActive(object: number, active: number): number
  }
}

/** Text rendering modes that draw nothing: invisible, and clipping only. */
const withoutInk = new Set([3, 7])
/** Letters smaller than this are invisible. Millimetres. */
const smallest = 0.35
/** Colours brighter than this (of 255) may be invisible and are checked by rendering. */
const pale = 200
/** The least change of a pixel (of 255) that visible letters cause; large ones, such as watermarks, may change less. */
const leastInk = 24
const [large, leastInkOfLarge] = [7, 8]
/** PDFium's grey bitmap (one byte a pixel), and its pixels per millimetre. */
const grey = 1
const density = 3.5

/**
 * The number of characters that the rendered page does not show. Those without ink, off the page or too small count at
 * once; pale ones and those under later drawing are checked by rendering the page without them.
 */
export function unseenText(lib: Pdfium, handle: number, page: Page, glyphs: readonly Glyph[]): number {
  const calls = (lib as Pdfium & Calls).wasmExports
  const { width, height } = displayedSize(page)
  const covers = coversOf(lib, handle, shownFrom(page))
  const doubtful: Glyph[] = []
  let unseen = 0
  let last = 0
  let inkless = false
  let isPale = false
  const memory = lib.wasmExports.malloc(16)
  for (const glyph of glyphs) {
    if (glyph.text === ' ') continue
    if (glyph.object !== last) {
      last = glyph.object
      inkless = last !== 0 && withoutInk.has(calls.FPDFTextObj_GetTextRenderMode(last))
      isPale = false
      if (last && calls.FPDFPageObj_GetFillColor(last, memory, memory + 4, memory + 8, memory + 12)) {
        const [red = 0, green = 0, blue = 0, alpha = 0] = [0, 4, 8, 12].map((at) => lib.HEAPU8[memory + at])
        isPale = Math.min(red, green, blue) > pale || alpha < 255 - pale
      }
    }
    const [x, y] = [glyph.x + glyph.width / 2, glyph.y + glyph.height / 2]
    const outside = x < 0 || y < 0 || x > width || y > height
    if (inkless || outside || Math.max(glyph.width, glyph.height) < smallest) unseen++
    else if (isPale || covers.over(glyph.object, x, y)) doubtful.push(glyph)
  }
  lib.wasmExports.free(memory)
  return doubtful.length === 0 ? unseen : unseen + invisible(lib, handle, { width, height }, doubtful)
}

/** How many of `doubtful` can be removed without changing the rendered page. */
function invisible(
  lib: Pdfium,
  handle: number,
  { width, height }: { width: number; height: number },
  doubtful: readonly Glyph[],
): number {
  const calls = (lib as Pdfium & Calls).wasmExports
  const objects = new Set(doubtful.map(({ object }) => object))
  const columns = Math.ceil(width * density)
  const rows = Math.ceil(height * density)
  const withThem = picture(lib, handle, columns, rows)
  for (const object of objects) calls.FPDFPageObj_SetIsActive(object, 0)
  const without = picture(lib, handle, columns, rows)
  for (const object of objects) calls.FPDFPageObj_SetIsActive(object, 1)
  const changes = (glyph: Glyph): boolean => {
    const [left, right] = [Math.floor(glyph.x * density), Math.ceil((glyph.x + glyph.width) * density)]
    const [top, bottom] = [Math.floor(glyph.y * density), Math.ceil((glyph.y + glyph.height) * density)]
    const least = glyph.height < large ? leastInk : leastInkOfLarge
    for (let y = Math.max(0, top); y < Math.min(rows, bottom); y++)
      for (let x = Math.max(0, left); x < Math.min(columns, right); x++) {
        const at = y * columns + x
        if (Math.abs((withThem[at] ?? 0) - (without[at] ?? 0)) >= least) return true
      }
    return false
  }
  return doubtful.filter((glyph) => /[\p{L}\p{N}]/u.test(glyph.text) && !changes(glyph)).length
}

function picture(lib: Pdfium, handle: number, columns: number, rows: number): Uint8Array {
  const memory = lib.wasmExports.malloc(columns * rows)
  const bitmap = lib._FPDFBitmap_CreateEx(columns, rows, grey, memory, columns)
  lib._FPDFBitmap_FillRect(bitmap, 0, 0, columns, rows, 0xffffffff)
  lib._FPDF_RenderPageBitmap(bitmap, handle, 0, 0, columns, rows, 0, 0)
  lib._FPDFBitmap_Destroy(bitmap)
  const pixels = lib.HEAPU8.slice(memory, memory + columns * rows)
  lib.wasmExports.free(memory)
  return pixels
}
