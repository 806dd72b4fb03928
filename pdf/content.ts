import type { PdfDocument } from './document.ts'
import { PdfFault } from './faults.ts'
import { filtersOf, inflate, unpredict } from './filters.ts'
import type { Page } from './pages.ts'
import { Stream } from './syntax.ts'
import type { Value } from './syntax.ts'

/** Upper bound of the drawing instructions of one page or form; a payslip has some tens of kB. */
const maxContentBytes = 32 * 1024 * 1024

/** The drawing instructions of a page's /Contents, of a form or of a glyph, with every filter undone. */
export function contentOf(doc: PdfDocument, contents: Value | undefined): Uint8Array {
  const held = doc.get(contents)
  const streams = (Array.isArray(held) ? held.map((item) => doc.get(item)) : [held]).filter(
    (item) => item instanceof Stream,
  )
  const parts = streams.map((stream) => decodedContent(doc, stream))
  const [only] = parts
  if (parts.length === 1 && only) return only
  // A token cannot span two streams.
  const between = Buffer.from('\n')
  const joined = Buffer.concat(parts.flatMap((part) => [part, between]))
  if (joined.length > maxContentBytes) throw tooMuch()
  return joined
}

/** Refuses a page whose contents are no streams of drawing instructions, or don't decode. */
export function checkContents(doc: PdfDocument, { dict }: Page): void {
  const held = doc.get(dict.get('Contents'))
  for (const item of Array.isArray(held) ? held : [held]) {
    const content = doc.get(item)
    if (content instanceof Stream) decodedContent(doc, content)
    else if (content !== null) throw notContent()
  }
}

/** The refusal of a page's content that is not a stream. */
export function notContent(): PdfFault {
  return new PdfFault('damaged', 'a content that is no stream')
}

/** Streams that have been decoded, so that nothing decodes them again only to find out whether they are intact. */
const decoded = new WeakSet<Stream>()

export function isDecoded(stream: Stream): boolean {
  return decoded.has(stream)
}

/** One stream of drawing instructions, with every filter undone. */
export function decodedContent(doc: PdfDocument, stream: Stream): Uint8Array {
  let data = doc.raw(stream)
  for (const step of filtersOf(stream.dict, (value) => doc.get(value))) {
    const undo = decoders[step.name]
    if (!undo) throw new PdfFault('damaged', `instructions behind ${step.name}`)
    data = unpredict(undo(data, step.parms?.get('EarlyChange') === 0 ? 0 : 1), step.parms)
  }
  decoded.add(stream)
  return data
}

const decoders: Partial<Record<string, (data: Uint8Array, early: 0 | 1) => Uint8Array>> = {
  FlateDecode: (data) => inflate(data, maxContentBytes),
  Fl: (data) => inflate(data, maxContentBytes),
  ASCIIHexDecode: hex,
  AHx: hex,
  ASCII85Decode: ascii85,
  A85: ascii85,
  RunLengthDecode: runLength,
  RL: runLength,
  LZWDecode: lzw,
  LZW: lzw,
}

function hex(data: Uint8Array): Uint8Array {
  const digits =
    Buffer.from(data)
      .toString('latin1')
      .split('>')[0]
      ?.replace(/[\s\0]/g, '') ?? ''
  if (/[^0-9a-f]/i.test(digits)) throw new PdfFault('damaged', 'no hexadecimal')
  return Buffer.from(digits.length % 2 ? `${digits}0` : digits, 'hex')
}

function ascii85(data: Uint8Array): Uint8Array {
  const out = Buffer.alloc(data.length * 4)
  let length = 0
  let group = 0
  let count = 0
  for (const code of data) {
    if (code === 0x7e) break
    if (code === 0x7a && count === 0) {
      length = out.writeUInt32BE(0, length)
      continue
    }
    if (code <= 0x20) continue
    if (code < 0x21 || code > 0x75) throw new PdfFault('damaged', 'no base 85')
    group = group * 85 + code - 0x21
    if (++count < 5) continue
    length = out.writeUInt32BE(group % 0x1_0000_0000, length)
    group = 0
    count = 0
  }
  if (count > 1) {
    for (let n = count; n < 5; n++) group = group * 85 + 84
    out.writeUInt32BE(group % 0x1_0000_0000, length)
    length += count - 1
  }
  return out.subarray(0, length)
}

function runLength(data: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = []
  let total = 0
  for (let at = 0; at < data.length;) {
    const length = data[at++] ?? 128
    if (length === 128) break
    const part =
      length < 128 ? data.subarray(at, at + length + 1) : new Uint8Array(257 - length).fill(data[at] ?? 0)
    at += length < 128 ? length + 1 : 1
    total += part.length
    if (total > maxContentBytes) throw tooMuch()
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** LZW with codes of 9 to 12 bits; 256 clears the table, 257 ends the data (ISO 32000-2, 7.4.4). */
function lzw(data: Uint8Array, early: 0 | 1): Uint8Array {
  const parts: Uint8Array[] = []
  const first: Uint8Array[] = Array.from({ length: 258 }, (_, n) => Uint8Array.of(n & 255))
  let table = [...first]
  let previous: Uint8Array | undefined
  let [bits, held, width, total] = [0, 0, 9, 0]
  for (const byte of data) {
    held = ((held << 8) | byte) & 0xff_ffff
    bits += 8
    if (bits < width) continue
    const code = (held >> (bits - width)) & ((1 << width) - 1)
    bits -= width
    if (code === 257) break
    if (code === 256) {
      table = [...first]
      previous = undefined
      width = 9
      continue
    }
    const entry = table[code] ?? (previous && extended(previous, previous[0] ?? 0))
    if (!entry || code > table.length) throw new PdfFault('damaged', 'no LZW')
    if (previous && table.length < 4096) table.push(extended(previous, entry[0] ?? 0))
    previous = entry
    total += entry.length
    if (total > maxContentBytes) throw tooMuch()
    parts.push(entry)
    const size = table.length + early
    width = size >= 2048 ? 12 : size >= 1024 ? 11 : size >= 512 ? 10 : 9
  }
  return Buffer.concat(parts)
}

function extended(start: Uint8Array, last: number): Uint8Array {
  const longer = new Uint8Array(start.length + 1)
  longer.set(start)
  longer[start.length] = last
  return longer
}

function tooMuch(): PdfFault {
  return new PdfFault('decompression_bomb', `instructions of more than ${maxContentBytes} bytes`)
}
