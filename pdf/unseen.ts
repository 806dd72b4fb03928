import { shownFrom, space } from './glyphs.ts'
import type { Glyphs } from './glyphs.ts'
import { coversOf } from './covers.ts'
import type { Cover } from './covers.ts'
import { displayedSize } from './pages.ts'
import type { Page, PageSize } from './pages.ts'
import type { Pdfium } from './pdfium.ts'

interface Calls {
  wasmExports: {
    FPDFTextObj_GetTextRenderMode(object: number): number
    FPDFTextObj_GetFont(object: number): number
    FPDFFont_GetBaseFontName(font: number, text: number, length: number): number
    FPDFPageObj_GetFillColor(object: number, red: number, green: number, blue: number, alpha: number): number
    FPDFPageObj_SetIsActive(object: number, active: number): number
  }
}

/** Text rendering modes that draw nothing: invisible, and clipping only. */
const withoutInk = new Set([3, 7])
/** Those that draw outlines alone, in a colour of their own. */
const outlined = new Set([1, 5])
/** Letters smaller than this are invisible. Millimetres. */
const smallest = 0.35
/** Colours brighter than this (of 255) may be invisible and are checked by rendering, as are patterns: PDFium calls them 191. */
const pale = 190
/** The least change of a pixel (of 255) that visible letters cause; large ones, such as watermarks, may change less. */
const leastInk = 24
const [large, leastInkOfLarge] = [7, 8]
/** PDFium's grey bitmap (one byte a pixel), and its pixels per millimetre. */
const grey = 1
const density = 3.5

/**
 * The number of characters that the rendered page does not show. Those without ink, off the page or too small count at
 * once; pale ones, outlined ones, those of fonts that the document draws itself and those under later drawing are
 * checked by rendering the page without them.
 */
export function unseenText(lib: Pdfium, handle: number, page: Page, glyphs: Glyphs): number {
  const calls = (lib as Pdfium & Calls).wasmExports
  const size = displayedSize(page)
  const coversOver = coversOf(lib, handle, shownFrom(page))
  const doubtful: number[] = []
  let unseen = 0
  let last = 0
  let inkless = false
  let mayBeInvisible = false
  let covers = coversOver(0)
  const memory = lib.wasmExports.malloc(16)
  for (let at = 0; at < glyphs.count; at++) {
    if (glyphs.code[at] === space) continue
    const object = glyphs.object[at]!
    if (object !== last) {
      last = object
      const mode = object === 0 ? 0 : calls.FPDFTextObj_GetTextRenderMode(object)
      inkless = withoutInk.has(mode)
      mayBeInvisible =
        object !== 0 &&
        (outlined.has(mode) || hasPaleFill(lib as Pdfium & Calls, object, memory) || isDrawn(calls, object))
      covers = coversOver(object)
    }
    const [width, height] = [glyphs.width[at]!, glyphs.height[at]!]
    const [x, y] = [glyphs.x[at]! + width / 2, glyphs.y[at]! + height / 2]
    const outside = x < 0 || y < 0 || x > size.width || y > size.height
    if (inkless || outside || Math.max(width, height) < smallest) unseen++
    else if (mayBeInvisible || (covers.length > 0 && isUnder(covers, x, y))) doubtful.push(at)
  }
  lib.wasmExports.free(memory)
  return doubtful.length === 0 ? unseen : unseen + invisible(lib, handle, size, glyphs, doubtful)
}

/** Whether an object is filled with a bright colour or a pattern, which has none of its own, or is nearly transparent. */
function hasPaleFill(lib: Pdfium & Calls, object: number, memory: number): boolean {
  if (!lib.wasmExports.FPDFPageObj_GetFillColor(object, memory, memory + 4, memory + 8, memory + 12))
    return true
  // Four unsigned integers of four bytes, each below 256: the lowest byte is first.
  const [red, green, blue, alpha] = [0, 4, 8, 12].map((at) => lib.HEAPU8[memory + at]!)
  return Math.min(red!, green!, blue!) > pale || alpha! < 255 - pale
}

/** Whether the letters of an object are drawings of the document's own (a Type 3 font, which has no name). */
function isDrawn(calls: Calls['wasmExports'], object: number): boolean {
  // The length of the name with its ending zero.
  return calls.FPDFFont_GetBaseFontName(calls.FPDFTextObj_GetFont(object), 0, 0) <= 1
}

function isUnder(covers: readonly Cover[], x: number, y: number): boolean {
  return covers.some((cover) => cover.x1 <= x && x <= cover.x2 && cover.y1 <= y && y <= cover.y2)
}

/** How many characters of `doubtful` can be removed without changing the rendered page. */
function invisible(
  lib: Pdfium,
  handle: number,
  { width, height }: PageSize,
  glyphs: Glyphs,
  doubtful: readonly number[],
): number {
  const calls = (lib as Pdfium & Calls).wasmExports
  const objects = new Set(doubtful.map((at) => glyphs.object[at]!))
  const columns = Math.ceil(width * density)
  const rows = Math.ceil(height * density)
  const withThem = picture(lib, handle, columns, rows)
  for (const object of objects) calls.FPDFPageObj_SetIsActive(object, 0)
  const without = picture(lib, handle, columns, rows)
  for (const object of objects) calls.FPDFPageObj_SetIsActive(object, 1)
  const changes = (at: number): boolean => {
    const [x, y, wide, high] = [glyphs.x[at]!, glyphs.y[at]!, glyphs.width[at]!, glyphs.height[at]!]
    const [left, right] = [Math.floor(x * density), Math.ceil((x + wide) * density)]
    const [top, bottom] = [Math.floor(y * density), Math.ceil((y + high) * density)]
    const least = high < large ? leastInk : leastInkOfLarge
    for (let row = Math.max(0, top); row < Math.min(rows, bottom); row++)
      for (let column = Math.max(0, left); column < Math.min(columns, right); column++) {
        const pixel = row * columns + column
        if (Math.abs((withThem[pixel] ?? 0) - (without[pixel] ?? 0)) >= least) return true
      }
    return false
  }
  return doubtful.filter((at) => /[\p{L}\p{N}]/u.test(String.fromCodePoint(glyphs.code[at]!)) && !changes(at))
    .length
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
