import { splitCharacters } from './characters.ts'
import type { Split } from './characters.ts'
import { createHash } from 'node:crypto'
import { flattened } from './annotations.ts'
import { namesIn } from './content-names.ts'
import { contentOf, notContent } from './content.ts'
import { Draft } from './copying.ts'
import type { Copies, Copy } from './copying.ts'
import type { PdfDocument } from './document.ts'
import { NewFile } from './new-file.ts'
import type { Page } from './pages.ts'
import { formatNumber } from './serialize.ts'
import { Ref, Stream } from './syntax.ts'
import type { Dict, Value } from './syntax.ts'

/**
 * A document made of pages of others. It contains what its pages draw and nothing else: no resource that they don't
 * name, no link, form field, outline, layer, structure or metadata; visible annotations become part of the page's
 * content. The same pages always make the same bytes.
 */
export class SplitOff {
  readonly #all: boolean
  readonly #characters: Split | null
  readonly #alike: Map<string, number> | null
  readonly #file = new NewFile()
  readonly #root = this.#file.allocate()
  readonly #tree = this.#file.allocate()
  readonly #pages: number[] = []
  readonly #placed = new Map<Copies, Map<number, number>>()

  /**
   * `all`: pages keep small resource dictionaries whole, used or not, which is faster for documents that are only read.
   * `alike`: fonts and pictures that several documents share are written once.
   * `characters`: the text of the pages' own instructions is marked, and some is shown character by character.
   */
  constructor(options: { all?: boolean; alike?: boolean; characters?: Split } = {}) {
    this.#characters = options.characters ?? null
    this.#all = options.all ?? false
    this.#alike = options.alike ? new Map() : null
  }

  /** Length so far, in bytes. */
  get length(): number {
    return this.#file.length
  }

  add(doc: PdfDocument, copies: Copies, page: Page): void {
    const num = this.#file.allocate()
    this.#pages.push(num)
    const draft = new Draft()
    draft.put(`<</Type/Page/Parent ${this.#tree} 0 R/MediaBox[${page.box.map(formatNumber).join(' ')}]`)
    if (page.rotate) draft.put(`/Rotate ${page.rotate}`)
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
    if (this.#characters) {
      const split = splitCharacters(
        contentOf(doc, contents),
        (font) => codeBytes(doc, resources, font),
        this.#characters,
      )
      draft.put(` ${this.#stream(split)} 0 R`)
    }
    for (const item of this.#characters ? [] : (doc.array(contents) ?? [contents ?? null])) {
      const content = item instanceof Ref ? doc.get(item) : null
      if (content !== null && !(content instanceof Stream)) throw notContent()
      if (item instanceof Ref && content) draft.ref(item.num)
    }
    if (marks.drawn.size > 0) draft.put(` ${this.#stream(`\nQ\n${marks.instructions}`)} 0 R`)
    draft.put(']')
  }

  #stream(instructions: string | Uint8Array): number {
    const num = this.#file.allocate()
    const data = typeof instructions === 'string' ? Buffer.from(instructions, 'latin1') : instructions
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

/** The length of a font's codes in bytes; null where it varies. */
function codeBytes(doc: PdfDocument, resources: Dict, name: string): number | null {
  const font = doc.dict(doc.dict(resources.get('Font'))?.get(name))
  if (!font) return null
  if (doc.name(font.get('Subtype')) !== 'Type0') return 1
  return doc.name(font.get('Encoding'))?.startsWith('Identity-') ? 2 : null
}
