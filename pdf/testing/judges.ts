import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The verdict of an independent tool; its program must be on the path. */
export interface Opinion {
  accepted: boolean
  said: string
}

function withFiles<T>(files: Record<string, Uint8Array>, work: (path: (name: string) => string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'legajo-pdf-'))
  try {
    for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes)
    return work((name) => join(folder, name))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function run(program: string, args: string[]): Opinion {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8' })
  if (error) throw error
  return { accepted: status === 0, said: stdout + stderr }
}

/** Checks the structure: `qpdf --check`. */
export function qpdfCheck(pdf: Uint8Array): Opinion {
  return withFiles({ 'a.pdf': pdf }, (path) => run('qpdf', ['--check', path('a.pdf')]))
}

/** The same document as rewritten by qpdf with these options. */
export function qpdfRewrite(pdf: Uint8Array, ...options: string[]): Uint8Array {
  return withFiles({ 'a.pdf': pdf }, (path) => {
    execFileSync('qpdf', [...options, path('a.pdf'), path('b.pdf')])
    return readFileSync(path('b.pdf'))
  })
}

/** Checks signatures with poppler's `pdfsig`; accepted where every one is valid. */
export function pdfsig(pdf: Uint8Array): Opinion & { valid: number } {
  return withFiles({ 'a.pdf': pdf }, (path) => {
    const { said } = run('pdfsig', ['-nocert', path('a.pdf')])
    const all = said.match(/^Signature #/gm)?.length ?? 0
    const valid = said.match(/Signature is Valid/g)?.length ?? 0
    return { accepted: all > 0 && all === valid, valid, said }
  })
}

/** The text of the pages, signature appearances included: poppler's `pdftotext`. */
export function printedText(pdf: Uint8Array): string {
  return withFiles({ 'a.pdf': pdf }, (path) => run('pdftotext', ['-layout', path('a.pdf'), '-']).said)
}

/** Verifies one CMS over its content: `openssl cms -verify -cades`, trusting `root` alone. */
export function opensslCades(cms: Uint8Array, content: Uint8Array, root: Uint8Array): Opinion {
  return withFiles({ 'a.der': cms, content, 'root.der': root }, (path) => {
    execFileSync('openssl', ['x509', '-inform', 'DER', '-in', path('root.der'), '-out', path('root.pem')])
    const source = ['-inform', 'DER', '-in', path('a.der'), '-content', path('content'), '-binary']
    const trust = ['-CAfile', path('root.pem'), '-purpose', 'any']
    return run('openssl', ['cms', '-verify', '-cades', ...source, ...trust, '-out', '/dev/null'])
  })
}

/** The CMS and the content of each signature, in the file's order, extracted without our reader. */
export function signaturesOf(pdf: Uint8Array): { cms: Uint8Array; content: Uint8Array }[] {
  const text = Buffer.from(pdf).toString('latin1')
  return [...text.matchAll(/\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/g)].map((match) => {
    const [start = 0, length = 0, after = 0, rest = 0] = match.slice(1).map(Number)
    const padded = Buffer.from(text.slice(length + 1, after - 1), 'hex')
    const size = 4 + padded.readUInt16BE(2)
    const content = Buffer.concat([pdf.subarray(start, start + length), pdf.subarray(after, after + rest)])
    return { cms: padded.subarray(0, size), content }
  })
}
