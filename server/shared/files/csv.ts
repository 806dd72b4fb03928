import { isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { CsvError, parse } from 'csv-parse'
import { refuse } from '../errors.ts'

/** Bytes that are read in one turn of the event loop: a record with too many cells costs the parser an error each. */
const piece = 16_384

export type TextEncoding = 'utf-8' | 'utf-16' | 'windows-1252'

/** A table as a spreadsheet program saved it. */
export interface CsvTable {
  encoding: TextEncoding
  delimiter: string
  header: string[]
  /** Each with the line of the file on which it begins, from 1. */
  rows: { line: number; cells: string[] }[]
  /** Lines of the file, from 1, whose encoding differs from that of most others that tell theirs. */
  oddLines: number[]
}

/**
 * Whether bytes can be text: no control characters except line breaks and tabs, unless a byte order mark means UTF-16.
 */
export function looksLikeText(bytes: Buffer): boolean {
  if (isWide(bytes)) return bytes.length % 2 === 0 && !decodeWide(bytes).includes('\0')
  return !bytes.some((byte) => byte < 32 && byte !== 9 && byte !== 10 && byte !== 13)
}

/**
 * By the mark at its beginning, else each line strictly as UTF-8 or else as the windows-1252 of older spreadsheets:
 * people add lines of one program to a file of another. The encoding is that of most lines that tell theirs;
 * `oddLines` are the others, from 1. Lets the event loop turn between pieces of the file.
 */
export async function decodeText(
  bytes: Buffer,
): Promise<{ text: string; encoding: TextEncoding; oddLines: number[] }> {
  await turn()
  if (isWide(bytes)) return { text: decodeWide(bytes), encoding: 'utf-16', oddLines: [] }
  if (isUtf8(bytes)) return { text: decoders['utf-8'].decode(bytes), encoding: 'utf-8', oddLines: [] }
  return decodeLines(bytes)
}

function decodeWide(bytes: Buffer): string {
  return new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes)
}

const decoders = { 'utf-8': new TextDecoder('utf-8'), 'windows-1252': new TextDecoder('windows-1252') }

type LineEncoding = keyof typeof decoders

const encodingOf = (line: Buffer): LineEncoding => (isUtf8(line) ? 'utf-8' : 'windows-1252')

async function decodeLines(bytes: Buffer): ReturnType<typeof decodeText> {
  const pieces: string[] = []
  let runs: string[] = []
  const lines: Record<LineEncoding, number[]> = { 'utf-8': [], 'windows-1252': [] }
  // Neighbouring lines of one encoding are decoded together; plain ASCII is the same in both.
  let run: { encoding: LineEncoding; from: number } = { encoding: 'utf-8', from: 0 }
  const end = bytes.includes(10) ? 10 : 13
  let line = 1
  let start = 0
  let isPlain = true
  for (let at = 0; at < bytes.length; at++) {
    if (at % piece === 0) {
      pieces.push(runs.join(''))
      runs = []
      await turn()
    }
    const byte = bytes[at] ?? 0
    if (byte > 127) isPlain = false
    if (byte !== end && at < bytes.length - 1) continue
    const encoding = isPlain ? run.encoding : encodingOf(bytes.subarray(start, at + 1))
    if (!isPlain) lines[encoding].push(line)
    if (encoding !== run.encoding || at - run.from > piece) {
      runs.push(decoders[run.encoding].decode(bytes.subarray(run.from, start)))
      run = { encoding, from: start }
    }
    line++
    start = at + 1
    isPlain = true
  }
  pieces.push(...runs, decoders[run.encoding].decode(bytes.subarray(run.from)))
  const encoding = lines['utf-8'].length >= lines['windows-1252'].length ? 'utf-8' : 'windows-1252'
  return { text: pieces.join(''), encoding, oddLines: lines[encoding === 'utf-8' ? 'windows-1252' : 'utf-8'] }
}

/**
 * Parses a CSV: `sep=` sets the delimiter, else `known`, else the one that splits the header more often. Empty lines are
 * skipped. Lets the event loop turn between pieces of the file.
 *
 * @throws {Refusal} IMPORT_NOT_READABLE: a quotation mark has no pair, or a line is too long. IMPORT_EMPTY: there are no
 * rows. IMPORT_TOO_MANY_ROWS.
 */
export async function readCsv(bytes: Buffer, mostRows: number, known?: string): Promise<CsvTable> {
  const { text, encoding, oddLines } = await decodeText(bytes)
  const said = /^sep=(.)\r?\n/i.exec(text)
  const body = said ? text.slice(said[0].length) : text
  const before = said ? 1 : 0
  const delimiter = said?.[1] ?? known ?? delimiterOf(body)
  const [head, ...rows] = await recordsOf(body, delimiter, before, mostRows)
  if (!head || rows.length === 0) refuse('IMPORT_EMPTY', 'archivo')
  if (rows.length > mostRows) refuse('IMPORT_TOO_MANY_ROWS', 'archivo', { maximo: mostRows })
  return { encoding, delimiter, header: head.cells.map((cell) => cell.trim()), rows, oddLines }
}

/** Bytes of one line, and of the texts of one record. */
const longestLine = 262_144

/** Finds a line that is too long; its number from 1, or null. */
function findLongLine(bytes: Buffer): number | null {
  const end = bytes.includes(10) ? 10 : 13
  for (let at = 0; bytes.length - at > longestLine;) {
    const last = bytes.lastIndexOf(end, at + longestLine)
    if (last < at) return bytes.subarray(0, at).filter((byte) => byte === end).length + 1
    at = last + 1
  }
  return null
}

async function* piecesOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += piece) {
    await turn()
    yield bytes.subarray(at, at + piece)
  }
}

async function recordsOf(
  text: string,
  delimiter: string,
  before: number,
  mostRows: number,
): Promise<CsvTable['rows']> {
  await turn()
  const bytes = Buffer.from(text)
  const long = findLongLine(bytes)
  if (long !== null) refuse('IMPORT_NOT_READABLE', 'archivo', { linea: before + long })
  const found: CsvTable['rows'] = []
  const parser = parse({
    delimiter,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    max_record_size: longestLine,
    // The header and one more, which shows that there are too many.
    to: mostRows + 2,
  })
  try {
    const records = Readable.from(piecesOf(bytes)).pipe(parser)
    for await (const { record, info } of records as AsyncIterable<{
      record: string[]
      info: { lines: number }
    }>) {
      // The parser counts the line on which a record ends; it begins as many earlier as its cells have breaks.
      const breaks = record.reduce((sum, cell) => sum + (cell.match(/\n/g)?.length ?? 0), 0)
      found.push({ line: before + info.lines - breaks, cells: record })
    }
    return found
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = 'lines' in error ? Number(error.lines) : 1
    refuse('IMPORT_NOT_READABLE', 'archivo', { linea: before + line })
  }
}

function delimiterOf(text: string): string {
  const head = text.slice(0, text.search(/\r|\n|$/))
  const times = (mark: string) => head.split(mark).length
  const [most = ';'] = [';', ',', '\t'].toSorted((one, other) => times(other) - times(one))
  return most
}

/**
 * Rows as lines of CSV for spreadsheet programs of people who write decimals with a comma: separated by `;`, each
 * line ended by CRLF, and an apostrophe before a cell that a program would take for a formula.
 */
export function csvLines(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `${cells.map(csvCell).join(';')}\r\n`).join('')
}

/** The start of a formula, after signs that a program may skip: white space, controls and invisible marks. */
const formula = /^(?:[\t\n\r]|[\s\p{C}\p{Mn}]*[=+\-@\uff1d\uff0b\uff0d\uff20])/u

function csvCell(text: string): string {
  const safe = formula.test(text) ? `'${text}` : text
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A whole CSV, with the mark by which spreadsheet programs know UTF-8. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return csvMark + csvLines(rows)
}

export const csvMark = '\ufeff'

function isWide(bytes: Buffer): boolean {
  return (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
}
