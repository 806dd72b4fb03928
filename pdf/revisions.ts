import { activeContent } from './active.ts'
import type { PdfDocument } from './document.ts'
import { lockedFields, signatureFields } from './fields.ts'
import { reach } from './reach.ts'
import type { Reach } from './reach.ts'
import { pageObjects, rolesOf } from './roles.ts'
import type { Change, ChangeKind, PageObject } from './roles.ts'
import { Name, Ref, Stream } from './syntax.ts'
import type { Dict, Value } from './syntax.ts'
import type { Entry } from './xref.ts'

/**
 * The effect of later revisions on a signed one: none; validation data alone (DSS and document time-stamps, allowed
 * even by a certification that allows no change); further signatures; or other changes, each by name.
 */
export type Changes =
  | { kind: 'none' | 'validation' | 'signatures' }
  | { kind: 'changed'; changes: [Change, ...Change[]] }

/**
 * Compares a revision (a prefix of the file) with the whole file. Allowed are further signatures, unsigned signature
 * fields, and validation data (DSS). Everything else counts as a change, visible or not, since a viewer can be made to
 * show it.
 */
export function changesSince(revision: PdfDocument, current: PdfDocument): Changes {
  if (revision.bytes.length === current.bytes.length) return { kind: 'none' }
  if (revision.xref.startxref === current.xref.startxref) {
    // No new cross-reference section: only white space may have been appended.
    const blank = current.bytes
      .subarray(revision.bytes.length)
      .every((byte) => byte === 10 || byte === 13 || byte === 32)
    return blank ? { kind: 'none' } : { kind: 'changed', changes: [{ kind: 'appended', page: null }] }
  }
  const found = forbiddenChanges(revision, current)
  const [first, ...rest] = [...new Map(found.map((one) => [`${one.kind} ${one.page}`, one])).values()]
  if (first) return { kind: 'changed', changes: [first, ...rest] }
  return { kind: signedSince(revision, current).every(isTimestamp(current)) ? 'validation' : 'signatures' }
}

function forbiddenChanges(before: PdfDocument, after: PdfDocument): Change[] {
  const rootBefore = before.trailer.get('Root')
  const rootAfter = after.trailer.get('Root')
  if (!(rootBefore instanceof Ref) || !(rootAfter instanceof Ref) || rootBefore.num !== rootAfter.num)
    return [{ kind: 'structure', page: null }]
  const shown = reach(before)
  const roles = rolesOf(before)
  const roleOf = (num: number): Change => roles.get(num) ?? { kind: 'other', page: null }
  const rules = allowedRewrites(before, after, shown)
  const found: Change[] = []
  for (const num of new Set([...after.xref.entries.keys(), ...shown.keys()])) {
    const old = before.xref.entries.get(num)
    const now = after.xref.entries.get(num)
    if (old && now && sameEntry(old, now)) continue
    const isThere = now !== undefined && now.kind !== 'free'
    if (isThere) {
      const active = doesSomething(after, num)
      if (active) found.push({ kind: 'active', page: roleOf(num).page })
    }
    if (!shown.has(num)) continue
    const { page } = roleOf(num)
    // A reference to a missing object was filled, an object was removed or replaced by one that was already in the
    // file: a shadow attack.
    const wasThere = old !== undefined && old.kind !== 'free'
    if (wasThere !== isThere) found.push({ kind: 'hidden_shown', page })
    else if (isThere && liesIn(before, now)) found.push({ kind: 'hidden_shown', page })
    else if (isThere) {
      const rule = rules.get(num)
      const ref = new Ref(num, 0)
      found.push(...(rule ? rule(before.get(ref), after.get(ref)) : [roleOf(num)]))
    }
  }
  const locked = lockedFields(before)
  for (const { name } of signedSince(before, after)) {
    if (locked(name)) found.push({ kind: 'not_allowed', page: null })
  }
  return found
}

/** Whether the location of a changed entry lies within the signed revision. */
function liesIn(before: PdfDocument, entry: Entry): boolean {
  if (entry.kind === 'offset') return entry.offset < before.bytes.length
  const container = entry.kind === 'packed' ? before.xref.entries.get(entry.container) : undefined
  return container?.kind === 'offset'
}

function doesSomething(doc: PdfDocument, num: number): boolean {
  const waiting: Value[] = [doc.get(new Ref(num, 0))]
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (Array.isArray(value)) waiting.push(...value)
    const dict = value instanceof Stream ? value.dict : value
    if (!(dict instanceof Map)) continue
    if (activeContent(dict, value instanceof Stream)) return true
    waiting.push(...dict.values())
  }
  return false
}

/** Signature fields that were unsigned in `before` and are signed in `after`. */
function signedSince(before: PdfDocument, after: PdfDocument) {
  const old = new Set(
    signatureFields(before)
      .filter(({ signed }) => signed)
      .map(({ ref }) => ref.num),
  )
  return signatureFields(after).filter(({ ref, signed }) => signed && !old.has(ref.num))
}

const isTimestamp =
  (doc: PdfDocument) =>
  ({ dict }: { dict: Dict }): boolean =>
    doc.name(doc.dict(dict.get('V'))?.get('SubFilter')) === 'ETSI.RFC3161'

type Rule = (before: Value, after: Value) => Change[]

/**
 * The few objects that a further signature may rewrite, each with its allowed differences. An object that also serves
 * another purpose (a list of annotations that is a list of pages too) gets no such rule.
 */
function allowedRewrites(before: PdfDocument, after: PdfDocument, shown: Reach): Map<number, Rule> {
  const rules = new Map<number, Rule>()
  const root = before.trailer.get('Root')
  const rootNum = root instanceof Ref ? root.num : 0
  const allow = (value: Value | undefined, only: string | null, rule: Rule): void => {
    if (!(value instanceof Ref)) return
    const named = shown.get(value.num) ?? new Set()
    if (only === null || [...named].every((place) => place === only)) rules.set(value.num, rule)
  }
  const grown: Growth = { before, after, fields: fieldNumbers(before, after) }
  const heldForm = before.catalog.get('AcroForm')
  const form = (a: Value, b: Value): Change[] => {
    if (!(a instanceof Map) || !(b instanceof Map)) return [{ kind: 'form_value', page: null }]
    return [
      ...unlike(a, b, ['Fields', 'SigFlags']).map((key): Change => ({
        kind: key === 'XFA' ? 'active' : 'form_value',
        page: null,
      })),
      ...growth(grown, a.get('Fields') ?? null, b.get('Fields') ?? null, { kind: 'form_value', page: null }),
    ]
  }
  allow(root, 'trailer:Root', (a, b) => catalogChanges(before, after, form, a, b))
  const formPlace = `${rootNum}:AcroForm`
  allow(heldForm, formPlace, form)
  allow(
    before.dict(heldForm)?.get('Fields'),
    heldForm instanceof Ref ? `${heldForm.num}:Fields` : `${formPlace}/Fields`,
    (a, b) => growth(grown, a, b, { kind: 'form_value', page: null }),
  )
  for (const field of signatureFields(before)) {
    if (!field.signed) allow(field.ref, null, (a, b) => fills(after, a, b))
  }
  for (const page of pageObjects(before)) {
    const drawn: Change = { kind: 'drawn_over', page: page.number }
    allow(page.ref, null, (a, b) => pageChanges(grown, page, a, b))
    allow(page.dict.get('Annots'), `${page.ref.num}:Annots`, (a, b) => growth(grown, a, b, drawn))
  }
  return rules
}

function catalogChanges(before: PdfDocument, after: PdfDocument, form: Rule, a: Value, b: Value): Change[] {
  if (!(a instanceof Map) || !(b instanceof Map)) return [{ kind: 'structure', page: null }]
  const kinds: Record<string, ChangeKind> = {
    Pages: 'pages',
    OCProperties: 'layers',
    OpenAction: 'active',
    AA: 'active',
    Names: 'active',
  }
  const changed = unlike(a, b, ['AcroForm', 'DSS', 'Extensions', 'Metadata']).map((key): Change => ({
    kind: kinds[key] ?? 'structure',
    page: null,
  }))
  const [formA, formB] = [a.get('AcroForm'), b.get('AcroForm')]
  if (formA instanceof Ref && formB instanceof Ref && formA.num === formB.num) return changed
  return [...changed, ...form(before.dict(formA) ?? new Map(), after.dict(formB) ?? new Map())]
}

function pageChanges(grown: Growth, page: PageObject, a: Value, b: Value): Change[] {
  if (!(a instanceof Map) || !(b instanceof Map)) return [{ kind: 'pages', page: page.number }]
  const shape = ['Rotate', 'MediaBox', 'CropBox', 'BleedBox', 'TrimBox', 'ArtBox', 'UserUnit']
  const kindOf = (key: string): ChangeKind => {
    if (shape.includes(key)) return 'page_shape'
    if (key === 'AA') return 'active'
    return key === 'Parent' ? 'pages' : 'page_content'
  }
  return [
    ...unlike(a, b, ['Annots']).map((key): Change => ({ kind: kindOf(key), page: page.number })),
    ...growth(grown, a.get('Annots') ?? null, b.get('Annots') ?? null, {
      kind: 'drawn_over',
      page: page.number,
    }),
  ]
}

interface Growth {
  before: PdfDocument
  after: PdfDocument
  /** Object numbers of the fields that may join a list. */
  fields: ReadonlySet<number>
}

/** Fields added later that may appear on a page: signed ones, or ones that show nothing yet. */
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

/**
 * Checks that a list keeps its items in order and only gains further signature fields at its end; any other gain is
 * `gained`.
 */
function growth({ before, after, fields }: Growth, a: Value, b: Value, gained: Change): Change[] {
  if (a instanceof Ref && b instanceof Ref && a.num === b.num) return []
  const old = before.array(a) ?? []
  const now = after.array(b) ?? []
  const signatures = new Set(signatureFields(before).map(({ ref }) => ref.num))
  const found: Change[] = []
  for (const item of old) {
    if (now.some((one) => same(item, one))) continue
    const isSignature = item instanceof Ref && signatures.has(item.num)
    found.push({ ...gained, kind: isSignature ? 'signature_removed' : 'annotation' })
  }
  if (found.length === 0 && !old.every((item, n) => same(item, now[n] ?? null)))
    found.push({ ...gained, kind: 'annotation' })
  const isNew = (item: Value): boolean => !old.some((one) => same(one, item))
  for (const item of now.filter(isNew)) {
    if (!(item instanceof Ref) || !fields.has(item.num)) found.push(gained)
  }
  return found
}

/**
 * Checks the signing of an existing field: its value and appearance may change, its rectangle may not; unsigned it must
 * show nothing.
 */
function fills(after: PdfDocument, a: Value, b: Value): Change[] {
  const changed: Change[] = [{ kind: 'signature_look', page: null }]
  if (!(a instanceof Map) || !(b instanceof Map)) return changed
  if (unlike(a, b, ['V', 'AP', 'F', 'MK', 'M', 'DA']).length > 0) return changed
  const isSigned = after.dict(b.get('V')) !== null
  return isSigned || showsNothing(after, b) ? [] : changed
}

/** The keys whose values differ. */
function unlike(a: Dict, b: Dict, except: readonly string[] = []): string[] {
  return [...new Set([...a.keys(), ...b.keys()])].filter(
    (key) => !except.includes(key) && !same(a.get(key) ?? null, b.get(key) ?? null),
  )
}

/** Structural equality; references are equal by number, and their targets are compared where they were rewritten. */
function same(a: Value, b: Value): boolean {
  if (a === b) return true
  if (a instanceof Name) return b instanceof Name && a.value === b.value
  if (a instanceof Ref) return b instanceof Ref && a.num === b.num && a.gen === b.gen
  if (a instanceof Uint8Array) return b instanceof Uint8Array && Buffer.compare(a, b) === 0
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((v, n) => same(v, b[n] ?? null))
  if (a instanceof Map) return b instanceof Map && unlike(a, b).length === 0
  return false
}

function sameEntry(a: Entry, b: Entry): boolean {
  if (a.kind === 'offset') return b.kind === 'offset' && a.offset === b.offset
  if (a.kind === 'packed') return b.kind === 'packed' && a.container === b.container && a.index === b.index
  return b.kind === 'free'
}
