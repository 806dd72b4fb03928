import type { PdfDocument } from './document.ts'
import { signatureFields } from './fields.ts'
import { Ref, Stream } from './syntax.ts'
import type { Dict, Value } from './syntax.ts'

/** The meaning of a change after signing for a reader of the page; a screen has a sentence for each. */
export type ChangeKind =
  | 'page_content'
  | 'page_shape'
  | 'pages'
  | 'drawn_over'
  | 'annotation'
  | 'form_value'
  | 'font'
  | 'layers'
  | 'hidden_shown'
  | 'signature_look'
  | 'signature_removed'
  | 'active'
  | 'structure'
  | 'appended'
  | 'not_allowed'
  | 'other'

/** A change, with its page (from 1) where it is on one. */
export interface Change {
  kind: ChangeKind
  page: number | null
}

/** A page's object with its number, from 1. */
export interface PageObject {
  ref: Ref
  dict: Dict
  number: number
}

/** The pages in order, without validating the tree. */
export function pageObjects(doc: PdfDocument): PageObject[] {
  const found: PageObject[] = []
  const seen = new Set<number>()
  const waiting: Value[] = [doc.catalog.get('Pages') ?? null]
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    const dict = doc.dict(value)
    if (!(value instanceof Ref) || !dict || seen.has(value.num)) continue
    seen.add(value.num)
    const kids = doc.array(dict.get('Kids'))
    if (kids) waiting.push(...kids.toReversed())
    else found.push({ ref: value, dict, number: found.length + 1 })
  }
  return found
}

/** The role of each object, which names its change. An object with several roles has the first. */
export function rolesOf(doc: PdfDocument): Map<number, Change> {
  const roles = new Map<number, Change>()
  const claim = (from: Value | undefined, kind: ChangeKind, page: number | null): void => {
    const waiting: Value[] = [from ?? null]
    for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
      if (value instanceof Ref) {
        if (roles.has(value.num)) continue
        roles.set(value.num, { kind, page })
        waiting.push(doc.get(value))
      } else if (Array.isArray(value)) waiting.push(...value)
      else if (value instanceof Map) waiting.push(...value.values())
      else if (value instanceof Stream) waiting.push(...value.dict.values())
    }
  }
  const root = doc.trailer.get('Root')
  if (root instanceof Ref) roles.set(root.num, { kind: 'structure', page: null })
  const pages = pageObjects(doc)
  for (const { ref, number } of pages) roles.set(ref.num, { kind: 'page_content', page: number })
  const nodes = pageNodes(doc)
  for (const { ref } of nodes) roles.set(ref.num, { kind: 'pages', page: null })
  claim(doc.catalog.get('OCProperties'), 'layers', null)
  for (const key of ['OpenAction', 'AA', 'Names']) claim(doc.catalog.get(key), 'active', null)
  const signatures = new Map(signatureFields(doc).map(({ ref, dict }) => [ref.num, dict]))
  for (const dict of signatures.values()) claim(dict.get('V'), 'signature_removed', null)
  for (const { dict, number } of pages) {
    const held = dict.get('Annots')
    if (held instanceof Ref) roles.set(held.num, { kind: 'annotation', page: number })
    for (const item of doc.array(held) ?? []) {
      const isSignature = item instanceof Ref && signatures.has(item.num)
      const isWidget = doc.name(doc.dict(item)?.get('Subtype')) === 'Widget'
      claim(item, isSignature ? 'signature_look' : isWidget ? 'form_value' : 'annotation', number)
    }
  }
  claim(doc.catalog.get('AcroForm'), 'form_value', null)
  for (const { dict, number } of [...pages, ...nodes]) {
    const resources = doc.dict(dict.get('Resources'))
    claim(resources?.get('Font'), 'font', number)
    claim(dict.get('Resources'), 'page_content', number)
    claim(dict.get('Contents'), 'page_content', number)
  }
  return roles
}

/** The inner nodes of the page tree, from which pages inherit. */
function pageNodes(doc: PdfDocument): { ref: Ref; dict: Dict; number: null }[] {
  const found: { ref: Ref; dict: Dict; number: null }[] = []
  const waiting: Value[] = [doc.catalog.get('Pages') ?? null]
  const seen = new Set<number>()
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    const dict = doc.dict(value)
    const kids = doc.array(dict?.get('Kids'))
    if (!(value instanceof Ref) || !dict || !kids || seen.has(value.num)) continue
    seen.add(value.num)
    found.push({ ref: value, dict, number: null })
    waiting.push(...kids)
  }
  return found
}
