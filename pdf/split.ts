import { createHash } from 'node:crypto'
import { flattened } from './annotations.ts'
import { namesIn } from './content-names.ts'
import { contentOf } from './content.ts'
import { Copies, Draft } from './copying.ts'
import type { Copy } from './copying.ts'
import { PdfDocument } from './document.ts'
import { PdfFault } from './faults.ts'
import { NewFile } from './new-file.ts'
import { openSource, pageAt } from './open-source.ts'
import { pagesOf } from './pages.ts'
import type { Page } from './pages.ts'
import { cutOf } from './position.ts'
import type { Box } from './position.ts'
import { formatNumber } from './serialize.ts'
import type { Source } from './source.ts'
import { Ref } from './syntax.ts'
import type { Dict, Value } from './syntax.ts'

/** Changes made to each page that is split off; the rotation is applied first. */
export interface PageChange {
  /** Clockwise. */
  rotate: 0 | 90 | 180 | 270
  /** The visible part, in millimetres of the rotated page; null keeps all of it. */
  cut: Box | null
}

/** Maximum number of pages in a document that is assembled from others. */
export const maxPieces = 500

/**
 * A document made of pages of others. It contains what its pages draw and nothing else: no resource that they don't
 * name, no link, form field, outline, layer, structure or metadata; visible annotations become part of the page's
 * content. The same pages always make the same bytes.
 */
export class SplitOff {
  readonly #all: boolean
  readonly #alike: Map<string, number> | null
  readonly #file = new NewFile()
  readonly #root = this.#file.allocate()
  readonly #tree = this.#file.allocate()
  readonly #pages: number[] = []
  readonly #placed = new Map<Copies, Map<number, number>>()

  /**
   * `all`: pages keep small resource dictionaries whole, used or not, which is faster for documents that are only read.
   * `alike`: fonts and pictures that several documents share are written once.
   */
  constructor(options: { all?: boolean; alike?: boolean } = {}) {
    this.#all = options.all ?? false
    this.#alike = options.alike ? new Map() : null
  }

  /** Length so far, in bytes. */
  get length(): number {
    return this.#file.length
  }

  add(doc: PdfDocument, copies: Copies, page: Page, change?: PageChange): void {
    const num = this.#file.allocate()
    this.#pages.push(num)
    const draft = new Draft()
    const turned = turn(page, change?.rotate ?? 0)
    const box = change?.cut ? cutOf(turned, change.cut) : page.box
    if (!box) throw new PdfFault('page_size', 'a cut that leaves nothing of the page')
    draft.put(`<</Type/Page/Parent ${this.#tree} 0 R/MediaBox[${box.map(formatNumber).join(' ')}]`)
    if (turned.rotate) draft.put(`/Rotate ${turned.rotate}`)
    if (page.userUnit !== 1) draft.put(`/UserUnit ${formatNumber(page.userUnit)}`)
    const group = page.dict.get('Group')
    if (group !== undefined) {
      draft.put('/Group')
      copies.value(draft, group)
    }
    this.#contents(doc, copies, page, draft)
    draft.put('>>')
    this.#write(copies, num, draft)
  }

  finish(): Uint8Array {
    this.#file.write(this.#root, `<</Type/Catalog/Pages ${this.#tree} 0 R>>`)
    const kids = this.#pages.map((num) => `${num} 0 R`).join(' ')
    this.#file.write(this.#tree, `<</Type/Pages/Count ${this.#pages.length}/Kids[${kids}]>>`)
    return this.#file.finish(this.#root)
  }

  #contents(doc: PdfDocument, copies: Copies, page: Page, draft: Draft): void {
    const contents = page.dict.get('Contents')
    const resources = doc.dict(page.resources) ?? new Map<string, Value>()
    const names = this.#all && few(doc, resources) ? null : namesIn(contentOf(doc, contents))
    const marks = flattened(doc, page)
    draft.put('/Resources<<')
    copies.resources(draft, resources, names, marks.drawn)
    draft.put('>>/Contents[')
    if (marks.drawn.size > 0) draft.put(` ${this.#stream('q\n')} 0 R`)
    for (const item of doc.array(contents) ?? [contents ?? null])
      if (item instanceof Ref && doc.get(item) !== null) draft.ref(item.num)
    if (marks.drawn.size > 0) draft.put(` ${this.#stream(`\nQ\n${marks.instructions}`)} 0 R`)
    draft.put(']')
  }

  #stream(instructions: string): number {
    const num = this.#file.allocate()
    const data = Buffer.from(instructions, 'latin1')
    this.#file.write(num, `<</Length ${data.length}>>`, data)
    return num
  }

  /** Writes a page and then every object that it leads to and that is not written yet. */
  #write(copies: Copies, num: number, page: Draft): void {
    const placed = this.#placed.get(copies) ?? new Map<number, number>()
    this.#placed.set(copies, placed)
    const waiting: number[] = []
    const text = ({ texts, refs }: Copy) => {
      let whole = texts[0] ?? ''
      for (const [at, ref] of refs.entries()) {
        let to = placed.get(ref)
        if (to === undefined) {
          const alike = this.#alike && print(copies.of(ref))
          to = alike ? this.#alike?.get(alike) : undefined
          if (to === undefined) {
            to = this.#file.allocate()
            waiting.push(ref)
            if (alike) this.#alike?.set(alike, to)
          }
          placed.set(ref, to)
        }
        whole += String(to) + (texts[at + 1] ?? '')
      }
      return whole
    }
    this.#file.write(num, text(page))
    for (let ref = waiting.shift(); ref !== undefined; ref = waiting.shift()) {
      const copy = copies.of(ref)
      this.#file.write(placed.get(ref) ?? 0, text(copy), copy.data)
    }
  }
}

/** The fingerprint of an embedded file, such as a font's; null for objects that refer to others. */
function print({ texts, refs, data }: Copy): string | null {
  if (!data || refs.length > 0) return null
  return createHash('sha256')
    .update(texts[0] ?? '')
    .update(data)
    .digest('base64')
}

/** Whether these are no more resources than one page usually has. */
function few(doc: PdfDocument, resources: Dict): boolean {
  return (['XObject', 'Pattern', 'Font'] as const).every(
    (kind) => (doc.dict(resources.get(kind))?.size ?? 0) <= 12,
  )
}

function turn(page: Page, by: PageChange['rotate']): Page {
  const turned = (page.rotate + by) % 360
  return { ...page, rotate: turned === 90 || turned === 180 || turned === 270 ? turned : 0 }
}

/** One document for each of `parts`, whose pages count from 0. */
export function splitPdf(
  source: Source,
  parts: readonly (readonly number[])[],
  change?: PageChange,
): Uint8Array[] {
  const open = openSource(source)
  const copies = new Copies(open.doc)
  try {
    return parts.map((pages) => {
      const part = new SplitOff()
      if (pages.length === 0) throw new PdfFault('empty', 'no pages')
      for (const index of pages) part.add(open.doc, copies, pageAt(open, index), change)
      return part.finish()
    })
  } finally {
    open.doc.forget()
  }
}

/** Pages of a small document, from 0. */
export interface Piece {
  pdf: Uint8Array
  pages: readonly number[]
}

/** Joins the pages of several documents, in order, into one. Pages count from 0. */
export function assemblePdf(pieces: readonly Piece[], change?: PageChange): Uint8Array {
  const whole = new SplitOff({ alike: true })
  let count = 0
  for (const { pdf, pages } of pieces) {
    const doc = new PdfDocument(pdf)
    if (doc.trailer.has('Encrypt')) throw new PdfFault('encrypted', 'an encryption dictionary')
    const all = [...pagesOf(doc, maxPieces)]
    const copies = new Copies(doc)
    count += pages.length
    if (count > maxPieces) throw new PdfFault('too_many_pages', `more than ${maxPieces} pages`)
    for (const index of pages) {
      const page = all[index]
      if (!page) throw new PdfFault('no_such_page', `no page ${index + 1}`)
      whole.add(doc, copies, page, change)
    }
  }
  if (count === 0) throw new PdfFault('empty', 'no pages')
  return whole.finish()
}
