import { PdfDocument } from './document.ts'
import { PdfFault } from './faults.ts'
import { pagesOf } from './pages.ts'
import type { Page } from './pages.ts'
import { sourceLimits } from './source.ts'
import type { Source } from './source.ts'
import { Ref } from './syntax.ts'
import type { Value } from './syntax.ts'

/** Where a page is and how it lies, without its objects: what is kept of each of thousands. */
export interface PageEntry extends Pick<Page, 'box' | 'rotate' | 'userUnit'> {
  num: number
  /** Of a node above it, where it has none of its own. */
  resources: Value
}

/** A source as a worker holds it: its objects are read when asked for and forgotten after each range. */
export interface OpenSource {
  id: string
  doc: PdfDocument
  pages: readonly PageEntry[]
}

/** Pages after which the objects that were read for them are let go. */
const forgetEvery = 500

/** The one that this worker reads: a second one takes its place. */
let held: OpenSource | undefined

export function openSource(source: Source): OpenSource {
  if (held?.id === source.id) return held
  held = undefined
  const doc = new PdfDocument(source.bytes)
  if (doc.trailer.has('Encrypt')) throw new PdfFault('encrypted', 'an encryption dictionary')
  const pages: PageEntry[] = []
  for (const { ref, dict, box, rotate, userUnit, resources } of pagesOf(doc, sourceLimits.maxPages)) {
    pages.push({
      num: ref.num,
      box,
      rotate,
      userUnit,
      resources: dict.has('Resources') ? null : resources,
    })
    if (pages.length % forgetEvery === 0) doc.forget()
  }
  doc.forget()
  if (pages.length === 0) throw new PdfFault('empty', 'no pages')
  held = { id: source.id, doc, pages }
  return held
}

/** Page `index`, from 0, with its objects. */
export function pageAt({ doc, pages }: OpenSource, index: number): Page {
  const entry = pages[index]
  if (!entry) throw new PdfFault('no_such_page', `no page ${index + 1}`)
  const ref = new Ref(entry.num, 0)
  const dict = doc.dict(ref)
  if (!dict) throw new PdfFault('damaged', 'a page that is no object')
  return { ...entry, ref, dict, resources: dict.get('Resources') ?? entry.resources }
}
