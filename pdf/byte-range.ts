import { PdfDocument } from './document.ts'
import { PdfFault } from './faults.ts'
import { signatureFields } from './fields.ts'
import type { SignatureField } from './fields.ts'
import { Parser, Ref, latin1 } from './syntax.ts'
import type { Dict } from './syntax.ts'

/** The bytes that a signature covers: the file from its first byte to `end`, except its own string from–to. */
export interface Range {
  contents: [number, number]
  end: number
}

/**
 * The byte range, if it is honest: it begins at the first byte, leaves out the signature's own hexadecimal string and
 * nothing else, and ends at the end of a revision. Null otherwise.
 */
export function byteRange(doc: PdfDocument, field: SignatureField, dict: Dict): Range | null {
  const numbers = doc.array(dict.get('ByteRange')) ?? []
  const [zero, start, after, rest] = numbers
  if (numbers.length !== 4 || zero !== 0) return null
  if (typeof start !== 'number' || typeof after !== 'number' || typeof rest !== 'number') return null
  const end = after + rest
  if (start <= 0 || after <= start || rest < 0 || end > doc.bytes.length) return null
  const held = field.dict.get('V')
  const entry = held instanceof Ref ? doc.xref.entries.get(held.num) : undefined
  if (entry?.kind !== 'offset' || entry.offset > start) return null
  // Parse the object again to learn where its strings lie and whether a key occurs twice.
  const parser = new Parser(doc.bytes, entry.offset)
  parser.hexStrings = []
  parser.indirect()
  if (parser.duplicateKey || !parser.hexStrings.some(([from, to]) => from === start && to === after))
    return null
  const contents = doc.get(dict.get('Contents'))
  if (!(contents instanceof Uint8Array)) return null
  // The hexadecimal must be digits of one case only: no digest covers these bytes.
  const hex = latin1(doc.bytes, start + 1, after - 1)
  const plain = Buffer.from(contents).toString('hex')
  if (hex !== plain && hex !== plain.toUpperCase()) return null
  return { contents: [start, after], end }
}

/** The bytes that a range covers, in two pieces. */
export function covered(doc: PdfDocument, range: Range): Uint8Array[] {
  return [doc.bytes.subarray(0, range.contents[0]), doc.bytes.subarray(range.contents[1], range.end)]
}

/** The file as it was when signed; null unless that revision is complete and contains this signature. */
export function openRevision(doc: PdfDocument, field: SignatureField, end: number): PdfDocument | null {
  if (end === doc.bytes.length) return doc
  // Within the range, only an end of line may follow %%EOF.
  if (!/%%EOF(\r\n|\r|\n)?$/.test(latin1(doc.bytes, Math.max(0, end - 8), end))) return null
  const revision = openPrefix(doc, end)
  const own = revision && signatureFields(revision).find(({ ref }) => ref.num === field.ref.num)
  const [then, now] = [own?.dict.get('V'), field.dict.get('V')]
  return then instanceof Ref && now instanceof Ref && then.num === now.num ? revision : null
}

/** Far more revisions than any document that people sign. */
const maxRevisions = 100

/** A signature that an earlier revision of the file contained. */
export interface LostSignature {
  field: string
  /** Length in bytes of the revision that still contained it. */
  end: number
}

/**
 * Signatures that an earlier revision contained and that the current file lacks or has replaced. Every prefix that ends
 * like a file is opened, including those that no cross-reference leads to.
 */
export function lostSignatures(doc: PdfDocument): LostSignature[] {
  const now = new Map(signatureFields(doc).map((field) => [field.ref.num, field]))
  const lost = new Map<string, LostSignature>()
  let states = 0
  const bytes = Buffer.from(doc.bytes.buffer, doc.bytes.byteOffset, doc.bytes.length)
  for (let at = bytes.indexOf('%%EOF'); at >= 0; at = bytes.indexOf('%%EOF', at + 5)) {
    const end = at + 5
    if (bytes.indexOf('startxref', end) < 0) break
    if (++states > maxRevisions) throw new PdfFault('too_complex', `more than ${maxRevisions} revisions`)
    const state = openPrefix(doc, end)
    if (!state) continue
    for (const { ref, dict, signed, name } of fieldsIn(state)) {
      const [then, held] = [dict.get('V'), now.get(ref.num)?.dict.get('V')]
      const isKept = then instanceof Ref && held instanceof Ref && then.num === held.num
      if (signed && !isKept) lost.set(`${ref.num}`, { field: name, end })
    }
  }
  return [...lost.values()]
}

/** A revision that cannot be read had no visible signature. */
function fieldsIn(state: PdfDocument): SignatureField[] {
  try {
    return signatureFields(state)
  } catch (error) {
    if (error instanceof PdfFault) return []
    throw error
  }
}

function openPrefix(doc: PdfDocument, end: number): PdfDocument | null {
  try {
    return new PdfDocument(doc.bytes.subarray(0, end))
  } catch (error) {
    if (error instanceof PdfFault) return null
    throw error
  }
}
