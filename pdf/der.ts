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

/** Parses the element at `start`. Indefinite lengths (BER) are refused: {@link definite} converts them first. */
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

const indefinite = 0x80
const constructed = 0x20
/** Nesting of a CMS with certificates and a time-stamp is below 20. */
const maxDepth = 48

/**
 * The first element of `source` as DER, and the offset of its end. An element of definite length is returned as it is; of
 * one of indefinite length (BER), lengths become definite and octet strings in parts become whole.
 */
export function definite(source: Uint8Array): { element: Uint8Array; end: number } {
  if (source[1] !== indefinite) {
    const found = readDer(source)
    return { element: source.subarray(0, found.end), end: found.end }
  }
  return converted(source, 0, source.length, 0)
}

function converted(
  source: Uint8Array,
  start: number,
  limit: number,
  depth: number,
): { element: Uint8Array; end: number } {
  if (depth > maxDepth) throw new DerError('elements nested too deep')
  const kind = source[start] ?? 0
  if (source[start + 1] !== indefinite || start + 2 > limit) {
    const found = readDer(source, start, limit)
    return { element: wholeOf(found), end: found.end }
  }
  if ((kind & constructed) === 0) throw new DerError('a value of indefinite length')
  const parts: Uint8Array[] = []
  let at = start + 2
  while (source[at] !== 0 || source[at + 1] !== 0) {
    if (at >= limit) throw new DerError('unexpected end')
    const part = converted(source, at, limit, depth + 1)
    parts.push(part.element)
    at = part.end
  }
  if (at + 2 > limit) throw new DerError('unexpected end')
  if (kind !== (tag.octets | constructed)) return { element: der(kind, ...parts), end: at + 2 }
  const octets = parts.map((part) => readDer(part))
  if (octets.some((part) => part.kind !== tag.octets)) throw new DerError('an octet string of other parts')
  return { element: der(tag.octets, ...octets.map(contentOf)), end: at + 2 }
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
