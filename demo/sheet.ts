import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Color, type EmbeddedFont, PDF, type PDFPage, rgb } from '@libpdf/core'

/** IBM Plex Sans, whose figures all have one width, so that columns of money stand under each other. */
const face = (name: string) =>
  readFileSync(fileURLToPath(import.meta.resolve(`@expo-google-fonts/ibm-plex-sans/${name}`)))
const REGULAR = face('400Regular/IBMPlexSans_400Regular.ttf')
const STRONG = face('600SemiBold/IBMPlexSans_600SemiBold.ttf')

const POINTS = 72 / 25.4
const HEIGHT = 297

export function colourOf(hex: string): Color {
  const part = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16) / 255
  return rgb(part(1), part(3), part(5))
}

export const INK = colourOf('#1b1c19')
export const SOFT = colourOf('#52544c')
export const LABEL = colourOf('#6b6d64')
const FRAME = colourOf('#7f8179')
const RULE = colourOf('#c4c5be')
const FILL = colourOf('#eef0ef')

export type TextStyle = { size: number; strong?: boolean; color?: Color; align?: 'left' | 'right' | 'center' }

/** One A4 page measured like paper: millimetres from the top left corner, sizes of letters in points. */
export type Sheet = {
  /** Draws one line of text on its baseline; x is its left, right or middle by `align`. */
  text(words: string, x: number, baseline: number, style: TextStyle): void
  /** Breaks text at `width` and returns the baseline under its last line. */
  paragraph(
    words: string,
    x: number,
    baseline: number,
    width: number,
    style: TextStyle & { leading: number },
  ): number
  /** Millimetres that a line of text takes. */
  width(words: string, style: TextStyle): number
  rule(x: number, y: number, toX: number, toY: number, kind?: 'thin' | 'frame'): void
  box(x: number, y: number, width: number, height: number, kind: 'frame' | 'fill' | 'filled_frame'): void
  /** Cubic curves through the points, stroked; the first point starts, then three by three. */
  curve(points: readonly (readonly [number, number])[], color: Color, thickness: number): void
  disc(x: number, y: number, radius: number, color: Color, thickness?: number): void
  save(): Promise<Uint8Array>
}

export type SheetFacts = { title: string; author: string; subject: string; made: string }

function breakLines(words: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of words.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line === '' || fits(longer)) line = longer
    else {
      lines.push(line)
      line = word
    }
  }
  return [...lines, line]
}

function openDocument(facts: SheetFacts): {
  pdf: PDF
  page: PDFPage
  regular: EmbeddedFont
  strong: EmbeddedFont
} {
  const pdf = PDF.create()
  pdf.setTitle(facts.title, { showInWindowTitleBar: true })
  pdf.setAuthor(facts.author)
  pdf.setSubject(facts.subject)
  pdf.setLanguage('es-AR')
  pdf.setCreationDate(new Date(facts.made))
  pdf.setModificationDate(new Date(facts.made))
  const page = pdf.addPage({ width: 210 * POINTS, height: HEIGHT * POINTS })
  return { pdf, page, regular: pdf.embedFont(REGULAR), strong: pdf.embedFont(STRONG) }
}

/** Opens a new document of one page; the fonts are embedded with only the letters that it uses. */
export function openSheet(facts: SheetFacts): Sheet {
  const { pdf, page, regular, strong } = openDocument(facts)
  const mm = (value: number) => value * POINTS
  const up = (y: number) => (HEIGHT - y) * POINTS
  const fontOf = (style: TextStyle) => (style.strong ? strong : regular)
  const width = (words: string, style: TextStyle) =>
    fontOf(style).widthOfTextAtSize(words, style.size) / POINTS

  const text: Sheet['text'] = (words, x, baseline, style) => {
    const shift =
      style.align === 'right' ? width(words, style) : style.align === 'center' ? width(words, style) / 2 : 0
    page.drawText(words, {
      x: mm(x - shift),
      y: up(baseline),
      font: fontOf(style),
      size: style.size,
      color: style.color ?? INK,
    })
  }

  return {
    text,
    width,
    paragraph(words, x, baseline, maximum, style) {
      const lines = breakLines(words, (line) => width(line, style) <= maximum)
      lines.forEach((line, index) => text(line, x, baseline + index * style.leading, style))
      return baseline + lines.length * style.leading
    },
    rule(x, y, toX, toY, kind = 'thin') {
      page.drawLine({
        start: { x: mm(x), y: up(y) },
        end: { x: mm(toX), y: up(toY) },
        color: kind === 'frame' ? FRAME : RULE,
        thickness: kind === 'frame' ? 0.8 : 0.5,
      })
    },
    box(x, y, boxWidth, height, kind) {
      page.drawRectangle({
        x: mm(x),
        y: up(y + height),
        width: mm(boxWidth),
        height: mm(height),
        ...(kind === 'frame' ? {} : { color: FILL }),
        ...(kind === 'fill' ? {} : { borderColor: FRAME, borderWidth: 0.8 }),
      })
    },
    curve(points, color, thickness) {
      const [start, ...rest] = points.map(([x, y]) => [mm(x), up(y)] as const)
      if (!start) return
      const path = page.drawPath().moveTo(start[0], start[1])
      for (let at = 0; at + 2 < rest.length; at += 3) {
        const [a, b, c] = rest.slice(at, at + 3)
        if (a && b && c) path.curveTo(a[0], a[1], b[0], b[1], c[0], c[1])
      }
      path.stroke({ borderColor: color, borderWidth: mm(thickness), lineCap: 'round' })
    },
    disc(x, y, radius, color, thickness) {
      page.drawCircle({
        x: mm(x),
        y: up(y),
        radius: mm(radius),
        ...(thickness === undefined ? { color } : { borderColor: color, borderWidth: mm(thickness) }),
      })
    },
    save: () => pdf.save({ subsetFonts: true }),
  }
}
