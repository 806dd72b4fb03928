import { createHash } from 'node:crypto'
import { PdfFault } from './faults.ts'
import type { InspectLimits } from './inspect.ts'
import type { PageChange } from './page-change.ts'
import { sharedCopy } from './shared-bytes.ts'

/**
 * A big document read by several workers: its bytes lie in one shared buffer. `id` is its SHA-256, by which a worker
 * recognises it.
 */
export interface Source {
  id: string
  bytes: Uint8Array
  /** Changes made to each page before it is read or split off. Pages are counted after it. */
  change?: PageChange | undefined
}

/** Limits of a payroll to be split: 750 MB, 20,000 pages from A5 to A3. */
export const sourceLimits: InspectLimits = {
  maxBytes: 750 * 1_048_576,
  maxPages: 20_000,
  pageSize: { shorter: [147, 298], longer: [209, 421] },
  maxObjects: 1_000_000,
  maxStreamBytes: 96 * 1_048_576,
  maxTotalBytes: 384 * 1_048_576,
  refuseActive: true,
}

/** Reads `size` bytes from a stream into shared memory. Any other length is `damaged`. */
export async function loadSource(from: AsyncIterable<Uint8Array>, size: number): Promise<Source> {
  const bytes = new Uint8Array(new SharedArrayBuffer(size))
  const hash = createHash('sha256')
  let at = 0
  for await (const chunk of from) {
    if (at + chunk.length > size) throw new PdfFault('damaged', `more than the ${size} bytes announced`)
    bytes.set(chunk, at)
    hash.update(chunk)
    at += chunk.length
  }
  if (at !== size) throw new PdfFault('damaged', `${at} bytes of the ${size} announced`)
  return { id: hash.digest('hex'), bytes }
}

/** {@link loadSource} for bytes in memory. */
export function sourceOf(pdf: Uint8Array): Source {
  return { id: createHash('sha256').update(pdf).digest('hex'), bytes: sharedCopy(pdf) }
}
