import { refusing } from './faults.ts'
import { move, transferableSymbol, valueSymbol } from 'piscina'
import { headOfFirstPage } from './head.ts'
import { inspectPdf, readPdf } from './inspect.ts'
import type { InspectLimits } from './inspect.ts'
import { openP12 } from './p12.ts'
import type { P12Request } from './p12.ts'
import type { LayoutRequest } from './layout/blocks.ts'
import { outlineOf } from './outline.ts'
import { packed } from './page-parcel.ts'
import { factsOfPages } from './page-words.ts'
import { pdfOfSheets } from './pictures.ts'
import type { Sheet } from './pictures.ts'
import { renderPage } from './render.ts'
import { signPdf } from './sign.ts'
import type { SignRequest } from './sign.ts'
import type { Source } from './source.ts'
import { assemblePdf, splitPdf } from './split.ts'
import type { Piece } from './split.ts'
import { textOfPages } from './text.ts'
import { verifyPdf } from './verify.ts'
import type { VerifyOptions } from './verify.ts'

/** The tasks of a worker of the pool; each export is a task by its name. */

export function inspect({ pdf, limits }: { pdf: Uint8Array; limits?: Partial<InspectLimits> | undefined }) {
  return inspectPdf(pdf, limits)
}

export interface ReadRequest {
  pdf: Uint8Array
  limits?: Partial<InspectLimits> | undefined
}

export function read({ pdf, limits }: ReadRequest) {
  return readPdf(pdf, limits)
}

export function text({ pdf, maxPages }: { pdf: Uint8Array; maxPages?: number | undefined }) {
  return textOfPages(pdf, maxPages)
}

export function render({ pdf, page, width }: { pdf: Uint8Array; page: number; width: number }) {
  return renderPage(pdf, page, width)
}

export function head({ pdf, width }: { pdf: Uint8Array; width: number }) {
  return headOfFirstPage(pdf, width)
}

export function openCertificateFile(request: P12Request) {
  return openP12(request)
}

export function sign(request: SignRequest) {
  return signPdf(request)
}

export function verify({ pdf, options }: { pdf: Uint8Array; options?: VerifyOptions | undefined }) {
  return verifyPdf(pdf, options)
}

/** A result whose files are transferred to the caller instead of copied: each has a buffer of its own. */
function handedOver<T extends object>(answer: T, files: readonly Uint8Array[]): T | Transferable {
  return move({ [transferableSymbol]: files.map(({ buffer }) => buffer), [valueSymbol]: answer })
}

export interface OutlineRequest {
  source: Source
  limits?: Partial<InspectLimits> | undefined
}

export interface ReadPagesRequest {
  source: Source
  from: number
  count: number
}

export interface SplitRequest {
  source: Source
  parts: readonly (readonly number[])[]
}

export interface AssembleRequest {
  pieces: readonly Piece[]
}

/** Imported on first use: most workers never lay anything out. */
export async function layOut(request: LayoutRequest) {
  const layout = await import('./layout/lay-out.ts')
  return layout.layOut(request)
}

export function outline({ source, limits }: OutlineRequest) {
  return refusing(() => outlineOf(source, limits))
}

export function readPages({ source, from, count }: ReadPagesRequest) {
  return refusing(async () => {
    const { pages } = await factsOfPages(source, from, count)
    return { ok: true as const, parcel: packed(pages) }
  })
}

export function splitOff({ source, parts }: SplitRequest) {
  return refusing(async () => {
    const pdfs = await splitPdf(source, parts)
    return handedOver({ ok: true as const, pdfs }, pdfs)
  })
}

export function assemble({ pieces }: AssembleRequest) {
  return refusing(() => ({ ok: true as const, pdf: assemblePdf(pieces) }))
}

export function joinSheets({ sheets }: { sheets: readonly Sheet[] }) {
  return refusing(() => ({ ok: true as const, pdf: pdfOfSheets(sheets) }))
}

/** Tasks that can handle several documents at once. */
export type SeveralTask = 'read' | 'sign'

/**
 * Runs the requests one after the other and returns the results in their order. Shared values, such as a key, are
 * transferred once.
 */
export async function several(
  asked:
    | { name: 'read'; requests: readonly ReadRequest[] }
    | { name: 'sign'; requests: readonly SignRequest[] },
) {
  const found = []
  if (asked.name === 'read') for (const request of asked.requests) found.push(await read(request))
  else for (const request of asked.requests) found.push(await sign(request))
  return found
}
