import { Readable } from 'node:stream'
import { csvLines, csvMark } from './csv.ts'
import type { ZipEntry } from './zip.ts'
import { zipOf } from './zip.ts'

/** A table to be written row by row: every cell is text, so that nothing in it is ever computed. */
export interface Sheet {
  name: string
  /** Heads, with the width of their column in characters. */
  columns: readonly { head: string; width: number }[]
  rows: AsyncIterable<readonly (readonly string[])[]>
}

/** Maximum length of a spreadsheet's cell, in characters. */
const longestCell = 32_767

/**
 * A spreadsheet (Office Open XML, ISO/IEC 29500) as a stream: rows are fetched in batches at the reader's speed, so a
 * hundred thousand of them need no more memory than one batch. The head row is frozen.
 */
export function spreadsheetOf(sheet: Sheet): Readable {
  async function* parts(): AsyncGenerator<ZipEntry> {
    for (const [name, xml] of Object.entries(frame(sheet.name)))
      yield { name, stream: Buffer.from(head + xml) }
    yield { name: 'xl/worksheets/sheet1.xml', stream: sheetXml(sheet) }
  }
  return zipOf(parts())
}

/** A sheet as CSV, streamed batch by batch like {@link spreadsheetOf}. */
export function csvStreamOf({ columns, rows }: Sheet): Readable {
  async function* lines() {
    yield csvMark + csvLines([columns.map((column) => column.head)])
    for await (const batch of rows) yield csvLines(batch)
  }
  return Readable.from(lines(), { objectMode: false })
}

async function* sheetXml({ columns, rows }: Sheet): AsyncGenerator<string> {
  const widths = columns.map(
    ({ width }, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  )
  yield (
    `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">` +
      `<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>` +
      `<cols>${widths.join('')}</cols><sheetData>${rowXml(
        columns.map((column) => column.head),
        1,
      )}`
  )
  for await (const batch of rows) {
    let text = ''
    for (const cells of batch) text += rowXml(cells)
    yield text
  }
  yield '</sheetData></worksheet>'
}

function rowXml(cells: readonly string[], style = 0): string {
  let row = '<row>'
  for (const cell of cells) {
    row +=
      cell === ''
        ? `<c s="${style}"/>`
        : `<c s="${style}" t="inlineStr"><is><t${edges.test(cell) ? ' xml:space="preserve"' : ''}>${xmlText(cell)}</t></is></c>`
  }
  return `${row}</row>`
}

/** White space that an XML reader would drop unless it is preserved. */
const edges = /^\s|\s$|[\n\r\t]| {2}/
/** Characters that need escaping. Tested first because nearly no text has any, and cells are written by the million. */
const special = /[&<>]|_x|[^\t\n\r\u0020-\ud7ff\ue000-\ufffd]/i

/**
 * Escapes text for XML. Characters that XML cannot contain are dropped; the underscore of `_x0041_` is escaped, since
 * it would be decoded as a letter.
 */
function xmlText(text: string): string {
  const short = text.length > longestCell ? text.slice(0, longestCell) : text
  if (!special.test(short)) return short
  return short
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const packaged = 'http://schemas.openxmlformats.org/package/2006'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The parts that every workbook of one sheet has. Style 0 is text (format 49); 1 is text in bold, for heads. */
function frame(name: string): Record<string, string> {
  const relation = (id: number, kind: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${office}/${kind}" Target="${target}"/>`
  return {
    '[Content_Types].xml':
      `<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
      `<Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/>` +
      `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/>` +
      `<Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${packaged}/relationships">${relation(1, 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml':
      `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>` +
      `<sheet name="${xmlText(sheetName(name))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packaged}/relationships">${relation(1, 'worksheet', 'worksheets/sheet1.xml')}${relation(2, 'styles', 'styles.xml')}</Relationships>`,
    'xl/styles.xml':
      `<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>` +
      `<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>` +
      `<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>` +
      `<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>` +
      `<cellXfs count="2"><xf numFmtId="49" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" applyNumberFormat="1" applyFont="1"/></cellXfs></styleSheet>`,
  }
}

/** A sheet's name has 31 characters at most, and none of these. */
function sheetName(name: string): string {
  return name.replace(/[[\]*?:/\\"]/g, ' ').slice(0, 31)
}
