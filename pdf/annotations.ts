import type { PdfDocument } from './document.ts'
import type { Page } from './pages.ts'
import { formatNumber } from './serialize.ts'
import { Ref, Stream } from './syntax.ts'
import type { Dict, Value } from './syntax.ts'

/** The visible annotations of a page, as forms that the page's own instructions draw. */
export interface Flattened {
  /** The forms by the resource name under which they are drawn. */
  drawn: Map<string, Ref>
  instructions: string
}

/** Annotation flags: invisible, hidden, no view (ISO 32000-2, table 167). */
const unseen = 0x01 | 0x02 | 0x20

/**
 * Flattens annotations that have an appearance (stamps, notes written on the page, filled form fields). Links, pop-ups
 * and signature appearances, which a copy has lost, are left out.
 */
export function flattened(doc: PdfDocument, page: Page): Flattened {
  const drawn = new Map<string, Ref>()
  let instructions = ''
  for (const item of doc.array(page.dict.get('Annots')) ?? []) {
    const mark = doc.dict(item)
    if (!mark || ((doc.number(mark.get('F')) ?? 0) & unseen) !== 0) continue
    const kind = doc.name(mark.get('Subtype'))
    const field = doc.name(mark.get('FT')) ?? doc.name(doc.dict(mark.get('Parent'))?.get('FT'))
    if (kind === 'Link' || kind === 'Popup' || field === 'Sig') continue
    const look = lookOf(doc, mark)
    const matrix = look && matrixOf(doc, mark, look.dict)
    if (!matrix) continue
    const name = `LegajoMark${drawn.size + 1}`
    drawn.set(name, look.ref)
    instructions += `q ${matrix.map(formatNumber).join(' ')} cm /${name} Do Q\n`
  }
  return { drawn, instructions }
}

function lookOf(doc: PdfDocument, mark: Dict): { ref: Ref; dict: Dict } | null {
  let look: Value = doc.dict(mark.get('AP'))?.get('N') ?? null
  const states = doc.get(look)
  if (states instanceof Map) look = states.get(doc.name(mark.get('AS')) ?? '') ?? null
  const stream = doc.get(look)
  return look instanceof Ref && stream instanceof Stream ? { ref: look, dict: stream.dict } : null
}

/**
 * The matrix from the form's space to the annotation's rectangle (ISO 32000-2, 12.5.5); null where nothing would be
 * visible.
 */
function matrixOf(doc: PdfDocument, mark: Dict, look: Dict): number[] | null {
  const rect = numbers(doc, mark.get('Rect'), 4)
  const box = numbers(doc, look.get('BBox'), 4)
  if (!rect || !box) return null
  const [a, b, c, d, e, f] = numbers(doc, look.get('Matrix'), 6) ?? [1, 0, 0, 1, 0, 0]
  const xs: number[] = []
  const ys: number[] = []
  for (const x of [at(box, 0), at(box, 2)])
    for (const y of [at(box, 1), at(box, 3)]) {
      xs.push((a ?? 1) * x + (c ?? 0) * y + (e ?? 0))
      ys.push((b ?? 0) * x + (d ?? 1) * y + (f ?? 0))
    }
  const [left, bottom] = [Math.min(...xs), Math.min(...ys)]
  const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - bottom]
  const across = Math.abs(at(rect, 2) - at(rect, 0))
  const up = Math.abs(at(rect, 3) - at(rect, 1))
  if (!(width > 0 && height > 0 && across > 0 && up > 0)) return null
  const [sx, sy] = [across / width, up / height]
  const x = Math.min(at(rect, 0), at(rect, 2)) - left * sx
  const y = Math.min(at(rect, 1), at(rect, 3)) - bottom * sy
  return [sx, 0, 0, sy, x, y]
}

function numbers(doc: PdfDocument, value: Value | undefined, count: number): number[] | null {
  const found = (doc.array(value) ?? []).map((item) => doc.number(item))
  return found.length === count && found.every((item) => item !== null) ? found : null
}

function at(list: readonly number[], index: number): number {
  return list[index] ?? 0
}
