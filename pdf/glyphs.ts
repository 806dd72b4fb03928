import { mmPerPoint } from './pages.ts'
import type { Page } from './pages.ts'
import type { Pdfium } from './pdfium.ts'

/** Maximum number of characters read from one page; a page of a real document has some thousands. */
const maxCharacters = 200_000

export type Turn = 0 | 90 | 180 | 270

/** The code of a written space, and of a gap that PDFium found. */
export const space = 32

/**
 * The characters of a page, in PDFium's order: element n of each column belongs to character n. An object for each
 * character made reading a page a tenth slower.
 */
export interface Glyphs {
  /** Characters, spaces included; the columns may be longer. */
  count: number
  /** Code points. */
  code: Uint32Array
  /** Boxes on the page as shown, in millimetres from its top left corner; meaningless for a space. */
  x: Float64Array
  y: Float64Array
  width: Float64Array
  height: Float64Array
  /** A point on the character's baseline. */
  baseX: Float64Array
  baseY: Float64Array
  /** Writing direction, clockwise. */
  turned: Turn[]
  /** The text object that contains it; 0 where PDFium inserted it between two. */
  object: Uint32Array
  /** Without spaces. */
  characters: number
  unmapped: number
}

/** Called thousands of times a page, so the package's wrappers are bypassed: they cost more than the calls. */
interface Calls {
  wasmExports: {
    FPDFText_GetUnicode(text: number, index: number): number
    FPDFText_GetLooseCharBox(text: number, index: number, rect: number): number
    FPDFText_GetCharOrigin(text: number, index: number, x: number, y: number): number
    FPDFText_GetCharAngle(text: number, index: number): number
    FPDFText_GetTextObject(text: number, index: number): number
    FPDFText_HasUnicodeMapError(text: number, index: number): number
  }
}

/** One for each thread, filled anew with the characters of each page. */
let columns = columnsFor(4096)

/**
 * Passes the characters of a page to `use`, which may not keep them: their objects are freed afterwards, and the next
 * page's characters take their place.
 */
export function withGlyphs<T>(lib: Pdfium, handle: number, page: Page, use: (found: Glyphs) => T): T {
  const text = lib._FPDFText_LoadPage(handle)
  if (!text) return use(columnsFor(0))
  const memory = lib.wasmExports.malloc(32)
  try {
    return use(glyphsIn(lib as Pdfium & Calls, text, memory, page))
  } finally {
    lib.wasmExports.free(memory)
    lib._FPDFText_ClosePage(text)
  }
}

function columnsFor(length: number): Glyphs {
  return {
    count: 0,
    code: new Uint32Array(length),
    x: new Float64Array(length),
    y: new Float64Array(length),
    width: new Float64Array(length),
    height: new Float64Array(length),
    baseX: new Float64Array(length),
    baseY: new Float64Array(length),
    turned: Array<Turn>(length).fill(0),
    object: new Uint32Array(length),
    characters: 0,
    unmapped: 0,
  }
}

function glyphsIn(lib: Pdfium & Calls, text: number, memory: number, page: Page): Glyphs {
  const length = Math.min(Math.max(lib._FPDFText_CountChars(text), 0), maxCharacters)
  if (length > columns.code.length) columns = columnsFor(length)
  const found = columns
  const calls = lib.wasmExports
  const shown = shownFrom(page)
  let [count, characters, unmapped] = [0, 0, 0]
  let last = 0
  let turned: Turn = 0
  let [baseX, baseY] = [0, 0]
  let view = new DataView(lib.HEAPU8.buffer)
  for (let index = 0; index < length; index++) {
    const unicode = calls.FPDFText_GetUnicode(text, index)
    const code = codeOf(unicode)
    const object = calls.FPDFText_GetTextObject(text, index)
    if (code !== space) {
      characters++
      if (unicode === 0 || unicode === 0xfffd || calls.FPDFText_HasUnicodeMapError(text, index) === 1)
        unmapped++
      if (lib.HEAPU8.buffer !== view.buffer) view = new DataView(lib.HEAPU8.buffer)
      if (object !== last || object === 0) {
        last = object
        turned = turnOf(calls.FPDFText_GetCharAngle(text, index), page.rotate)
        ;[baseX, baseY] = calls.FPDFText_GetCharOrigin(text, index, memory, memory + 8)
          ? shown(view.getFloat64(memory, true), view.getFloat64(memory + 8, true))
          : [0, 0]
      }
      if (!calls.FPDFText_GetLooseCharBox(text, index, memory)) continue
      // FS_RECTF: left, top, right, bottom.
      const [x1, y1] = shown(view.getFloat32(memory, true), view.getFloat32(memory + 4, true))
      const [x2, y2] = shown(view.getFloat32(memory + 8, true), view.getFloat32(memory + 12, true))
      found.x[count] = Math.min(x1, x2)
      found.y[count] = Math.min(y1, y2)
      found.width[count] = Math.abs(x2 - x1)
      found.height[count] = Math.abs(y2 - y1)
      found.baseX[count] = baseX
      found.baseY[count] = baseY
    }
    found.code[count] = code
    found.turned[count] = turned
    found.object[count] = object
    count++
  }
  return Object.assign(found, { count, characters, unmapped })
}

/** Converts user space to millimetres of the page as shown. */
export function shownFrom(page: Page): (x: number, y: number) => [number, number] {
  const unit = mmPerPoint * page.userUnit
  const [left, bottom, right, top] = page.box
  switch (page.rotate) {
    case 0:
      return (x, y) => [(x - left) * unit, (top - y) * unit]
    case 90:
      return (x, y) => [(y - bottom) * unit, (x - left) * unit]
    case 180:
      return (x, y) => [(right - x) * unit, (y - bottom) * unit]
    case 270:
      return (x, y) => [(top - y) * unit, (right - x) * unit]
  }
}

/** Rounds PDFium's angle (radians, clockwise, in user space) to a right angle of the page as shown. */
function turnOf(angle: number, rotate: Turn): Turn {
  const quarters = (((rotate / 90 + Math.round(angle / (Math.PI / 2))) % 4) + 4) % 4
  return quarters === 1 ? 90 : quarters === 2 ? 180 : quarters === 3 ? 270 : 0
}

/** PDFium returns 2 for a hyphen at the end of a line. */
function codeOf(unicode: number): number {
  if (unicode === 2 || unicode === 0xfffe || unicode === 0xad) return 0x2d
  if (unicode === 0) return 0xfffd
  const isSpace =
    unicode <= 32 || unicode === 0xa0 || (unicode >= 0x2000 && unicode <= 0x200b) || unicode === 0x3000
  return isSpace ? space : unicode
}
