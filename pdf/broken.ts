import { checkCms, isCertificateError } from './cms-verify.ts'
import type { CmsCheck } from './cms-verify.ts'
import { DerError, definite } from './der.ts'

/** A signature that no longer fits the bytes of its file, found without the objects that lead to it. */
export interface BrokenSignature {
  check: CmsCheck
  /** The bytes that it covers, in two pieces. */
  covered: [Uint8Array, Uint8Array]
  /** The end of what it covers, in bytes. */
  end: number
}

/** Signatures that are looked at; each costs a digest of the file. */
const mostSignatures = 10
/** Bytes in which the numbers of a byte range end. */
const longestRange = 120

/**
 * Signatures in the bytes of a file that no longer fit them: one altered byte can make a file unreadable, or hide its
 * signatures. A signature's dictionary is never compressed, since its byte range names where its own hexadecimal string
 * is. One that fits is left out: who hid it can't have altered what it covers.
 *
 * @param known the ends of what signatures cover that were found by their fields
 */
export function brokenSignatures(pdf: Uint8Array, known: ReadonlySet<number> = new Set()): BrokenSignature[] {
  const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.length)
  const found: BrokenSignature[] = []
  let seen = 0
  for (
    let at = bytes.indexOf('/ByteRange');
    at >= 0 && seen < mostSignatures;
    at = bytes.indexOf('/ByteRange', at + 1), seen++
  ) {
    const numbers = /^\/ByteRange\s{0,9}\[\s{0,9}0\s{1,9}(\d{1,10})\s{1,9}(\d{1,10})\s{1,9}(\d{1,10})/.exec(
      bytes.toString('latin1', at, at + longestRange),
    )
    if (!numbers) continue
    const [start = 0, after = 0, rest = 0] = numbers.slice(1).map(Number)
    const end = after + rest
    if (start <= 0 || after <= start || end > bytes.length || known.has(end)) continue
    if (bytes[start] !== 0x3c || bytes[after - 1] !== 0x3e) continue
    const covered: BrokenSignature['covered'] = [bytes.subarray(0, start), bytes.subarray(after, end)]
    const check = checkHex(bytes.toString('latin1', start + 1, after - 1), covered)
    if (check && !check.digestMatches) found.push({ check, covered, end })
  }
  return found
}

function checkHex(hex: string, covered: BrokenSignature['covered']): CmsCheck | null {
  try {
    return checkCms(definite(Buffer.from(hex, 'hex')).element, covered)
  } catch (error) {
    if (error instanceof DerError || isCertificateError(error)) return null
    throw error
  }
}
