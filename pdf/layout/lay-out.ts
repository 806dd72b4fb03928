import { encode } from 'uqr'
import type { Block, LaidOut, LayoutRequest, Place, Qr } from './blocks.ts'
import { mm, Sheet, type TextStyle } from './sheet.ts'

const body: TextStyle = { size: 9.5 }
const small: TextStyle = { size: 8 }
const label: TextStyle = { size: 8.5, quiet: true }
const head: TextStyle = { size: 8, bold: true }
const record: TextStyle = { size: 6.8 }
const headings = {
  1: { size: 17, bold: true, before: 0, after: 8 },
  2: { size: 12, bold: true, before: 14, after: 6 },
  3: { size: 9.5, bold: true, before: 8, after: 3 },
  4: { size: 7.5, bold: true, before: 5, after: 2 },
}

/** Lays blocks out on A4 pages and returns the PDF with the positions of the named places. */
export async function layOut(request: LayoutRequest): Promise<LaidOut> {
  const sheet = new Sheet(request)
  const places: Place[] = []
  request.blocks.forEach((block, at) => draw(sheet, block, request.blocks[at + 1], places))
  const pages = sheet.page
  return { ok: true, pdf: await sheet.finish(request), pages, places }
}

function draw(sheet: Sheet, block: Block, next: Block | undefined, places: Place[]): void {
  switch (block.kind) {
    case 'heading':
      return heading(sheet, block, next)
    case 'paragraph':
      return paragraph(sheet, block.text, block.quiet ? label : body)
    case 'facts':
      return facts(sheet, block)
    case 'table':
      return table(sheet, block)
    case 'code':
      return code(sheet, block)
    case 'image':
      return image(sheet, block)
    case 'place':
      return void places.push(place(sheet, block))
    case 'slip':
      return slip(sheet, block)
    case 'page_break':
      return sheet.newPage()
  }
}

const slipTitle: TextStyle = { size: 12, bold: true }
const slipCode: TextStyle = { size: 14, bold: true }

/** The head and the person, what is typed where, and the notes, above a line to cut along. */
function slip(sheet: Sheet, { head, title, aside, rows, notes }: Extract<Block, { kind: 'slip' }>): void {
  const right = sheet.width - labelWidth
  const styleOf = (at: number) => (at === rows.length - 1 ? slipCode : body)
  const rowHeights = rows.map(([name, value], at) =>
    Math.max(sheet.height(name, labelWidth - 8, label), sheet.height(value, right, styleOf(at))),
  )
  const titleHeight = sheet.height(title, sheet.width - 30 * mm, slipTitle)
  const noteHeights = notes.map((text) => sheet.height(text, sheet.width, small))
  const sum = (heights: readonly number[], gap: number) =>
    heights.reduce((total, height) => total + height + gap, 0)
  sheet.room(16 + titleHeight + 6 + sum(rowHeights, 3) + 4 + sum(noteHeights, 2) + 22)
  sheet.add('P', () => sheet.text(head, sheet.left, sheet.y, sheet.width, label))
  sheet.y += 16
  sheet.add('H3', () => sheet.text(title, sheet.left, sheet.y, sheet.width - 30 * mm, slipTitle))
  const asideWidth = sheet.widthOf(aside, label) + 1
  sheet.add('P', () =>
    sheet.text(aside, sheet.left + sheet.width - asideWidth, sheet.y + 3, asideWidth, label),
  )
  sheet.y += titleHeight + 6
  const element = sheet.begin('Table')
  rows.forEach(([name, value], at) => {
    const { y } = sheet
    const row = sheet.begin('TR', element)
    row.add(sheet.pdf.struct('TH', {}, () => sheet.text(name, sheet.left, y + 0.8, labelWidth - 8, label)))
    row.add(
      sheet.pdf.struct('TD', {}, () => sheet.text(value, sheet.left + labelWidth, y, right, styleOf(at))),
    )
    row.end()
    sheet.y += (rowHeights[at] ?? 0) + 3
  })
  element.end()
  sheet.y += 4
  notes.forEach((text, at) => {
    sheet.add('P', () => sheet.text(text, sheet.left, sheet.y, sheet.width, small))
    sheet.y += (noteHeights[at] ?? 0) + 2
  })
  sheet.y += 8
  sheet.line(sheet.y, '#8a8c82')
  sheet.y += 14
}

/** A heading is kept together with the beginning of the next block. */
function heading(sheet: Sheet, { level, text }: Extract<Block, { kind: 'heading' }>, next?: Block): void {
  const style = headings[level]
  const height = sheet.height(text, sheet.width, style)
  const follows = next?.kind === 'code' ? 40 : 60
  if (!sheet.room(style.before + height + style.after + follows)) sheet.y += style.before
  sheet.add(`H${level}`, () => sheet.text(text, sheet.left, sheet.y, sheet.width, style))
  sheet.y += height + style.after
}

function paragraph(sheet: Sheet, text: string, style: TextStyle): void {
  const height = sheet.height(text, sheet.width, style)
  sheet.room(height)
  sheet.add('P', () => sheet.text(text, sheet.left, sheet.y, sheet.width, style))
  sheet.y += height + 6
}

const labelWidth = 44 * mm

function facts(sheet: Sheet, { rows, beside }: Extract<Block, { kind: 'facts' }>): void {
  const right = beside ? beside.size * mm + 6 * mm : 0
  const width = sheet.width - labelWidth - right
  if (beside) sheet.room(beside.size * mm + 30)
  const top = sheet.y
  const page = sheet.page
  if (beside) qr(sheet, beside, sheet.left + sheet.width - beside.size * mm, top)
  const element = sheet.begin('Table')
  for (const [name, value] of rows) {
    const height = Math.max(sheet.height(name, labelWidth - 8, label), sheet.height(value, width, body))
    sheet.room(height)
    const { y } = sheet
    const row = sheet.begin('TR', element)
    row.add(sheet.pdf.struct('TH', {}, () => sheet.text(name, sheet.left, y + 0.8, labelWidth - 8, label)))
    row.add(sheet.pdf.struct('TD', {}, () => sheet.text(value, sheet.left + labelWidth, y, width, body)))
    row.end()
    sheet.y += height + 4
  }
  element.end()
  if (beside && sheet.page === page) {
    const caption = sheet.height(beside.caption, beside.size * mm, small)
    sheet.y = Math.max(sheet.y, top + beside.size * mm + caption + 8)
  }
  sheet.y += 4
}

function qr(sheet: Sheet, { text, size, alt, caption }: Qr, x: number, y: number): void {
  const { data, size: modules } = encode(text, { border: 0, ecc: 'M' })
  const side = (size * mm) / modules
  sheet.add(
    'Figure',
    () => {
      data.forEach((row, down) =>
        row.forEach((dark, across) => {
          if (dark) sheet.pdf.rect(x + across * side, y + down * side, side + 0.05, side + 0.05)
        }),
      )
      sheet.pdf.fillColor('#000000').fill()
    },
    alt,
  )
  sheet.add('Caption', () => sheet.text(caption, x, y + size * mm + 4, size * mm, small))
}

function table(sheet: Sheet, { columns, rows }: Extract<Block, { kind: 'table' }>): void {
  const whole = columns.reduce((sum, { weight }) => sum + weight, 0)
  const widths = columns.map(({ weight }) => (sheet.width * weight) / whole)
  const titles = columns.map(({ title }) => title)
  const element = sheet.begin('Table')
  const write = (cells: readonly string[], role: 'TH' | 'TD', style: TextStyle) => {
    const height = rowHeight(cells, style)
    const row = sheet.begin('TR', element)
    let x = sheet.left
    cells.forEach((cell, at) => {
      const [here, width, { y }] = [x, widths[at] ?? 0, sheet]
      row.add(sheet.pdf.struct(role, {}, () => sheet.text(cell || '–', here, y + 3, width - 8, style)))
      x += width
    })
    row.end()
    sheet.y += height
    sheet.line(sheet.y, role === 'TH' ? '#8e8f86' : '#e4e4df')
  }
  const rowHeight = (cells: readonly string[], style: TextStyle) =>
    Math.max(...cells.map((cell, at) => sheet.height(cell || '–', (widths[at] ?? 0) - 8, style))) + 5
  sheet.room(rowHeight(titles, head) + 30)
  write(titles, 'TH', head)
  for (const cells of rows) {
    if (sheet.room(rowHeight(cells, small))) write(titles, 'TH', head)
    write(cells, 'TD', small)
  }
  element.end()
  sheet.y += 8
}

/** Lines filled with as many characters as fit. No line ends in a space, since text extraction would drop it. */
function code(sheet: Sheet, { label: name, text }: Extract<Block, { kind: 'code' }>): void {
  const width = sheet.width - labelWidth
  const lines = ['']
  let used = 0
  for (const char of text) {
    const wide = sheet.widthOf(char, record)
    // A space neither begins nor ends a line.
    if (used + wide > width - 4 && char !== ' ' && !lines.at(-1)?.endsWith(' ')) {
      lines.push('')
      used = 0
    }
    lines.push(`${lines.pop()}${char}`)
    used += wide
  }
  const height = record.size * 1.4
  lines.forEach((each, at) => {
    sheet.room(height)
    const { y } = sheet
    sheet.add(at === 0 ? 'P' : 'Code', () => {
      if (at === 0) sheet.text(name, sheet.left, y, labelWidth - 8, { ...record, quiet: true })
      sheet.fitting(each, sheet.left + labelWidth, y, record)
    })
    sheet.y += height
  })
}

function image(sheet: Sheet, { bytes, width, height, alt }: Extract<Block, { kind: 'image' }>): void {
  sheet.room(height * mm)
  const { y } = sheet
  const fit: [number, number] = [width * mm, height * mm]
  sheet.add('Figure', () => void sheet.pdf.image(Buffer.from(bytes), sheet.left, y, { fit }), alt)
  sheet.y += height * mm + 10
}

function place(sheet: Sheet, block: Extract<Block, { kind: 'place' }>): Place {
  const { name, width, height, caption } = block
  sheet.room(height * mm + 24)
  const at = { name, page: sheet.page, x: sheet.left / mm, y: sheet.y / mm, width, height }
  sheet.y += height * mm + 3
  const { y } = sheet
  sheet.artifact(
    () =>
      void sheet.pdf
        .moveTo(sheet.left, y)
        .lineTo(sheet.left + width * mm, y)
        .lineWidth(0.5)
        .stroke(),
  )
  sheet.add('P', () => sheet.text(caption, sheet.left, y + 3, width * mm, small))
  sheet.y += 24
  return at
}
