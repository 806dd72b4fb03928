import { deflateSync } from 'node:zlib'
import { namesIn } from './content-names.ts'
import type { Names, ResourceKind } from './content-names.ts'
import { contentOf, isDecoded } from './content.ts'
import type { PdfDocument } from './document.ts'
import { PdfFault } from './faults.ts'
import { decodedSize } from './filters.ts'
import { nameSyntax, serialize } from './serialize.ts'
import { Ref, Stream } from './syntax.ts'
import type { Dict, Value } from './syntax.ts'

/** An object of one document as written into others: its syntax, split wherever another object's number is inserted. */
export interface Copy {
  /** Always one more than `refs`. */
  texts: string[]
  refs: number[]
  data: Uint8Array | null
  /** Resource names that it inherits from its caller because it has no /Resources of its own. */
  borrowed: Names
}

/**
 * Types of objects that belong to the document rather than to a page's drawing; following one would reach other pages.
 */
const others = new Set([
  'Page',
  'Pages',
  'Catalog',
  'StructElem',
  'StructTreeRoot',
  'Outlines',
  'Annot',
  'ObjStm',
])

/** Keys that lead away from the drawing: to other pages, the structure tree, editors' private data, layers. */
const leadingAway = new Set([
  'Parent',
  'StructParent',
  'StructParents',
  'Metadata',
  'PieceInfo',
  'LastModified',
  'OPI',
  'AF',
  'OC',
  'Alternates',
  'Measure',
  'PtData',
  'Length',
])

const ofImages = new Set(
  (
    'Type Subtype Width Height ColorSpace BitsPerComponent Intent ImageMask Mask Decode Interpolate SMask ' +
    'SMaskInData Matte Filter DecodeParms'
  ).split(' '),
)
const ofForms = new Set(
  'Type Subtype FormType BBox Matrix Group Filter DecodeParms PatternType PaintType TilingType XStep YStep'.split(
    ' ',
  ),
)

const kinds: readonly ResourceKind[] = [
  'XObject',
  'Font',
  'ExtGState',
  'ColorSpace',
  'Pattern',
  'Shading',
  'Properties',
]
/** Default colour spaces, which apply without being named (ISO 32000-2, 8.6.5.6). */
const silent = ['DefaultGray', 'DefaultRGB', 'DefaultCMYK']

/** Bytes that are inflated to find out whether a stream is intact; fonts and forms have fewer, pictures more. */
const mostChecked = 8 * 1024 * 1024

/** Refuses a stream that doesn't inflate, as far as it is checked: a large picture would take a worker's memory. */
function checkInflates(doc: PdfDocument, stream: Stream): void {
  try {
    decodedSize(doc, stream, mostChecked)
  } catch (error) {
    if (!(error instanceof PdfFault) || error.fault !== 'decompression_bomb') throw error
  }
}

/** Maximum nesting of forms. */
const maxDepth = 30

/** Copies of the objects of one document, each made once. Kept while documents are split off it. */
export class Copies {
  readonly #doc: PdfDocument
  readonly #made = new Map<number, Copy>()
  readonly #opening = new Set<number>()

  readonly #packed: boolean
  readonly #checked: boolean

  /** `packed`: streams without a filter are compressed. `checked`: a stream that doesn't inflate is refused. */
  constructor(doc: PdfDocument, options: { packed?: boolean; checked?: boolean } = {}) {
    this.#checked = options.checked ?? false
    this.#doc = doc
    this.#packed = options.packed ?? false
  }

  of(num: number): Copy {
    const known = this.#made.get(num)
    if (known) return known
    if (this.#opening.size > maxDepth) throw new PdfFault('too_complex', `forms deeper than ${maxDepth}`)
    this.#opening.add(num)
    const copy = this.#copy(this.#doc.get(new Ref(num, 0)))
    this.#opening.delete(num)
    this.#made.set(num, copy)
    return copy
  }

  #copy(value: Value): Copy {
    const draft = new Draft()
    if (!(value instanceof Stream)) {
      this.value(draft, value)
      return draft
    }
    const { dict } = value
    if (dict.has('F')) throw new PdfFault('active_content', 'external stream')
    draft.data = this.#doc.raw(value)
    draft.put('<<')
    const subtype = this.#doc.name(dict.get('Subtype'))
    if (subtype === 'Image') this.#entries(draft, dict, ofImages)
    else if (subtype === 'Form' || dict.has('PatternType')) {
      this.#entries(draft, dict, ofForms)
      this.#ownResources(draft, dict, namesIn(contentOf(this.#doc, value)))
    } else this.#entries(draft, dict)
    if (this.#checked && !isDecoded(value)) checkInflates(this.#doc, value)
    if (this.#packed && !dict.has('Filter')) {
      draft.data = deflateSync(draft.data)
      draft.put('/Filter/FlateDecode')
    }
    draft.put(`/Length ${draft.data.length}>>`)
    return draft
  }

  /** Writes the resources of an object with instructions of its own; without /Resources it borrows its caller's. */
  #ownResources(draft: Draft, dict: Dict, names: Names): void {
    const own = this.#doc.dict(dict.get('Resources'))
    if (own) {
      draft.put('/Resources<<')
      this.resources(draft, own, names)
      draft.put('>>')
    } else for (const [kind, some] of names) for (const name of some) draft.borrow(kind, name)
  }

  value(draft: Draft, value: Value): void {
    if (value instanceof Ref) {
      const target = this.#doc.get(value)
      const dict = target instanceof Stream ? target.dict : target
      if (target === null || (dict instanceof Map && others.has(this.#doc.name(dict.get('Type')) ?? '')))
        draft.put(' null')
      else if (typeof target === 'number' || typeof target === 'boolean') draft.put(` ${serialize(target)}`)
      else draft.ref(value.num)
    } else if (Array.isArray(value)) {
      draft.put('[')
      for (const item of value) this.value(draft, item)
      draft.put(']')
    } else if (value instanceof Map) {
      draft.put('<<')
      if (value.has('CharProcs')) this.#drawnFont(draft, value)
      else this.#entries(draft, value)
      draft.put('>>')
    } else draft.put(` ${serialize(value)}`)
  }

  #entries(draft: Draft, dict: Dict, only?: ReadonlySet<string>): void {
    for (const [key, item] of dict) {
      if (only ? !only.has(key) : leadingAway.has(key)) continue
      draft.put(nameSyntax(key))
      this.value(draft, item)
    }
  }

  /** Copies a Type 3 font, whose glyphs are drawing instructions. */
  #drawnFont(draft: Draft, dict: Dict): void {
    this.#entries(draft, new Map([...dict].filter(([key]) => key !== 'Resources')))
    const names: Names = new Map()
    for (const glyph of this.#doc.dict(dict.get('CharProcs'))?.values() ?? [])
      for (const [kind, some] of namesIn(contentOf(this.#doc, glyph)))
        names.set(kind, new Set([...(names.get(kind) ?? []), ...some]))
    this.#ownResources(draft, dict, names)
  }

  /**
   * Writes the inside of a resource dictionary: the resources that `names` contains (null: all), those that these
   * borrow, and the forms of `added`.
   */
  resources(
    draft: Draft,
    held: Dict,
    names: Names | null,
    added: ReadonlyMap<string, Ref> = new Map(),
  ): void {
    const wanted = new Map([...(names ?? [])].map(([kind, some]) => [kind, new Set(some)] as const))
    this.#lend(held, wanted)
    for (const kind of kinds) {
      const more = kind === 'XObject' ? added : []
      const all = new Map([...(this.#doc.dict(held.get(kind)) ?? []), ...more])
      const asked = new Set([...(wanted.get(kind) ?? []), ...(kind === 'ColorSpace' ? silent : [])])
      for (const [name] of more) asked.add(name)
      const kept = names ? [...asked].filter((name) => all.has(name)) : [...all.keys()]
      if (kept.length === 0) continue
      draft.put(`/${kind}<<`)
      for (const name of kept) {
        draft.put(nameSyntax(name))
        if (kind === 'Properties') this.#properties(draft, all.get(name) ?? null)
        else this.value(draft, all.get(name) ?? null)
      }
      draft.put('>>')
    }
  }

  /** Copies the direct entries of marked-content properties, such as the replacement text. */
  #properties(draft: Draft, value: Value): void {
    draft.put('<<')
    for (const [key, item] of this.#doc.dict(value) ?? []) {
      if (leadingAway.has(key) || item instanceof Ref || Array.isArray(item) || item instanceof Map) continue
      draft.put(`${nameSyntax(key)} ${serialize(item)}`)
    }
    draft.put('>>')
  }

  /** Adds to `wanted` the names that its forms, patterns and fonts borrow, until nothing new is found. */
  #lend(held: Dict, wanted: Map<ResourceKind, Set<string>>): void {
    const waiting = (['XObject', 'Pattern', 'Font'] as const).flatMap((kind) =>
      [...(wanted.get(kind) ?? [])].map((name) => ({ kind, name })),
    )
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const value = this.#doc.dict(held.get(next.kind))?.get(next.name)
      if (!(value instanceof Ref) || this.#opening.has(value.num) || !this.#draws(value)) continue
      for (const [kind, some] of this.of(value.num).borrowed)
        for (const name of some) {
          const known = wanted.get(kind) ?? new Set()
          wanted.set(kind, known)
          if (known.has(name)) continue
          known.add(name)
          if (kind === 'XObject' || kind === 'Pattern' || kind === 'Font') waiting.push({ kind, name })
        }
    }
  }

  /** Whether an object has drawing instructions of its own; no other object borrows names. */
  #draws(value: Ref): boolean {
    const target = this.#doc.get(value)
    if (target instanceof Map) return target.has('CharProcs')
    return target instanceof Stream && this.#doc.name(target.dict.get('Subtype')) !== 'Image'
  }
}

/** A copy under construction. */
export class Draft implements Copy {
  readonly texts = ['']
  readonly refs: number[] = []
  readonly borrowed: Names = new Map()
  data: Uint8Array | null = null

  put(text: string): void {
    this.texts[this.texts.length - 1] += text
  }

  ref(num: number): void {
    this.put(' ')
    this.refs.push(num)
    this.texts.push(' 0 R')
  }

  borrow(kind: ResourceKind, name: string): void {
    this.borrowed.set(kind, (this.borrowed.get(kind) ?? new Set()).add(name))
  }
}
