import { PdfDocument } from './document.ts'
import { PdfFault } from './faults.ts'
import { Ref, Stream } from './syntax.ts'
import type { Dict, Value } from './syntax.ts'

/** Types of streams that every revision writes anew, without content of pages. */
const ofRevisions = new Set(['XRef', 'ObjStm', 'Metadata'])

/**
 * Whether a file carries content that its pages don't show: objects that nothing refers to, or streams that a later
 * revision replaced or freed. `reached` are the numbers of the objects that the trailer leads to; `before` is the file
 * as each earlier revision left it.
 */
export function carriesMore(
  doc: PdfDocument,
  reached: ReadonlySet<number>,
  before: readonly PdfDocument[],
): boolean {
  const ofSignatures = new Set<number>()
  for (const revision of before) {
    const drawn = objectsIn(revision, false)
    for (const num of objectsIn(revision, true)) if (!drawn.has(num)) ofSignatures.add(num)
  }
  for (const [num, { kind }] of doc.xref.entries)
    if (kind !== 'free' && !reached.has(num) && !ofSignatures.has(num) && hasContent(doc, num)) return true
  return before.some((revision) => {
    for (const num of objectsIn(revision, false)) {
      const [then, now] = [revision.xref.entries.get(num), doc.xref.entries.get(num)]
      if (then?.kind !== 'offset') continue
      if (now?.kind === 'offset' && now.offset === then.offset) continue
      if (isContentStream(revision, num)) return true
    }
    return false
  })
}

/**
 * The objects that a revision's trailer leads to. Without `signatures`, those are left out that only signature fields
 * lead to: signing replaces their appearances.
 */
function objectsIn(doc: PdfDocument, signatures: boolean): Set<number> {
  const seen = new Set<number>()
  const waiting: Value[] = [doc.trailer]
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (value instanceof Ref) {
      if (seen.has(value.num)) continue
      seen.add(value.num)
      waiting.push(doc.get(value))
    } else if (Array.isArray(value)) waiting.push(...value)
    else if (value instanceof Map || value instanceof Stream) {
      const dict = value instanceof Map ? value : value.dict
      if (signatures || doc.name(dict.get('FT')) !== 'Sig') waiting.push(...dict.values())
    }
  }
  return seen
}

function hasContent(doc: PdfDocument, num: number): boolean {
  const value = doc.get(new Ref(num, 0))
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return false
  return !(value instanceof Stream) || !isOfRevisions(doc, value.dict)
}

function isContentStream(doc: PdfDocument, num: number): boolean {
  const value = doc.get(new Ref(num, 0))
  return value instanceof Stream && !isOfRevisions(doc, value.dict)
}

function isOfRevisions(doc: PdfDocument, dict: Dict): boolean {
  return ofRevisions.has(doc.name(dict.get('Type')) ?? '')
}

/** Revisions that are looked at; a document signed and countersigned has a few. */
const mostRevisions = 20

/** The file as each revision before the last left it. */
export function earlierRevisions(pdf: Uint8Array): PdfDocument[] {
  const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.length)
  const last = bytes.lastIndexOf('%%EOF')
  const found: PdfDocument[] = []
  for (let at = bytes.indexOf('%%EOF'); at >= 0 && at < last; at = bytes.indexOf('%%EOF', at + 5)) {
    if (found.length === mostRevisions) break
    try {
      found.push(new PdfDocument(pdf.subarray(0, at + 5)))
    } catch (error) {
      // The mark stands inside a stream, or belongs to the first part of a linearized file.
      if (!(error instanceof PdfFault)) throw error
    }
  }
  return found
}
