/** Just enough of DER (ITU-T X.690) to write and read CMS, time-stamps and certificates' outer parts. */

export const tag = {
  boolean: 0x01,
  integer: 0x02,
  octets: 0x04,
  null: 0x05,
  oid: 0x06,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const

/** Encodes one element with its header. */
export function der(kind: number, ...parts: Uint8Array[]): Buffer {
  let length = 0
  for (const part of parts) length += part.length
  return Buffer.concat([header(kind, length), ...parts])
}

function header(kind: number, length: number): Buffer {
  if (length < 0x80) return Buffer.from([kind, length])
  const bytes: number[] = []
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256)
  return Buffer.from([kind, 0x80 | bytes.length, ...bytes])
}

/** A dotted object identifier. */
export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  const bytes = [first * 40 + second]
  for (const arc of rest) {
    const chunk = [arc % 128]
    for (let left = Math.floor(arc / 128); left > 0; left = Math.floor(left / 128))
      chunk.unshift(128 + (left % 128))
    bytes.push(...chunk)
  }
  return der(tag.oid, Uint8Array.from(bytes))
}

/** A small non-negative integer. */
export function integer(value: number): Buffer {
  return der(tag.integer, Uint8Array.from(value < 128 ? [value] : [value >> 8, value & 255]))
}

/** A parsed element; positions are offsets into the bytes given to `readDer`. */
export interface Element {
  kind: number
  start: number
  /** Offsets of the content. */
  from: number
  end: number
  source: Uint8Array
}

export class DerError extends Error {}

/**
 * Parses the element at `start`. Indefinite lengths (BER) are refused: ISO 32000 forbids them in a PDF's signatures.
 */
export function readDer(source: Uint8Array, start = 0, limit = source.length): Element {
  const kind = source[start]
  let length = source[start + 1]
  if (kind === undefined || length === undefined || start + 2 > limit) throw new DerError('unexpected end')
  let from = start + 2
  if (length >= 0x80) {
    const count = length & 0x7f
    if (count === 0 || count > 4) throw new DerError('an indefinite or absurd length')
    length = 0
    for (let n = 0; n < count; n++) length = length * 256 + (source[from++] ?? 0)
  }
  if (from + length > limit) throw new DerError('longer than what holds it')
  return { kind, start, from, end: from + length, source }
}

export function children(element: Element): Element[] {
  const found: Element[] = []
  for (let at = element.from; at < element.end;) {
    const child = readDer(element.source, at, element.end)
    found.push(child)
    at = child.end
  }
  return found
}

export function contentOf(element: Element): Uint8Array {
  return element.source.subarray(element.from, element.end)
}

/** The bytes of the element, header included. */
export function wholeOf(element: Element): Uint8Array {
  return element.source.subarray(element.start, element.end)
}

export function readOid(element: Element | undefined): string {
  if (element?.kind !== tag.oid) throw new DerError('expected an object identifier')
  const bytes = contentOf(element)
  const first = bytes[0] ?? 0
  const arcs = [Math.min(Math.floor(first / 40), 2)]
  arcs.push(first - (arcs[0] ?? 0) * 40)
  let arc = 0
  for (const byte of bytes.subarray(1)) {
    arc = arc * 128 + (byte & 0x7f)
    if (byte < 0x80) {
      arcs.push(arc)
      arc = 0
    }
  }
  return arcs.join('.')
}

/** UTCTime or GeneralizedTime. */
export function readTime(element: Element): Date {
  const text = Buffer.from(contentOf(element)).toString('latin1')
  const full = element.kind === tag.utcTime ? (Number(text.slice(0, 2)) < 50 ? '20' : '19') + text : text
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\.\d+)?Z$/.exec(full)
  if (!parts) throw new DerError('not a time')
  const [, year, month, day, hour, minute, second, fraction = ''] = parts
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${fraction.slice(0, 4)}Z`)
}
