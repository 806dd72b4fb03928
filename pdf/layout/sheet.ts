import { fileURLToPath } from 'node:url'
import PdfMaker from 'pdfkit'
import type { LayoutRequest } from './blocks.ts'

/** Points (1/72 inch) per millimetre. */
export const mm = 72 / 25.4

const paper = { width: 210 * mm, height: 297 * mm }
const margin = { side: 18 * mm, top: 16 * mm, bottom: 20 * mm }
const ink = '#1b1c19'
const quiet = '#52544c'

type Pdf = InstanceType<typeof PdfMaker>
type Element = ReturnType<Pdf['struct']>

export interface TextStyle {
  size: number
  bold?: boolean
  quiet?: boolean
}

/**
 * A4 pages written from top to bottom, tagged so that a screen reader distinguishes headings, tables and table heads
 * from text. Keeps the vertical position and begins a new page when one is full.
 */
export class Sheet {
  readonly pdf: Pdf
  readonly #root: Element
  readonly #widths = new Map<string, number>()
  readonly left = margin.side
  readonly width = paper.width - 2 * margin.side
  y = margin.top

  constructor({ title, author, language, created }: LayoutRequest) {
    this.pdf = new PdfMaker({
      size: [paper.width, paper.height],
      margin: 0,
      bufferPages: true,
      pdfVersion: '1.7',
      lang: language === 'pt' ? 'pt-BR' : 'es',
      tagged: true,
      displayTitle: true,
      font: fontFile('Regular'),
      info: { Title: title, Author: author, Creator: 'Legajo', CreationDate: created, ModDate: created },
    })
    this.pdf.registerFont('regular', fontFile('Regular'))
    this.pdf.registerFont('bold', fontFile('Bold'))
    this.#root = this.pdf.struct('Document')
    this.pdf.addStructure(this.#root)
  }

  get page(): number {
    return this.pdf.bufferedPageRange().count
  }

  /** Begins a new page unless `height` still fits; returns whether it did. */
  room(height: number): boolean {
    if (this.y + height <= paper.height - margin.bottom) return false
    this.newPage()
    return true
  }

  newPage(): void {
    this.pdf.addPage()
    this.y = margin.top
  }

  /** Adds readable content with this structure role, drawn at once. `alt` is the text alternative of a picture. */
  add(role: string, draw: () => void, alt?: string): void {
    this.#root.add(this.pdf.struct(role, alt === undefined ? {} : { alt }, draw))
  }

  /** Begins an element that contains others: a table, its rows. Closed by {@link end}. */
  begin(role: string, parent: Element = this.#root): Element {
    const element = this.pdf.struct(role)
    parent.add(element)
    return element
  }

  /** Draws content that a screen reader skips: lines, frames, page numbers. */
  artifact(draw: () => void, type: 'Layout' | 'Pagination' = 'Layout'): void {
    this.pdf.markContent('Artifact', { type })
    draw()
    this.pdf.endMarkedContent()
  }

  /** The height of a text at this width, in points. */
  height(text: string, width: number, style: TextStyle): number {
    return this.#font(style).heightOfString(text, { width, lineGap: gap(style) })
  }

  widthOf(text: string, style: TextStyle): number {
    const key = `${style.size} ${style.bold ?? false} ${text}`
    let width = this.#widths.get(key)
    if (width === undefined) this.#widths.set(key, (width = this.#font(style).widthOfString(text)))
    return width
  }

  /** Writes a text at a position without moving the current one. */
  text(text: string, x: number, y: number, width: number, style: TextStyle): void {
    this.#font(style)
      .fillColor(style.quiet ? quiet : ink)
      .text(text, x, y, { width, lineGap: gap(style) })
  }

  /** Writes a text known to fit on one line: trying to wrap takes longer than writing. */
  fitting(text: string, x: number, y: number, style: TextStyle): void {
    this.#font(style)
      .fillColor(style.quiet ? quiet : ink)
      .text(text, x, y, { lineBreak: false })
  }

  /** A hairline from edge to edge. */
  line(y: number, colour = '#d3d3cc'): void {
    const { left, width, pdf } = this
    this.artifact(() =>
      pdf
        .moveTo(left, y)
        .lineTo(left + width, y)
        .lineWidth(0.5)
        .strokeColor(colour)
        .stroke(),
    )
  }

  /** Writes the foot of every page and closes the file. */
  async finish({ foot, pageWords }: LayoutRequest): Promise<Buffer> {
    this.#root.end()
    const { count } = this.pdf.bufferedPageRange()
    const style = { size: 8, quiet: true }
    for (let n = 0; n < count; n++) {
      this.pdf.switchToPage(n)
      const words = pageWords.replace('{{pagina}}', String(n + 1)).replace('{{paginas}}', String(count))
      const y = paper.height - margin.bottom + 6 * mm
      this.line(y - 2 * mm)
      this.artifact(() => {
        const numbers = this.widthOf(words, style) + 1
        this.text(foot, this.left, y, this.width - numbers - 12, style)
        this.text(words, this.left + this.width - numbers, y, numbers, style)
      }, 'Pagination')
    }
    const chunks: Buffer[] = []
    this.pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
    const ended = new Promise<void>((resolve, reject) => this.pdf.on('end', resolve).on('error', reject))
    this.pdf.end()
    await ended
    return Buffer.concat(chunks)
  }

  #font({ size, bold = false }: TextStyle): Pdf {
    return this.pdf.font(bold ? 'bold' : 'regular').fontSize(size)
  }
}

function gap({ size }: TextStyle): number {
  return size * 0.2
}

function fontFile(weight: 'Regular' | 'Bold'): string {
  return fileURLToPath(new URL(`../fonts/LiberationSans-${weight}.ttf`, import.meta.url))
}
