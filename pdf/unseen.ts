import type { Glyph } from './glyphs.ts'
import type { Page } from './pages.ts'
import { displayedSize } from './pages.ts'
import type { Pdfium } from './pdfium.ts'

/** Calls that the package has and doesn't declare. */
interface Calls {
  _FPDFTextObj_GetTextRenderMode(object: number): number
  _FPDFPageObj_GetFillColor(object: number, red: number, green: number, blue: number, alpha: number): number
}

/** Neither filled nor drawn; and what only clips. */
const withoutInk = new Set([3, 7])
/** Millimetres: smaller letters are dust. */
const smallest = 0.35

/** How many characters the rendered page does not show. */
export function unseenText(lib: Pdfium, page: Page, glyphs: readonly Glyph[]): number {
  const calls = lib as Pdfium & Calls
  const { width, height } = displayedSize(page)
  let unseen = 0
  let last = 0
  let inkless = false
  for (const glyph of glyphs) {
    if (glyph.text === ' ') continue
    if (glyph.object !== last) {
      last = glyph.object
      inkless = last !== 0 && withoutInk.has(calls._FPDFTextObj_GetTextRenderMode(last))
    }
    const [x, y] = [glyph.x + glyph.width / 2, glyph.y + glyph.height / 2]
    const outside = x < 0 || y < 0 || x > width || y > height
    if (inkless || outside || Math.max(glyph.width, glyph.height) < smallest) unseen++
  }
  return unseen
}

/** Whether anything is drawn at all. */
export function drawsAnything(lib: Pdfium, handle: number): boolean {
  return lib._FPDFPage_CountObjects(handle) > 0
}
