import type { PdfDocument } from './document.ts'
import { PdfFault } from './faults.ts'
import { Ref, textOf } from './syntax.ts'
import type { Dict, Value } from './syntax.ts'

/** A signature field of the document. */
export interface SignatureField {
  /** Fully qualified, parts joined by dots. */
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

/** Whether a signature certifies the document and allows no change at all (DocMDP level 1, ISO 32000-2, 12.8.2.2). */
export function certifiedFinal(doc: PdfDocument, signature: Dict | null): boolean {
  return (doc.array(signature?.get('Reference')) ?? []).some((item) => {
    const reference = doc.dict(item)
    if (doc.name(reference?.get('TransformMethod')) !== 'DocMDP') return false
    return doc.number(doc.dict(reference?.get('TransformParams'))?.get('P')) === 1
  })
}
