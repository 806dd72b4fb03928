import { inflateRawSync, inflateSync } from 'node:zlib'
import type { PdfDocument } from './document.ts'
import { PdfFault } from './faults.ts'
import { Name } from './syntax.ts'
import type { Dict, Stream, Value } from './syntax.ts'

/** Filters whose output may be far larger than their input. */
const expanding = new Set(['FlateDecode', 'Fl', 'LZWDecode', 'LZW', 'RunLengthDecode', 'RL'])

export interface FilterStep {
  name: string
  parms: Dict | null
}

/** The filters of a stream, in the order of decoding. `get` resolves references. */
export function filtersOf(dict: Dict, get: (value: Value | undefined) => Value): FilterStep[] {
  const filter = get(dict.get('Filter'))
  const parms = get(dict.get('DecodeParms'))
  const names = Array.isArray(filter) ? filter.map(get) : filter === null ? [] : [filter]
  const all = Array.isArray(parms) ? parms.map(get) : [parms]
  return names.map((name, n) => {
    if (!(name instanceof Name)) throw new PdfFault('damaged', 'a filter that is no name')
    const own = all[n]
    return { name: name.value, parms: own instanceof Map ? own : null }
  })
}

/** Bytes of a zlib stream before its compressed data (RFC 1950). */
const zlibHeader = 2

function expands(step: FilterStep): boolean {
  return expanding.has(step.name)
}

/** The length of a stream once its compression is undone, at most `limit`; one that doesn't inflate is `damaged`. */
export function decodedSize(doc: PdfDocument, stream: Stream, limit: number): number {
  let data = doc.raw(stream)
  const steps = filtersOf(stream.dict, (value) => doc.get(value))
  if (steps.filter(expands).length > 2) throw new PdfFault('decompression_bomb', 'filters upon filters')
  for (const step of steps) {
    if (step.name !== 'FlateDecode' && step.name !== 'Fl') break
    data = inflate(data, limit)
  }
  return data.length
}

/**
 * Inflates to at most `limit` bytes; a larger result is a `decompression_bomb`, any other failure `damaged`. Complete
 * data with a wrong checksum is taken, as by every other reader.
 */
export function inflate(data: Uint8Array, limit: number): Uint8Array {
  if (data.length === 0) return data
  const options = { maxOutputLength: limit }
  try {
    try {
      return inflateSync(data, options)
    } catch (error) {
      if (!(error instanceof Error) || error.message !== 'incorrect data check') throw error
      return inflateRawSync(data.subarray(zlibHeader), options)
    }
  } catch (error) {
    if (error instanceof RangeError)
      throw new PdfFault('decompression_bomb', `a stream of more than ${limit} bytes`)
    throw new PdfFault('damaged', 'a stream that does not inflate')
  }
}

/** Reverses the PNG predictors, which cross-reference streams use. */
export function unpredict(data: Uint8Array, parms: Dict | null): Uint8Array {
  const predictor = parms?.get('Predictor') ?? 1
  if (predictor === 1) return data
  const columns = parms?.get('Columns') ?? 1
  const colors = parms?.get('Colors') ?? 1
  const bits = parms?.get('BitsPerComponent') ?? 8
  if (
    typeof predictor !== 'number' ||
    predictor < 10 ||
    typeof columns !== 'number' ||
    colors !== 1 ||
    bits !== 8
  )
    throw new PdfFault('damaged', 'a predictor that no structure uses')
  if (!Number.isInteger(columns) || columns < 1 || columns > 4096)
    throw new PdfFault('damaged', 'predictor columns')
  const rows = Math.floor(data.length / (columns + 1))
  const out = new Uint8Array(rows * columns)
  for (let row = 0; row < rows; row++) {
    const kind = data[row * (columns + 1)] ?? 0
    for (let x = 0; x < columns; x++) {
      const at = row * columns + x
      const left = x > 0 ? (out[at - 1] ?? 0) : 0
      const up = row > 0 ? (out[at - columns] ?? 0) : 0
      const corner = x > 0 && row > 0 ? (out[at - columns - 1] ?? 0) : 0
      out[at] = (data[row * (columns + 1) + 1 + x] ?? 0) + predicted(kind, left, up, corner)
    }
  }
  return out
}

function predicted(kind: number, left: number, up: number, corner: number): number {
  if (kind === 0) return 0
  if (kind === 1) return left
  if (kind === 2) return up
  if (kind === 3) return (left + up) >> 1
  if (kind !== 4) throw new PdfFault('damaged', 'an unknown predictor')
  const guess = left + up - corner
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)]
  return a <= b && a <= c ? left : b <= c ? up : corner
}
