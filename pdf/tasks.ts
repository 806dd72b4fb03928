import { headOfFirstPage } from './head.ts'
import { inspectPdf, readPdf } from './inspect.ts'
import type { InspectLimits } from './inspect.ts'
import { openP12 } from './p12.ts'
import type { P12Request } from './p12.ts'
import type { LayoutRequest } from './layout/blocks.ts'
import { renderPage } from './render.ts'
import { signPdf } from './sign.ts'
import type { SignRequest } from './sign.ts'
import { textOfPages } from './text.ts'
import { verifyPdf } from './verify.ts'
import type { VerifyOptions } from './verify.ts'

/** What a worker of the pool runs; each export is a task by its name. */

export function inspect({ pdf, limits }: { pdf: Uint8Array; limits?: Partial<InspectLimits> | undefined }) {
  return inspectPdf(pdf, limits)
}

export function read({ pdf, limits }: { pdf: Uint8Array; limits?: Partial<InspectLimits> | undefined }) {
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

/** Loaded when first asked for: most workers never lay anything out. */
export async function layOut(request: LayoutRequest) {
  const layout = await import('./layout/lay-out.ts')
  return layout.layOut(request)
}
