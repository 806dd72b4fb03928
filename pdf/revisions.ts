import type { PdfDocument } from './document.ts'
import { signatureFields } from './fields.ts'
import { Name, Ref, Stream } from './syntax.ts'
import type { Dict, Value } from './syntax.ts'
import type { Entry } from './xref.ts'

/** What later revisions did to a signed one: nothing, further signatures alone, or anything else. */
export type Changes = { kind: 'none' } | { kind: 'signatures' } | { kind: 'changed'; detail: string }

/**
 * Compares a revision (a prefix of the file) with the whole file. Allowed are further signatures, fields that
 * wait for one, and validation data (DSS): all else counts as changed, seen or not, since a viewer can be made
 * to show it.
 */
export function changesSince(revision: PdfDocument, current: PdfDocument): Changes {
  if (revision.bytes.length === current.bytes.length) return { kind: 'none' }
  if (revision.xref.startxref === current.xref.startxref) {
    // Nothing that readers go by came after; but what came is not theirs to guess at, either.
    const blank = current.bytes
      .subarray(revision.bytes.length)
      .every((byte) => byte === 10 || byte === 13 || byte === 32)
    return blank ? { kind: 'none' } : { kind: 'changed', detail: 'bytes after the end' }
  }
  const detail = forbiddenChange(revision, current)
  return detail ? { kind: 'changed', detail } : { kind: 'signatures' }
}

function forbiddenChange(before: PdfDocument, after: PdfDocument): string | null {
  const rootBefore = before.trailer.get('Root')
  const rootAfter = after.trailer.get('Root')
  if (!(rootBefore instanceof Ref) || !(rootAfter instanceof Ref) || rootBefore.num !== rootAfter.num)
    return 'another catalogue'
  const reachable = reach(before)
  const rules = allowedRewrites(before, after)
  for (const [num, entry] of after.xref.entries) {
    const old = before.xref.entries.get(num)
    if (old && sameEntry(old, entry)) continue
    if (!old || old.kind === 'free') {
      // An object that the signed revision named without having it would fill in what was signed as empty.
      if (reachable.has(num) && entry.kind !== 'free') return `object ${num} was named before it existed`
      continue
    }
    if (!reachable.has(num)) continue
    const rule = rules.get(num)
    const refused = rule ? rule(before.get(new Ref(num, 0)), after.get(new Ref(num, 0))) : 'was rewritten'
    if (refused) return `object ${num} ${refused}`
  }
  for (const num of before.xref.entries.keys()) {
    if (!after.xref.entries.has(num) && reachable.has(num)) return `object ${num} disappeared`
  }
  return null
}

type Rule = (before: Value, after: Value) => string | null

/** The few objects that a further signature may write again, each with what may differ. */
function allowedRewrites(before: PdfDocument, after: PdfDocument): Map<number, Rule> {
  const rules = new Map<number, Rule>()
  const allow = (ref: Value | undefined, rule: Rule): void => {
    if (ref instanceof Ref) rules.set(ref.num, rule)
  }
  const newFields = fieldNumbers(before, after)
  const grows: Rule = (a, b) => growth(before, after, a, b, newFields)
  const form: Rule = (a, b) => {
    if (!(a instanceof Map) || !(b instanceof Map)) return 'is no form any more'
    return sameBut(a, b, ['Fields', 'SigFlags']) ?? grows(a.get('Fields') ?? null, b.get('Fields') ?? null)
  }
  allow(before.trailer.get('Info'), () => null)
  allow(before.catalog.get('Metadata'), () => null)
  allow(before.catalog.get('DSS'), () => null)
  allow(before.trailer.get('Root'), (a, b) => {
    if (!(a instanceof Map) || !(b instanceof Map)) return 'is no catalogue any more'
    const unlike = sameBut(a, b, ['AcroForm', 'DSS', 'Extensions', 'Metadata'])
    if (unlike) return unlike
    const [formA, formB] = [a.get('AcroForm'), b.get('AcroForm')]
    if (formA instanceof Ref && formB instanceof Ref && formA.num === formB.num) return null
    return form(before.dict(formA) ?? new Map(), after.dict(formB) ?? new Map())
  })
  const heldForm = before.catalog.get('AcroForm')
  allow(heldForm, form)
  allow(before.dict(heldForm)?.get('Fields'), grows)
  for (const field of signatureFields(before)) {
    if (!field.signed) allow(field.ref, (a, b) => fills(a, b))
  }
  for (const [ref, dict] of pageObjects(before)) {
    allow(ref, (a, b) => {
      if (!(a instanceof Map) || !(b instanceof Map)) return 'is no page any more'
      return sameBut(a, b, ['Annots']) ?? grows(a.get('Annots') ?? null, b.get('Annots') ?? null)
    })
    allow(dict.get('Annots'), grows)
  }
  return rules
}

/** Fields that came later and may stand on a page: signed ones, or ones that show nothing yet. */
function fieldNumbers(before: PdfDocument, after: PdfDocument): Set<number> {
  const old = new Set(signatureFields(before).map(({ ref }) => ref.num))
  const numbers = new Set<number>()
  for (const { ref, dict, signed } of signatureFields(after)) {
    if (!old.has(ref.num) && (signed || showsNothing(after, dict))) numbers.add(ref.num)
  }
  return numbers
}

function showsNothing(doc: PdfDocument, field: Dict): boolean {
  const appearance = doc.dict(field.get('AP'))
  if (!appearance) return true
  const normal = doc.get(appearance.get('N'))
  return appearance.size === 1 && normal instanceof Stream && doc.raw(normal).length === 0
}

/** A list that keeps its items in order and gains further signature fields at its end. */
function growth(
  before: PdfDocument,
  after: PdfDocument,
  a: Value,
  b: Value,
  allowed: Set<number>,
): string | null {
  if (a instanceof Ref && b instanceof Ref && a.num === b.num) return null
  const old = before.array(a) ?? []
  const now = after.array(b) ?? []
  if (now.length < old.length || !old.every((item, n) => same(item, now[n] ?? null)))
    return 'lost or moved an item'
  for (const item of now.slice(old.length)) {
    if (!(item instanceof Ref) || !allowed.has(item.num)) return 'gained what is no signature field'
  }
  return null
}

/** A field that waited and was signed: only its value and its looks may differ, not its place. */
function fills(a: Value, b: Value): string | null {
  if (!(a instanceof Map) || !(b instanceof Map)) return 'is no field any more'
  return sameBut(a, b, ['V', 'AP', 'F', 'MK', 'M', 'DA'])
}

function sameBut(a: Dict, b: Dict, except: readonly string[]): string | null {
  for (const key of new Set([...a.keys(), ...b.keys()])) {
    if (!except.includes(key) && !same(a.get(key) ?? null, b.get(key) ?? null)) return `has another ${key}`
  }
  return null
}

/** Equal as written; references by number, what they stand for is compared where it was rewritten. */
function same(a: Value, b: Value): boolean {
  if (a === b) return true
  if (a instanceof Name) return b instanceof Name && a.value === b.value
  if (a instanceof Ref) return b instanceof Ref && a.num === b.num && a.gen === b.gen
  if (a instanceof Uint8Array) return b instanceof Uint8Array && Buffer.compare(a, b) === 0
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((v, n) => same(v, b[n] ?? null))
  if (a instanceof Map) return b instanceof Map && sameBut(a, b, []) === null
  return false
}

function sameEntry(a: Entry, b: Entry): boolean {
  if (a.kind === 'offset') return b.kind === 'offset' && a.offset === b.offset
  if (a.kind === 'packed') return b.kind === 'packed' && a.container === b.container && a.index === b.index
  return b.kind === 'free'
}

/** Every object number that the document's trailer leads to, those it lacks included. */
function reach(doc: PdfDocument): Set<number> {
  const seen = new Set<number>()
  const waiting: Value[] = [doc.trailer]
  const visit = (value: Value): void => {
    if (value instanceof Ref) {
      if (seen.has(value.num)) return
      seen.add(value.num)
      const entry = doc.xref.entries.get(value.num)
      if (entry?.kind === 'packed') seen.add(entry.container)
      waiting.push(doc.get(value))
    } else if (Array.isArray(value)) for (const item of value) visit(item)
    else if (value instanceof Stream) visit(value.dict)
    else if (value instanceof Map) for (const item of value.values()) visit(item)
  }
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) visit(value)
  return seen
}

function pageObjects(doc: PdfDocument): [Ref, Dict][] {
  const found: [Ref, Dict][] = []
  const seen = new Set<number>()
  const waiting: Value[] = [doc.catalog.get('Pages') ?? null]
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    const dict = doc.dict(value)
    if (!(value instanceof Ref) || !dict || seen.has(value.num)) continue
    seen.add(value.num)
    const kids = doc.array(dict.get('Kids'))
    if (kids) waiting.push(...kids)
    else found.push([value, dict])
  }
  return found
}
