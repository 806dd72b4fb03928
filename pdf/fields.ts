import type { PdfDocument } from './document.ts'
import { PdfFault } from './faults.ts'
import { Ref, textOf } from './syntax.ts'
import type { Dict, Value } from './syntax.ts'

/** A signature field of the document. */
export interface SignatureField {
  /** Fully qualified name, parts joined by dots. */
  name: string
  ref: Ref
  dict: Dict
  signed: boolean
}

/** All signature fields of the interactive form, in its order. */
export function signatureFields(doc: PdfDocument): SignatureField[] {
  const form = doc.dict(doc.catalog.get('AcroForm'))
  const found: SignatureField[] = []
  const seen = new Set<number>()
  const visit = (value: Value, parentName: string, parentType: string | null, depth: number): void => {
    const dict = doc.dict(value)
    if (!(value instanceof Ref) || !dict) return
    if (seen.has(value.num)) throw new PdfFault('damaged', 'a loop in the form fields')
    seen.add(value.num)
    if (seen.size > 20_000 || depth > 50) throw new PdfFault('too_complex', 'too many form fields')
    const part = textOf(doc.get(dict.get('T')))
    const name = part === null ? parentName : parentName ? `${parentName}.${part}` : part
    const type = doc.name(dict.get('FT')) ?? parentType
    const kids = doc.array(dict.get('Kids')) ?? []
    const fields = kids.filter((kid) => doc.dict(kid)?.has('T'))
    if (type === 'Sig' && fields.length === 0) {
      found.push({ name, ref: value, dict, signed: doc.dict(dict.get('V')) !== null })
    }
    for (const kid of fields) visit(kid, name, type, depth + 1)
  }
  for (const field of doc.array(form?.get('Fields')) ?? []) visit(field, '', null, 0)
  return found
}

/**
 * Whether a signed field forbids every later change: a certification of level 1, or a lock with that permission (DocMDP
 * and SigFieldLock, ISO 32000-2, 12.8.2.2 and 12.7.5.5).
 */
export function certifiedFinal(doc: PdfDocument, field: SignatureField): boolean {
  if (doc.number(doc.dict(field.dict.get('Lock'))?.get('P')) === 1) return true
  return transforms(doc, field, 'DocMDP').some((params) => doc.number(params.get('P')) === 1)
}

/** A predicate: whether the existing signatures lock the field of this name (FieldMDP, ISO 32000-2, 12.8.2.4). */
export function lockedFields(doc: PdfDocument): (name: string) => boolean {
  const locks = signatureFields(doc)
    .filter(({ signed }) => signed)
    .flatMap((field) => {
      const lock = doc.dict(field.dict.get('Lock'))
      return [...(lock ? [lock] : []), ...transforms(doc, field, 'FieldMDP')]
    })
    .map((lock) => ({
      action: doc.name(lock.get('Action')),
      names: (doc.array(lock.get('Fields')) ?? []).map((item) => textOf(doc.get(item))),
    }))
  return (name) =>
    locks.some(({ action, names }) => {
      const isNamed = names.some((one) => one !== null && (name === one || name.startsWith(`${one}.`)))
      return action === 'All' || (action === 'Include' && isNamed) || (action === 'Exclude' && !isNamed)
    })
}

function transforms(doc: PdfDocument, field: SignatureField, method: 'DocMDP' | 'FieldMDP'): Dict[] {
  const references = doc.array(doc.dict(field.dict.get('V'))?.get('Reference')) ?? []
  return references
    .map((item) => doc.dict(item))
    .filter((reference) => doc.name(reference?.get('TransformMethod')) === method)
    .map((reference) => doc.dict(reference?.get('TransformParams')) ?? new Map())
}
