import type { PdfDocument } from './document.ts'
import { Ref, Stream } from './syntax.ts'
import type { Value } from './syntax.ts'

/** Reachable object numbers, each with the places that refer to it: `<object>:<keys>`, `trailer:<keys>`. */
export type Reach = Map<number, Set<string>>

/**
 * Every object that can affect what a page shows: all that the trailer leads to, missing ones included, except
 * properties, metadata and validation data. Each stream must end before any later revision.
 */
export function reach(doc: PdfDocument): Reach {
  const root = doc.trailer.get('Root')
  const rootNum = root instanceof Ref ? root.num : 0
  const aside = new Set(['trailer:Info', 'trailer:Prev', `${rootNum}:DSS`, `${rootNum}:Metadata`])
  const found: Reach = new Map()
  const waiting: { value: Value; at: string }[] = []
  const visit = (value: Value, at: string): void => {
    if (value instanceof Ref) {
      const known = found.get(value.num)
      if (known) {
        known.add(at)
        return
      }
      found.set(value.num, new Set([at]))
      const entry = doc.xref.entries.get(value.num)
      if (entry?.kind === 'packed' && !found.has(entry.container)) found.set(entry.container, new Set())
      waiting.push({ value: doc.get(value), at: `${value.num}:` })
    } else if (Array.isArray(value)) for (const item of value) visit(item, at)
    else if (value instanceof Stream) {
      doc.raw(value)
      visit(value.dict, at)
    } else if (value instanceof Map) {
      const prefix = at.endsWith(':') ? at : `${at}/`
      for (const [key, item] of value) if (!aside.has(prefix + key)) visit(item, prefix + key)
    }
  }
  visit(doc.trailer, 'trailer:')
  for (let next = waiting.pop(); next; next = waiting.pop()) visit(next.value, next.at)
  return found
}
