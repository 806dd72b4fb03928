import type { CustomFetchOptions } from 'openid-client'
import { findUnsound } from '#server/shared/unsound.ts'

/** Bytes of one answer of a provider; a description has some 3 kB, and keys of many certificates some 50 kB. */
const mostBytes = 256 * 1024

/**
 * Asks a provider, and refuses an answer that is larger than 256 kB, or as JSON nested more than 32 deep. The caller's
 * deadline covers the reading of the answer too.
 *
 * @throws {Error} what is beyond its bound
 */
export async function fetchBounded(address: string, options: CustomFetchOptions): Promise<Response> {
  // Redirects are followed by nobody: the library asks for none. Its type of a body is wider than what it sends.
  const answer = await fetch(address, options as RequestInit)
  const bytes = await readAtMost(answer, mostBytes)
  refuseDeep(bytes)
  return new Response(bytes.length > 0 ? bytes : null, answer)
}

async function readAtMost({ body }: Response, most: number): Promise<Buffer<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of body ?? []) {
    length += part.length
    // Leaving the loop ends the connection.
    if (length > most) throw new Error(`an answer of more than ${most} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

function refuseDeep(bytes: Buffer): void {
  let read: unknown
  try {
    read = JSON.parse(bytes.toString())
  } catch {
    // No JSON: the caller refuses it in its own words.
    return
  }
  if (findUnsound(read)) throw new Error('an answer nested too deep, or with characters that are none')
}
