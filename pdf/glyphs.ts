import { mmPerPoint } from './pages.ts'
import type { Page } from './pages.ts'
import type { Pdfium } from './pdfium.ts'

/** Maximum number of characters read from one page; a page of a real document has some thousands. */
const maxCharacters = 200_000

export type Turn = 0 | 90 | 180 | 270

/** One character's box on the page as shown, in millimetres from its top left corner. */
export interface Glyph {
  /** A space for a written one and for a gap that PDFium found. */
  text: string
  x: number
  y: number
  width: number
  height: number
  /** A point on the character's baseline. */
  baseX: number
  baseY: number
  /** Writing direction, clockwise. */
  turned: Turn
  /** The text object that contains it; 0 where PDFium inserted it between two. */
  object: number
}

export interface Glyphs {
  glyphs: Glyph[]
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

/** Passes the characters of a page, in PDFium's order, to `use`; their objects are freed afterwards. */
export function withGlyphs<T>(lib: Pdfium, handle: number, page: Page, use: (found: Glyphs) => T): T {
  const text = lib._FPDFText_LoadPage(handle)
  if (!text) return use({ glyphs: [], characters: 0, unmapped: 0 })
  const memory = lib.wasmExports.malloc(32)
  try {
    return use(glyphsIn(lib as Pdfium & Calls, text, memory, page))
  } finally {
    lib.wasmExports.free(memory)
    lib._FPDFText_ClosePage(text)
  }
}

function glyphsIn(lib: Pdfium & Calls, text: number, memory: number, page: Page): Glyphs {
  const count = Math.min(Math.max(lib._FPDFText_CountChars(text), 0), maxCharacters)
  const calls = lib.wasmExports
  const shown = shownFrom(page)
  const glyphs: Glyph[] = []
  let characters = 0
  let unmapped = 0
  let last = 0
  let turned: Turn = 0
  let base: [number, number] = [0, 0]
  let view = new DataView(lib.HEAPU8.buffer)
  for (let index = 0; index < count; index++) {
    const code = calls.FPDFText_GetUnicode(text, index)
    const character = characterOf(code)
    const object = calls.FPDFText_GetTextObject(text, index)
    if (character === ' ') {
      // The box of a gap is meaningless.
      glyphs.push({ text: ' ', x: 0, y: 0, width: 0, height: 0, baseX: 0, baseY: 0, turned, object })
      continue
    }
    characters++
    if (code === 0 || code === 0xfffd || calls.FPDFText_HasUnicodeMapError(text, index) === 1) unmapped++
    if (lib.HEAPU8.buffer !== view.buffer) view = new DataView(lib.HEAPU8.buffer)
    if (object !== last || object === 0) {
      last = object
      turned = turnOf(calls.FPDFText_GetCharAngle(text, index), page.rotate)
      base = calls.FPDFText_GetCharOrigin(text, index, memory, memory + 8)
        ? shown(view.getFloat64(memory, true), view.getFloat64(memory + 8, true))
        : [0, 0]
    }
    if (!calls.FPDFText_GetLooseCharBox(text, index, memory)) continue
    // FS_RECTF: left, top, right, bottom.
    const [x1, y1] = shown(view.getFloat32(memory, true), view.getFloat32(memory + 4, true))
    const [x2, y2] = shown(view.getFloat32(memory + 8, true), view.getFloat32(memory + 12, true))
    glyphs.push({
      text: character,
      x: Math.min(x1, x2),
      y: Math.min(y1, y2),
      width: Math.abs(x2 - x1),
      height: Math.abs(y2 - y1),
      baseX: base[0],
      baseY: base[1],
      turned,
      object,
    })
  }
  return { glyphs, characters, unmapped }
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
function characterOf(code: number): string {
  if (code === 2 || code === 0xfffe || code === 0xad) return '-'
  if (code === 0) return '\ufffd'
  if (code <= 32 || code === 0xa0 || (code >= 0x2000 && code <= 0x200b) || code === 0x3000) return ' '
  return String.fromCodePoint(code)
}
