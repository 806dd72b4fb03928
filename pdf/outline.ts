import { activeContent } from './active.ts'
import type { PdfDocument } from './document.ts'
import { PdfFault } from './faults.ts'
import type { Refusal } from './faults.ts'
import { certifiedFinal, signatureFields } from './fields.ts'
import { hiddenContent } from './hidden.ts'
import { checkSizes } from './inspect.ts'
import type { InspectLimits } from './inspect.ts'
import { openSource, pageAt } from './open-source.ts'
import { displayedSize } from './pages.ts'
import { sourceLimits } from './source.ts'
import type { Source } from './source.ts'
import { Ref, Stream } from './syntax.ts'
import type { Value } from './syntax.ts'
import { changedAfterSigning } from './verify.ts'

export interface Outline {
  ok: true
  pages: number
  /** Pages that can't be split off, by their places from 0, each with its reason. */
  refused: ReadonlyMap<number, Refusal>
  /** Certified elsewhere in a way that forbids further signatures. */
  locked: boolean
}

/**
 * Accepts or refuses a document to be split by everything except its pages' content. A page's own fault (its size, its
 * annotations, a content that is missing) refuses that page alone, unless every page has one; active content refuses the
 * document. The content is examined when ranges of pages are read or split off.
 */
export function outlineOf(source: Source, limits: Partial<InspectLimits> = {}): Outline {
  const bounds = { ...sourceLimits, ...limits }
  if (source.bytes.length > bounds.maxBytes) throw new PdfFault('too_big', `${source.bytes.length} bytes`)
  const open = openSource(source)
  const { doc, pages } = open
  if (pages.length > bounds.maxPages)
    throw new PdfFault('too_many_pages', `more than ${bounds.maxPages} pages`)
  const walk = walker(doc, bounds)
  walk(doc.catalog)
  const refused = new Map<number, Refusal>()
  for (let index = 0; index < pages.length; index++) {
    const refusal = refusalOf(() => {
      const page = pageAt(open, index)
      walk([page.dict.get('AA') ?? null, page.dict.get('Annots') ?? null])
      if (bounds.pageSize) checkSizes([displayedSize(page)], bounds.pageSize, index)
      const hidden = hiddenContent(doc, [page])
      if (hidden) throw new PdfFault('hidden_content', `page ${index + 1}: ${hidden}`)
    })
    if (refusal) refused.set(index, refusal)
    if (index % 500 === 499) doc.forget()
  }
  const [first] = refused.values()
  if (first && refused.size === pages.length) throw new PdfFault(first.fault, first.detail)
  const signed = signatureFields(doc).filter((field) => field.signed)
  const change = signed.length > 0 ? changedAfterSigning(doc) : null
  if (change) throw new PdfFault('changed_after_signing', change)
  const locked = signed.some((field) => certifiedFinal(doc, field))
  doc.forget()
  return { ok: true, pages: pages.length, refused, locked }
}

/** The refusal of one page; active content is thrown on, since it refuses the document. */
function refusalOf(check: () => void): Refusal | null {
  try {
    check()
    return null
  } catch (error) {
    if (!(error instanceof PdfFault) || error.fault === 'active_content') throw error
    return { ok: false, fault: error.fault, detail: error.message }
  }
}

/** Searches for active content everywhere except in pages, the structure tree and drawing instructions. */
function walker(doc: PdfDocument, limits: InspectLimits): (value: Value) => void {
  const seen = new Set<number>()
  const waiting: Value[] = []
  const visit = (value: Value): void => {
    if (value instanceof Ref) {
      if (seen.has(value.num)) return
      seen.add(value.num)
      waiting.push(value)
    } else if (Array.isArray(value)) for (const item of value) visit(item)
    else if (value instanceof Map || value instanceof Stream) {
      const dict = value instanceof Map ? value : value.dict
      const found = limits.refuseActive ? activeContent(dict, value instanceof Stream) : null
      if (found) throw new PdfFault('active_content', found)
      for (const [key, item] of dict) if (!elsewhere.has(key)) visit(item)
    }
  }
  return (value) => {
    let damage: Refusal | null = null
    visit(value)
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (seen.size > limits.maxObjects)
        throw new PdfFault('too_complex', `more than ${limits.maxObjects} objects`)
      const object = next
      // The rest is searched nevertheless: what this page leads to isn't visited again.
      const refusal = refusalOf(() => {
        const found = doc.get(object)
        const type = found instanceof Map ? doc.name(found.get('Type')) : null
        if (type !== 'Page' && type !== 'Pages') visit(found)
      })
      damage ??= refusal
    }
    if (damage) throw new PdfFault(damage.fault, damage.detail)
  }
}

/** Keys that lead to pages, to the structure tree and to annotations' drawings. */
const elsewhere = new Set(['Pages', 'StructTreeRoot', 'Parent', 'P', 'Dest', 'Dests', 'Resources', 'Popup'])
