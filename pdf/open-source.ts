import { PdfDocument } from './document.ts'
import { PdfFault } from './faults.ts'
import { pagesOrFaults } from './pages.ts'
import type { Page } from './pages.ts'
import { sourceLimits } from './source.ts'
import type { Source } from './source.ts'
import { Ref } from './syntax.ts'
import type { Value } from './syntax.ts'

/** The geometry of a page without its objects: kept for thousands of pages. */
export interface PageEntry extends Pick<Page, 'box' | 'rotate' | 'userUnit'> {
  num: number
  /** Inherited from an ancestor where the page has none of its own. */
  resources: Value
}

/** A source opened in a worker: its objects are parsed on demand and dropped after each range. */
export interface OpenSource {
  id: string
  doc: PdfDocument
  /** In the place of a page that can't be opened its fault. */
  pages: readonly (PageEntry | PdfFault)[]
}

/** Number of pages after which cached objects are dropped. */
const forgetEvery = 500

/** The source that this worker has open; opening a second one replaces it. */
let held: OpenSource | undefined

export function openSource(source: Source): OpenSource {
  if (held?.id === source.id) return held
  held = undefined
  const doc = new PdfDocument(source.bytes)
  if (doc.trailer.has('Encrypt')) throw new PdfFault('encrypted', 'an encryption dictionary')
  const pages: (PageEntry | PdfFault)[] = []
  for (const page of pagesOrFaults(doc, sourceLimits.maxPages)) {
    pages.push(page instanceof PdfFault ? page : entryOf(page))
    if (pages.length % forgetEvery === 0) doc.forget()
  }
  doc.forget()
  if (pages.length === 0) throw new PdfFault('empty', 'no pages')
  held = { id: source.id, doc, pages }
  return held
}

function entryOf({ ref, dict, box, rotate, userUnit, resources }: Page): PageEntry {
  return { num: ref.num, box, rotate, userUnit, resources: dict.has('Resources') ? null : resources }
}

/** Page `index`, from 0, with its objects. */
export function pageAt({ doc, pages }: OpenSource, index: number): Page {
  const entry = pages[index]
  if (!entry) throw new PdfFault('no_such_page', `no page ${index + 1}`)
  if (entry instanceof PdfFault) throw entry
  const ref = new Ref(entry.num, 0)
  const dict = doc.dict(ref)
  if (!dict) throw new PdfFault('damaged', 'a page that is no object')
  return { ...entry, ref, dict, resources: dict.get('Resources') ?? entry.resources }
}
