import { randomBytes } from 'node:crypto'
import { playerOrigins } from '#contract/billboard-video.ts'

/** A nonce for the styles of one page. */
export function newNonce(): string {
  return randomBytes(16).toString('base64')
}

/**
 * The content security policy of our pages: only our own script files, no markup from text (Trusted Types), no framing;
 * styles by the page's nonce alone. No screen may weaken it.
 */
export function pagePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    "connect-src 'self'",
    "font-src 'self'",
    "img-src 'self' blob:",
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'none'",
    // The players of videos on the billboard, which open when they are pressed.
    `frame-src ${playerOrigins.join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default dompurify',
  ].join('; ')
}

/** The policy of the worker that shows notices: it fetches nothing. */
export const pushWorkerPolicy = "default-src 'none'"

/** The PDF worker's own policy: it compiles its decoders, and nothing else may. */
export const pdfWorkerPolicy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; font-src 'self'"
