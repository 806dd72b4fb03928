import { randomBytes } from 'node:crypto'
import { DerError, children, der, integer, oid, readDer, tag, wholeOf } from './der.ts'
import { oids } from './oids.ts'

/** Requests a time-stamp of a SHA-256 digest and returns the TimeStampToken in DER. */
export type Timestamp = (digest: Uint8Array) => Promise<Uint8Array>

/** The authority did not answer, or refused. */
export class TimestampError extends Error {}

/** An RFC 3161 client over HTTP, without redirects, with a deadline and a maximum size of the answer. */
export function timestampAuthority(url: string, timeoutMs = 8000): Timestamp {
  return async (digest) => {
    const imprint = der(
      tag.sequence,
      der(tag.sequence, oid(oids.sha256), der(tag.null)),
      der(tag.octets, digest),
    )
    const nonce = randomBytes(8)
    nonce[0] = ((nonce[0] ?? 0) & 0x7f) | 0x40
    const query = der(
      tag.sequence,
      integer(1),
      imprint,
      der(tag.integer, nonce),
      der(tag.boolean, Buffer.from([255])),
    )
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/timestamp-query' },
      body: new Uint8Array(query),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((error: unknown) => {
      throw new TimestampError('the time-stamp authority can not be reached', { cause: error })
    })
    if (!answer.ok) throw new TimestampError(`the time-stamp authority answered ${answer.status}`)
    const bytes = new Uint8Array(await answer.arrayBuffer())
    return tokenOf(bytes)
  }
}

/** The token of a granted response (status 0, or 1 with changes); the caller checks that it is of our digest. */
function tokenOf(response: Uint8Array): Uint8Array {
  if (response.length > maxTokenBytes) throw new TimestampError('the time-stamp is too large')
  try {
    const [status, token] = children(readDer(response))
    const granted = status ? children(status)[0] : undefined
    const code = granted ? granted.source[granted.from] : undefined
    if (!token || code === undefined || code > 1) throw new TimestampError('the time-stamp was refused')
    return wholeOf(token)
  } catch (error) {
    if (error instanceof DerError)
      throw new TimestampError('the authority answered something else', { cause: error })
    throw error
  }
}

/** Room reserved for a token inside a signature, in bytes. */
export const maxTokenBytes = 16 * 1024
