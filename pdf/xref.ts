import { PdfFault } from './faults.ts'
import { filtersOf, inflate, unpredict } from './filters.ts'
import { Name, Parser, Stream, latin1 } from './syntax.ts'
import type { Dict, Value } from './syntax.ts'

/** The location of an object: an offset of the file, or an index within an object stream; `free` ones are null. */
export type Entry =
  | { kind: 'free' }
  | { kind: 'offset'; offset: number; gen: number }
  | { kind: 'packed'; container: number; index: number }

export interface Xref {
  entries: Map<number, Entry>
  trailer: Dict
  /** Offset of the newest section, which an update's /Prev names. */
  startxref: number
  /** The kind of section; an update writes the same one. */
  kind: 'table' | 'stream'
}

/** Upper bounds far beyond any real document. */
const maxObjects = 1_000_000
const maxSections = 1_000
const maxXrefBytes = 64 * 1024 * 1024

/**
 * Reads the chain of cross-reference sections from the end of the file, newest first. No recovery: an incomplete chain
 * is `damaged`.
 */
export function readXref(bytes: Uint8Array): Xref {
  const startxref = findStart(bytes)
  const entries = new Map<number, Entry>()
  const seen = new Set<number>()
  let newest: { trailer: Dict; kind: Xref['kind'] } | undefined
  const waiting = [startxref]
  for (let offset = waiting.pop(); offset !== undefined; offset = waiting.pop()) {
    if (seen.has(offset) || seen.size >= maxSections)
      throw new PdfFault('damaged', 'a loop in the cross-reference sections')
    seen.add(offset)
    const parser = new Parser(bytes, offset)
    const isTable = parser.take('xref')
    const free: number[] = []
    const trailer = isTable ? readTable(parser, entries, free) : readStream(parser, entries)
    newest ??= { trailer, kind: isTable ? 'table' : 'stream' }
    const previous = trailer.get('Prev')
    if (previous !== undefined) waiting.push(checkedOffset(previous, bytes))
    const hybrid = isTable ? trailer.get('XRefStm') : undefined
    if (hybrid !== undefined) readStream(new Parser(bytes, checkedOffset(hybrid, bytes)), entries)
    // The table of a hybrid file lists as free what its stream locates (ISO 32000-2, 7.5.8.4).
    for (const num of free) if (!entries.has(num)) entries.set(num, { kind: 'free' })
  }
  if (!newest) throw new PdfFault('damaged', 'no cross-reference section')
  return { entries, startxref, ...newest }
}

function findStart(bytes: Uint8Array): number {
  const from = Math.max(0, bytes.length - 2048)
  const tail = latin1(bytes, from)
  const at = tail.lastIndexOf('startxref')
  if (at < 0 || !tail.includes('%%EOF', at)) throw new PdfFault('damaged', 'no end of file mark')
  const parser = new Parser(bytes, from + at + 'startxref'.length)
  return checkedOffset(parser.integer(), bytes)
}

function checkedOffset(value: Value, bytes: Uint8Array): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value >= bytes.length)
    throw new PdfFault('damaged', 'a cross-reference outside the file')
  return value
}

function readTable(parser: Parser, entries: Map<number, Entry>, free: number[]): Dict {
  while (!parser.take('trailer')) {
    const first = parser.integer()
    const count = parser.integer()
    if (first + count > maxObjects) throw new PdfFault('too_complex', 'too many objects')
    for (let num = first; num < first + count; num++) {
      const offset = parser.integer()
      const gen = parser.integer()
      const used = parser.take('n')
      if (!used) parser.expect('f')
      if (!used || offset === 0) free.push(num)
      else if (!entries.has(num)) entries.set(num, { kind: 'offset', offset, gen })
    }
  }
  const trailer = parser.value()
  if (!(trailer instanceof Map)) parser.fail('a trailer that is no dictionary')
  return trailer
}

function readStream(parser: Parser, entries: Map<number, Entry>): Dict {
  const { value } = parser.indirect()
  if (!(value instanceof Stream) || nameIn(value.dict, 'Type') !== 'XRef')
    parser.fail('expected a cross-reference')
  const { dict, start } = value
  const rows = xrefRows(parser.bytes, dict, start)
  const widths = numbers(dict.get('W'))
  const [w0 = 0, w1 = 0, w2 = 0] = widths
  const size = dict.get('Size')
  if (widths.length < 3 || widths.some((w) => w > 8) || w0 + w1 + w2 === 0)
    parser.fail('cross-reference widths')
  const index = dict.has('Index') ? numbers(dict.get('Index')) : [0, typeof size === 'number' ? size : 0]
  const width = w0 + w1 + w2
  let listed = 0
  for (let pair = 1; pair < index.length; pair += 2) listed += index[pair] ?? 0
  if (rows.length >= (listed + 1) * width)
    parser.fail('a cross-reference stream with more entries than it lists')
  let at = 0
  const field = (bytes: number): number => {
    let number = 0
    for (let n = 0; n < bytes; n++) number = number * 256 + rows[at++]!
    return number
  }
  for (let pair = 0; pair + 1 < index.length; pair += 2) {
    const first = index[pair] ?? 0
    const count = index[pair + 1] ?? 0
    if (first + count > maxObjects) throw new PdfFault('too_complex', 'too many objects')
    for (let num = first; num < first + count; num++) {
      if (at + width > rows.length) parser.fail('cross-reference stream too short')
      const kind = w0 === 0 ? 1 : field(w0)
      const second = field(w1)
      const third = field(w2)
      if (entries.has(num)) continue
      if (kind === 1) entries.set(num, { kind: 'offset', offset: second, gen: third })
      else if (kind === 2) entries.set(num, { kind: 'packed', container: second, index: third })
      else entries.set(num, { kind: 'free' })
    }
  }
  return dict
}

function xrefRows(bytes: Uint8Array, dict: Dict, start: number): Uint8Array {
  const length = dict.get('Length')
  if (typeof length !== 'number' || start + length > bytes.length)
    throw new PdfFault('damaged', 'a cross-reference stream without its length')
  const parser = new Parser(bytes, start + length)
  if (!parser.take('endstream')) parser.fail('a cross-reference stream that does not end where it says')
  let rows = bytes.subarray(start, start + length)
  for (const step of filtersOf(dict, (value) => value ?? null)) {
    if (step.name !== 'FlateDecode') throw new PdfFault('damaged', 'a cross-reference stream not deflated')
    rows = unpredict(inflate(rows, maxXrefBytes), step.parms)
  }
  return rows
}

function numbers(value: Value | undefined): number[] {
  if (!Array.isArray(value)) return []
  return value.map((item) => {
    if (typeof item !== 'number' || !Number.isInteger(item) || item < 0)
      throw new PdfFault('damaged', 'a number in a cross-reference')
    return item
  })
}

function nameIn(dict: Dict, key: string): string | null {
  const value = dict.get(key)
  return value instanceof Name ? value.value : null
}
