import { setImmediate as turn } from 'node:timers/promises'
import { SaxesParser } from 'saxes'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { refuse } from '../errors.ts'

/** Limits of a workbook's table. */
interface TableLimits {
  /** Rows below the header. */
  rows: number
  /** Bytes of the table as CSV. */
  bytes: number
}

/** Entries of the zip. A workbook of a spreadsheet program has some dozens. */
const mostEntries = 2000
/** Bytes that all parts together may have when inflated. */
const mostInflated = 64 * 1_048_576
/** Characters of all shared strings together. */
const mostShared = 24 * 1_048_576
/** Elements inside of each other, and attributes of one. A workbook needs some ten of each. */
const deepest = 40
const mostAttributes = 64
/**
 * Characters between two tags, attributes or texts of a part. A cell has 32,767 at most, six times as many when each is
 * escaped; a longer text would keep the event loop busy once it is whole.
 */
const longestRun = 524_288
/** Rows and columns of a sheet (ISO/IEC 29500-1, 18.3.1.73). */
const lastRow = 1_048_576
const lastColumn = 16_384

/**
 * Reads the first visible sheet of a workbook (Office Open XML, ISO/IEC 29500) as CSV with `;`, one line for each row
 * of the sheet, so that line numbers are those that the spreadsheet program shows. A cell is the text that its program
 * shows: the last value of a formula, a date as dd/mm/yyyy, digits with the zeros of their format. A formula without
 * a value is written as a formula. Streams the parts and lets the event loop turn between pieces.
 *
 * @throws {Refusal} IMPORT_WORKBOOK_NOT_READABLE: no workbook, damaged or encrypted. IMPORT_TOO_LARGE: more than the
 * limits when inflated. IMPORT_TOO_MANY_ROWS. IMPORT_MERGED_CELLS.
 */
export async function csvOfWorkbook(bytes: Buffer, limits: TableLimits): Promise<Buffer> {
  const parts = await openParts(bytes, limits)
  try {
    const workbook = await readWorkbook(parts)
    const shared = workbook.shared ? await readShared(parts, workbook.shared) : []
    const formats = workbook.styles ? await readFormats(parts, workbook.styles) : []
    return await readSheet(parts, workbook.sheet, { shared, formats, since1904: workbook.since1904, limits })
  } finally {
    parts.close()
  }
}

function refuseWorkbook(): never {
  refuse('IMPORT_WORKBOOK_NOT_READABLE', 'archivo')
}

function refuseSize(limits: TableLimits): never {
  refuse('IMPORT_TOO_LARGE', 'archivo', { maximo: Math.round(limits.bytes / 1_048_576) })
}

/** The parts of a workbook by their names. */
interface Parts {
  /** Parses a part; `on` receives the local names of elements, without prefixes. */
  parse(name: string, on: PartHandler): Promise<void>
  close(): void
}

/** The attributes of an element by their names as written; those that are read have no prefix, but for `r:id`. */
type Attributes = Readonly<Record<string, string>>

interface PartHandler {
  open?: (name: string, attributes: Attributes) => void
  text?: (text: string) => void
  close?: (name: string) => void
}

async function openParts(bytes: Buffer, limits: TableLimits): Promise<Parts> {
  const zip = await fromBufferPromise(bytes, { strictFileNames: false, validateEntrySizes: true }).catch(
    refuseWorkbook,
  )
  const entries = new Map<string, Entry>()
  try {
    if (zip.entryCount > mostEntries) refuseWorkbook()
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName.toLowerCase(), entry)
  } catch {
    zip.close()
    refuseWorkbook()
  }
  let inflated = 0
  return {
    async parse(name, on) {
      const entry = entries.get(name.toLowerCase())
      if (!entry || entry.isEncrypted()) refuseWorkbook()
      let run = 0
      const parser = parserOf(on, () => (run = 0))
      for await (const piece of piecesOf(zip, entry)) {
        inflated += piece.length
        if (inflated > mostInflated) refuseSize(limits)
        run += piece.length
        parser.write(piece)
        if (run > longestRun) refuseWorkbook()
        await turn()
      }
      parser.close()
    },
    close: () => zip.close(),
  }
}

/** The text of a part, in pieces. Fails where it doesn't inflate or isn't UTF-8. */
async function* piecesOf(zip: ZipFile, entry: Entry): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    const stream = await zip.openReadStreamPromise(entry)
    for await (const chunk of stream as AsyncIterable<Buffer>) yield decoder.decode(chunk, { stream: true })
    yield decoder.decode()
  } catch {
    refuseWorkbook()
  }
}

/**
 * A parser that refuses what no workbook has: a document type, entities of its own, depth, heaps of attributes.
 * `onPart` is called at each tag, attribute, text and comment.
 */
function parserOf({ open, text, close }: PartHandler, onPart: () => void): SaxesParser {
  const parser = new SaxesParser({ xmlns: false, position: false })
  let depth = 0
  let attributes = 0
  parser.on('doctype', refuseWorkbook)
  parser.on('error', refuseWorkbook)
  parser.on('comment', onPart)
  parser.on('processinginstruction', onPart)
  parser.on('opentagstart', () => {
    onPart()
    attributes = 0
    if (++depth > deepest) refuseWorkbook()
  })
  parser.on('attribute', () => {
    onPart()
    if (++attributes > mostAttributes) refuseWorkbook()
  })
  if (open) parser.on('opentag', ({ name, attributes }) => open(localName(name), attributes))
  parser.on('closetag', ({ name }) => {
    onPart()
    depth--
    close?.(localName(name))
  })
  for (const event of ['text', 'cdata'] as const)
    parser.on(event, (found) => {
      onPart()
      text?.(found)
    })
  return parser
}

const localName = (name: string) => (name.includes(':') ? name.slice(name.indexOf(':') + 1) : name)

/** Where the parts are, and since when the workbook counts days. */
interface Workbook {
  sheet: string
  shared: string | null
  styles: string | null
  since1904: boolean
}

async function readWorkbook(parts: Parts): Promise<Workbook> {
  const roots = await readRelations(parts, '_rels/.rels', '')
  const path = [...roots.values()].find(({ kind }) => kind === 'officeDocument')?.path
  if (!path) refuseWorkbook()
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const relations = await readRelations(parts, `${folder}_rels/${path.slice(folder.length)}.rels`, folder)
  let since1904 = false
  let first: string | undefined
  await parts.parse(path, {
    open(name, attributes) {
      if (name === 'workbookPr') since1904 = isTrue(attributes['date1904'])
      if (name !== 'sheet' || (attributes['state'] ?? 'visible') !== 'visible') return
      const id = Object.keys(attributes).find((key) => key.endsWith(':id'))
      const relation = relations.get(attributes[id ?? ''] ?? '')
      // A sheet may be a chart.
      if (relation?.kind === 'worksheet') first ??= relation.path
    },
  })
  if (!first) refuseWorkbook()
  const pathOf = (kind: string) => [...relations.values()].find((one) => one.kind === kind)?.path ?? null
  return { sheet: first, shared: pathOf('sharedStrings'), styles: pathOf('styles'), since1904 }
}

const isTrue = (value: string | undefined) => value === '1' || value === 'true'

/** The relationships of a part by their ids: the last word of their type, and their path in the zip. */
async function readRelations(
  parts: Parts,
  path: string,
  folder: string,
): Promise<Map<string, { kind: string; path: string }>> {
  const found = new Map<string, { kind: string; path: string }>()
  await parts.parse(path, {
    open(name, attributes) {
      const [id, type, target] = ['Id', 'Type', 'Target'].map((key) => attributes[key] ?? '')
      if (name !== 'Relationship' || !id || !type || !target) return
      const kind = type.slice(type.lastIndexOf('/') + 1)
      found.set(id, { kind, path: target.startsWith('/') ? target.slice(1) : folder + target })
    },
  })
  return found
}

async function readShared(parts: Parts, path: string): Promise<string[]> {
  const found: string[] = []
  let [item, size, inText, phonetic] = ['', 0, false, 0]
  await parts.parse(path, {
    open(name) {
      if (name === 'si') {
        item = ''
        size++
      }
      if (name === 'rPh') phonetic++
      inText = name === 't' && phonetic === 0
    },
    text(text) {
      if (!inText) return
      size += text.length
      if (size > mostShared) refuseWorkbook()
      item += text
    },
    close(name) {
      inText = false
      if (name === 'rPh') phonetic--
      if (name === 'si') found.push(unescaped(item))
    },
  })
  return found
}

/** `_x000D_` is a character by its number (ISO/IEC 29500-1, 22.9.2.19). */
function unescaped(text: string): string {
  return text.includes('_x')
    ? text.replace(/_x([0-9A-F]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text
}

/** The effect of a number format: a date, digits filled up to a length, or none. */
type Format = 'date' | { digits: number } | null

/** The formats of the styles that cells refer to. */
async function readFormats(parts: Parts, path: string): Promise<Format[]> {
  const own = new Map<number, string>()
  const found: Format[] = []
  let inCells = false
  await parts.parse(path, {
    open(name, attributes) {
      const id = Number(attributes['numFmtId'] ?? 0)
      if (name === 'numFmt') own.set(id, attributes['formatCode'] ?? '')
      if (name === 'cellXfs') inCells = true
      if (name === 'xf' && inCells) found.push(formatOf(id, own.get(id)))
    },
    close(name) {
      if (name === 'cellXfs') inCells = false
    },
  })
  return found
}

/** Formats of dates that every program has (ISO/IEC 29500-1, 18.8.30), those of East Asia included. */
const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)

function formatOf(id: number, code: string | undefined): Format {
  if (code === undefined) return isBuiltInDate(id) ? 'date' : null
  const plain = code.replace(/"[^"]*"|\[[^\][]*\]|[\\_*]./g, '')
  if (/[dy]/i.test(plain) || (/m/i.test(plain) && !/[hs]/i.test(plain))) return 'date'
  return /^[0 ./-]+$/.test(plain) ? { digits: plain.replace(/[^0]/g, '').length } : null
}

interface SheetFacts {
  shared: readonly string[]
  formats: readonly Format[]
  since1904: boolean
  limits: TableLimits
}

interface OpenCell {
  column: number
  type: string
  style: number
  value: string | null
  formula: string | null
}

async function readSheet(parts: Parts, path: string, facts: SheetFacts): Promise<Buffer> {
  const { limits } = facts
  const pieces: Buffer[] = []
  let [size, lines, filled, line, phonetic] = [0, 0, 0, 0, 0]
  let cells: string[] = []
  let [column, into] = [0, null as 'value' | 'formula' | null]
  let cell: OpenCell | null = null
  const endRow = () => {
    if (!cells.some((text) => text !== '')) return
    if (++filled > limits.rows + 1) refuse('IMPORT_TOO_MANY_ROWS', 'archivo', { maximo: limits.rows })
    const piece = Buffer.from(`${'\n'.repeat(line - 1 - lines)}${cells.map(csvCell).join(';')}\n`)
    size += piece.length
    if (size > limits.bytes) refuseSize(limits)
    pieces.push(piece)
    lines = line
  }
  await parts.parse(path, {
    open(name, attributes) {
      if (name === 'row') {
        const next = Number(attributes['r'] ?? line + 1)
        if (!Number.isInteger(next) || next <= line || next > lastRow) refuseWorkbook()
        line = next
        cells = []
        column = 0
      } else if (name === 'c') {
        const at = columnOf(attributes['r']) ?? column
        if (at < column || at >= lastColumn) refuseWorkbook()
        column = at + 1
        cell = {
          column: at,
          type: attributes['t'] ?? 'n',
          style: Number(attributes['s'] ?? 0),
          value: null,
          formula: null,
        }
      } else if (name === 'mergeCell')
        refuse('IMPORT_MERGED_CELLS', 'archivo', { rango: (attributes['ref'] ?? '').slice(0, 30) })
      else if (name === 'rPh') phonetic++
      into = name === 'f' ? 'formula' : name === 'v' || (name === 't' && phonetic === 0) ? 'value' : null
      if (cell && into) cell[into] ??= ''
    },
    text(text) {
      if (cell && into) cell[into] = (cell[into] ?? '') + text
    },
    close(name) {
      into = null
      if (name === 'rPh') phonetic--
      if (name === 'c' && cell) {
        const text = cellText(cell, facts)
        if (text !== '') {
          while (cells.length < cell.column) cells.push('')
          cells.push(text)
        }
        cell = null
      }
      if (name === 'row') endRow()
    },
  })
  return Buffer.concat(pieces)
}

/** The column of a reference such as `AB12`, from 0. */
function columnOf(reference: string | undefined): number | null {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0]
  if (!letters) return null
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function cellText({ type, style, value, formula }: OpenCell, facts: SheetFacts): string {
  if (value === null) return formula === null ? '' : oneLine(`=${formula}`)
  if (type === 's') return oneLine(facts.shared[Number(value)] ?? '')
  if (type === 'd') return dayText(new Date(value)) ?? oneLine(value)
  if (type !== 'n') return oneLine(unescaped(value))
  const number = Number(value)
  if (value.trim() === '' || !Number.isFinite(number)) return oneLine(value)
  const format = facts.formats[style] ?? null
  if (format === 'date') return serialText(number, facts.since1904)
  const text = numberText(number)
  return format && /^\d+$/.test(text) ? text.padStart(format.digits, '0') : text
}

/** Line breaks and tabs within a cell are spaces: no field of a person has lines. */
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** Programs keep 15 digits of a number; a longer one is shown rounded, so that it is recognised as such. */
function numberText(number: number): string {
  return Math.abs(number) < 1e15 ? String(number) : number.toExponential(14)
}

const dayMs = 86_400_000

/** A day as programs count them: since 1900, with a 29 February that year never had, or since 1904. */
function serialText(serial: number, since1904: boolean): string {
  const days = Math.floor(serial)
  const first = since1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, days < 60 ? 31 : 30)
  const fits = days >= 0 && days <= 2_958_465
  return (fits && dayText(new Date(first + days * dayMs))) || numberText(serial)
}

function dayText(day: Date): string | null {
  if (Number.isNaN(day.getTime())) return null
  const [year = '', month = '', date = ''] = day.toISOString().slice(0, 10).split('-')
  return `${date}/${month}/${year}`
}

function csvCell(text: string): string {
  return /[";]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
