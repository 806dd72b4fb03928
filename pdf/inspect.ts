import { PDF } from '@libpdf/core'
import { activeContent } from './active.ts'
import { checkContents, decodedContent } from './content.ts'
import { PdfDocument } from './document.ts'
import { PdfFault, refusing } from './faults.ts'
import type { Refusal } from './faults.ts'
import { decodedSize } from './filters.ts'
import { hiddenContent } from './hidden.ts'
import { displayedSize, pagesOf } from './pages.ts'
import type { PageSize } from './pages.ts'
import { type Pdfium, withDocument, withPage } from './pdfium.ts'
import { certifiedFinal, signatureFields } from './fields.ts'
import { Ref, Stream } from './syntax.ts'
import type { Value } from './syntax.ts'
import { textsIn } from './text.ts'
import { carriesMore, earlierRevisions } from './remains.ts'
import { changedAfterSigning } from './verify.ts'

export interface InspectLimits {
  maxBytes: number
  maxPages: number
  /** Allowed page sizes in millimetres, as shown; null allows any. */
  pageSize: { shorter: [number, number]; longer: [number, number] } | null
  maxObjects: number
  /** Inflated size of one stream, and of all together, at most. */
  maxStreamBytes: number
  maxTotalBytes: number
  /** Whether active content is refused. */
  refuseActive: boolean
}

/** Limits of a payslip: 10 MB, from A5 to A3. */
export const documentLimits: InspectLimits = {
  maxBytes: 10 * 1_048_576,
  maxPages: 500,
  pageSize: { shorter: [147, 298], longer: [209, 421] },
  maxObjects: 200_000,
  maxStreamBytes: 96 * 1_048_576,
  maxTotalBytes: 384 * 1_048_576,
  refuseActive: true,
}

export interface Inspected {
  ok: true
  pages: number
  /** The size of each page as shown, in millimetres. */
  pageSizes: PageSize[]
  /** The signature fields, signed or not. */
  signatures: { field: string; signed: boolean }[]
  /** Certified elsewhere in a way that forbids further signatures. */
  locked: boolean
  /** A signed file that carries content which its pages don't show; an unsigned one can be written anew without it. */
  carriesMore: boolean
}

/**
 * Accepts or refuses a PDF by its bytes: it must open everywhere without recovery and contain nothing active. Three
 * readers must agree: ours, which is strict; PDFium; and libpdf, unless that one gives up or repairs the file.
 */
export function inspectPdf(
  pdf: Uint8Array,
  limits: Partial<InspectLimits> = {},
): Promise<Inspected | Refusal> {
  return refusing(async () => (await inspect(pdf, { ...documentLimits, ...limits }, openEnds)).found)
}

/** {@link inspectPdf} plus the text of every page, which opens all of them. Publishing asks this of every file. */
export function readPdf(
  pdf: Uint8Array,
  limits: Partial<InspectLimits> = {},
): Promise<(Inspected & { text: string[] }) | Refusal> {
  return refusing(async () => {
    const { found, seen } = await inspect(pdf, { ...documentLimits, ...limits }, textsIn)
    return { ...found, text: seen }
  })
}

async function inspect<T>(
  pdf: Uint8Array,
  limits: InspectLimits,
  look: (lib: Pdfium, document: number) => T | Promise<T>,
): Promise<{ found: Inspected; seen: T }> {
  if (pdf.length > limits.maxBytes) throw new PdfFault('too_big', `${pdf.length} bytes`)
  const doc = new PdfDocument(pdf)
  if (doc.trailer.has('Encrypt')) throw new PdfFault('encrypted', 'an encryption dictionary')
  const pages = [...pagesOf(doc, limits.maxPages)]
  const pageSizes = pages.map(displayedSize)
  if (pageSizes.length === 0) throw new PdfFault('empty', 'no pages')
  checkSize(doc)
  const reached = walk(doc, limits)
  const hidden = hiddenContent(doc, pages)
  if (hidden) throw new PdfFault('hidden_content', hidden)
  for (const page of pages) checkContents(doc, page)
  if (limits.pageSize) checkSizes(pageSizes, limits.pageSize)
  const fields = signatureFields(doc)
  const signatures = fields.map(({ name, signed }) => ({ field: name, signed }))
  const isSigned = signatures.some(({ signed }) => signed)
  if (isSigned) {
    const change = changedAfterSigning(doc)
    if (change) throw new PdfFault('changed_after_signing', change)
  }
  const seen = await agree(pdf, pageSizes.length, look)
  const locked = fields.some((field) => field.signed && certifiedFinal(doc, field))
  const more = isSigned && carriesMore(doc, reached, earlierRevisions(pdf))
  return {
    found: { ok: true, pages: pageSizes.length, pageSizes, signatures, locked, carriesMore: more },
    seen,
  }
}

/**
 * Visits every reachable object: each must be readable, inflate within the limits, and be free of active content.
 * Returns their numbers.
 */
function walk(doc: PdfDocument, limits: InspectLimits): Set<number> {
  const seen = new Set<number>()
  const waiting: Value[] = [doc.trailer]
  let left = limits.maxTotalBytes
  const visit = (value: Value): void => {
    if (value instanceof Ref) {
      if (seen.has(value.num)) return
      seen.add(value.num)
      if (seen.size > limits.maxObjects)
        throw new PdfFault('too_complex', `more than ${limits.maxObjects} objects`)
      waiting.push(doc.get(value))
    } else if (Array.isArray(value)) for (const item of value) visit(item)
    else if (value instanceof Map || value instanceof Stream) {
      const dict = value instanceof Map ? value : value.dict
      const found = limits.refuseActive ? activeContent(dict, value instanceof Stream) : null
      if (found) throw new PdfFault('active_content', found)
      if (value instanceof Stream) {
        left -= decodedSize(doc, value, Math.min(limits.maxStreamBytes, left))
        if (doc.name(value.dict.get('Subtype')) === 'Form') decodedContent(doc, value)
      }
      for (const item of dict.values()) visit(item)
    }
  }
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) visit(value)
  return seen
}

/** Refuses a /Size that is not one more than the highest object number: readers ignore objects beyond it. */
function checkSize({ trailer, xref }: PdfDocument): void {
  let highest = 0
  for (const num of xref.entries.keys()) highest = Math.max(highest, num)
  const size = trailer.get('Size')
  if (size !== highest + 1) throw new PdfFault('damaged', `a size other than ${highest + 1}`)
}

/**
 * Refuses pages of another size, with half a millimetre of tolerance for producers' rounding. `before` is the number of
 * earlier pages.
 */
export function checkSizes(
  sizes: readonly PageSize[],
  limits: NonNullable<InspectLimits['pageSize']>,
  before = 0,
): void {
  for (const [index, { width, height }] of sizes.entries()) {
    const [shorter, longer] = width < height ? [width, height] : [height, width]
    const within = (size: number, [min, max]: [number, number]) => size >= min - 0.5 && size <= max + 0.5
    if (!within(shorter, limits.shorter) || !within(longer, limits.longer))
      throw new PdfFault(
        'page_size',
        `page ${before + index + 1}: ${width.toFixed(1)} × ${height.toFixed(1)} mm`,
      )
  }
}

/** Makes PDFium open the first and the last page. */
async function openEnds(lib: Pdfium, document: number): Promise<void> {
  const last = lib._FPDF_GetPageCount(document) - 1
  for (const index of new Set([0, last])) await withPage(lib, document, index, () => undefined)
}

/**
 * PDFium must open the file and count the same pages, and so must libpdf where it reads the file as it is. A file that
 * libpdf can't read, or repairs, is accepted: its own reader is younger and refuses files without a fault.
 */
async function agree<T>(
  pdf: Uint8Array,
  pages: number,
  look: (lib: Pdfium, document: number) => T | Promise<T>,
): Promise<T> {
  const second = await PDF.load(pdf).catch(() => null)
  if (second?.isEncrypted) throw new PdfFault('encrypted', 'libpdf finds it encrypted')
  if (second && !second.recoveredViaBruteForce && second.getPageCount() !== pages)
    throw new PdfFault('damaged', 'libpdf counts other pages')
  return withDocument(pdf, async (lib, document) => {
    if (lib._FPDF_GetPageCount(document) !== pages) throw new PdfFault('damaged', 'PDFium counts other pages')
    return look(lib, document)
  })
}
