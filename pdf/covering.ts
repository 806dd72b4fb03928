import type { PdfDocument } from './document.ts'
import { signatureFields } from './fields.ts'
import type { SignatureField } from './fields.ts'
import { withDocument, withPage } from './pdfium.ts'
import type { Pdfium } from './pdfium.ts'
import { pageObjects } from './roles.ts'
import { Ref } from './syntax.ts'

type Rect = { left: number; bottom: number; right: number; top: number }

/**
 * Whether a signature's appearance covers words or another signature that the page had before. A signer may draw
 * anything in their own field, and so over content that others signed. `before` is the revision to which the signature
 * was added.
 */
export async function coversOthers(
  doc: PdfDocument,
  field: SignatureField,
  before: PdfDocument,
): Promise<boolean> {
  const rect = rectOf(doc, field)
  if (!rect) return false
  const pages = pageObjects(doc).filter(({ dict }) => names(doc, dict.get('Annots'), field))
  const signed = signatureFields(before).filter(({ ref, signed: done }) => done && ref.num !== field.ref.num)
  const meets = pages.some(({ dict }) =>
    signed.some((other) => names(doc, dict.get('Annots'), other) && overlap(rect, rectOf(doc, other))),
  )
  if (meets || pages.length === 0) return meets
  return withDocument(before.bytes, async (lib, document) => {
    for (const { number } of pages) {
      if (number > lib._FPDF_GetPageCount(document)) continue
      if (await withPage(lib, document, number - 1, (page) => hasWords(lib, page, rect))) return true
    }
    return false
  })
}

function names(doc: PdfDocument, list: Parameters<PdfDocument['array']>[0], field: SignatureField): boolean {
  return (doc.array(list) ?? []).some((item) => item instanceof Ref && item.num === field.ref.num)
}

/** The field's rectangle; null where it shows nothing. */
function rectOf(doc: PdfDocument, field: SignatureField): Rect | null {
  const numbers = (doc.array(field.dict.get('Rect')) ?? []).map((item) => doc.number(item) ?? 0)
  const [a = 0, b = 0, c = 0, d = 0] = numbers
  if (a === c || b === d) return null
  return { left: Math.min(a, c), right: Math.max(a, c), bottom: Math.min(b, d), top: Math.max(b, d) }
}

function overlap(a: Rect, b: Rect | null): boolean {
  return b !== null && a.left < b.right && b.left < a.right && a.bottom < b.top && b.bottom < a.top
}

function hasWords(lib: Pdfium, page: number, { left, right, bottom, top }: Rect): boolean {
  const text = lib._FPDFText_LoadPage(page)
  if (!text) return false
  const room = 2000
  const buffer = lib.wasmExports.malloc(room * 2)
  const count = Math.max(0, lib._FPDFText_GetBoundedText(text, left, top, right, bottom, buffer, room))
  const found = Buffer.from(lib.HEAPU8.subarray(buffer, buffer + count * 2)).toString('utf16le')
  lib.wasmExports.free(buffer)
  lib._FPDFText_ClosePage(text)
  // A line to sign on is not a word.
  return /[\p{L}\p{N}]/u.test(found)
}
