import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { deflateSync } from 'node:zlib'
import { type FontFile, type FontSubset, fontFrom, subsetFor } from '#pdf/font.ts'
import { dateString, formatNumber, textString } from '#pdf/serialize.ts'

/** IBM Plex Sans, whose digits have equal widths, so that columns of money align. */
const face = (weight: string, name: string) => {
  const path = import.meta.resolve(`@expo-google-fonts/ibm-plex-sans/${weight}/${name}.ttf`)
  return fontFrom(name, readFileSync(fileURLToPath(path)))
}
const REGULAR = face('400Regular', 'IBMPlexSans_400Regular')
const STRONG = face('600SemiBold', 'IBMPlexSans_600SemiBold')

/** The characters of all these documents: one subset of each font serves them all. */
const LETTERS = Array.from(
  ' 0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-/:;.,()·−–?%$+&@’|º°ªÁÂÃÀÉÊÍÓÔÕÚÜÇÑáâãàéêíóôõúüçñ',
)

const POINTS = 72 / 25.4
const HEIGHT = 297

/** A colour as PDF writes it: three parts of one. */
export type Color = string

export function colourOf(hex: string): Color {
  return [1, 3, 5].map((at) => formatNumber(Number.parseInt(hex.slice(at, at + 2), 16) / 255)).join(' ')
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
  save(): Buffer
}

export type SheetFacts = {
  title: string
  author: string
  subject: string
  /** ISO, with its offset. */
  made: string
  language: string
}

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

const widths = new Map<FontFile, Map<string, number>>([
  [REGULAR, new Map()],
  [STRONG, new Map()],
])

/** Thousandths of the size of the letters. */
function widthOf(font: FontFile, words: string): number {
  const known = widths.get(font)
  let sum = 0
  for (const letter of words) {
    let width = known?.get(letter)
    if (width === undefined) {
      width = (font.advance(font.glyphOf(letter.codePointAt(0) ?? 0)) * 1000) / font.unitsPerEm
      known?.set(letter, width)
    }
    sum += width
  }
  return sum
}

/** Opens a new document of one page; all that a company's payroll prints shares one cut of its fonts. */
export function openSheet(facts: SheetFacts): Sheet {
  const drawn: string[] = []
  const cuts = { R: subsetFor(REGULAR, '', LETTERS), B: subsetFor(STRONG, '', LETTERS) }
  const mm = (value: number) => formatNumber(Math.round(value * POINTS * 100) / 100)
  const up = (y: number) => mm(HEIGHT - y)
  const point = (x: number, y: number) => `${mm(x)} ${up(y)}`
  const width = (words: string, { strong, size }: TextStyle) =>
    (widthOf(strong ? STRONG : REGULAR, words) * size) / 1000 / POINTS

  const text: Sheet['text'] = (words, x, baseline, style) => {
    const shift =
      style.align === 'right' ? width(words, style) : style.align === 'center' ? width(words, style) / 2 : 0
    const name = style.strong ? 'B' : 'R'
    drawn.push(
      `BT ${style.color ?? INK} rg /${name} ${style.size} Tf ${point(x - shift, baseline)} Td <${cuts[name].encode(words)}> Tj ET`,
    )
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
      const [colour, thickness] = kind === 'frame' ? [FRAME, 0.8] : [RULE, 0.5]
      drawn.push(`${colour} RG ${thickness} w ${point(x, y)} m ${point(toX, toY)} l S`)
    },
    box(x, y, boxWidth, height, kind) {
      const colours = `${kind === 'frame' ? '' : `${FILL} rg `}${kind === 'fill' ? '' : `${FRAME} RG .8 w `}`
      const paint = { frame: 'S', fill: 'f', filled_frame: 'B' }[kind]
      drawn.push(`${colours}${point(x, y + height)} ${mm(boxWidth)} ${mm(height)} re ${paint}`)
    },
    curve(points, color, thickness) {
      const [start, ...rest] = points.map(([x, y]) => point(x, y))
      if (!start) return
      let path = `${color} RG 1 J ${mm(thickness)} w ${start} m`
      for (let at = 0; at + 2 < rest.length; at += 3) path += ` ${rest.slice(at, at + 3).join(' ')} c`
      drawn.push(`${path} S`)
    },
    disc(x, y, radius, color, thickness) {
      const bend = radius * 0.5523
      const path = [
        `${point(x + radius, y)} m`,
        `${point(x + radius, y - bend)} ${point(x + bend, y - radius)} ${point(x, y - radius)} c`,
        `${point(x - bend, y - radius)} ${point(x - radius, y - bend)} ${point(x - radius, y)} c`,
        `${point(x - radius, y + bend)} ${point(x - bend, y + radius)} ${point(x, y + radius)} c`,
        `${point(x + bend, y + radius)} ${point(x + radius, y + bend)} ${point(x + radius, y)} c h`,
      ].join(' ')
      drawn.push(
        thickness === undefined ? `${color} rg ${path} f` : `${color} RG ${mm(thickness)} w ${path} S`,
      )
    },
    save: () => fileOf(facts, drawn.join('\n'), cuts),
  }
}

/** The objects of a document of one A4 page, and where each begins (ISO 32000-1 §7.5). */
function fileOf(facts: SheetFacts, content: string, fonts: Record<'R' | 'B', FontSubset>): Buffer {
  const parts: Buffer[] = []
  const offsets: number[] = []
  let length = 0
  const append = (part: string | Buffer) => {
    const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : part
    parts.push(bytes)
    length += bytes.length
  }
  const write = (body: string, stream?: Buffer) => {
    offsets.push(length)
    append(`${offsets.length} 0 obj\n`)
    if (stream) {
      append(`<<${body}/Length ${stream.length}>>\nstream\n`)
      append(stream)
      append('\nendstream')
    } else append(body)
    append('\nendobj\n')
    return offsets.length
  }
  append('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n')
  write(
    `<</Type/Catalog/Pages 2 0 R/Lang${textString(facts.language)}/ViewerPreferences<</DisplayDocTitle true>>>>`,
  )
  write('<</Type/Pages/Kids[3 0 R]/Count 1>>')
  const box = [210, HEIGHT].map((side) => formatNumber(side * POINTS)).join(' ')
  write(
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${box}]/Contents 4 0 R/Resources<</Font<</R 5 0 R/B 10 0 R>>>>>>`,
  )
  write('/Filter/FlateDecode', deflateSync(Buffer.from(content, 'latin1')))
  writeFont(write, fonts.R, 5)
  writeFont(write, fonts.B, 10)
  const made = dateString(new Date(facts.made))
  const info = write(
    `<</Title${textString(facts.title)}/Author${textString(facts.author)}/Subject${textString(facts.subject)}/CreationDate${made}/ModDate${made}>>`,
  )
  const start = length
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = offsets.length + 1
  append(
    `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<</Size ${size}/Root 1 0 R/Info ${info} 0 R>>\nstartxref\n${start}\n%%EOF\n`,
  )
  return Buffer.concat(parts)
}

/** Five objects from number `first` on: the font, what it is made of, and its letters. */
function writeFont(
  write: (body: string, stream?: Buffer) => number,
  { font, baseName, file, fileLength, toUnicode, widths: advances }: FontSubset,
  first: number,
): void {
  write(
    `<</Type/Font/Subtype/Type0/BaseFont/${baseName}/Encoding/Identity-H/DescendantFonts[${first + 1} 0 R]/ToUnicode ${first + 4} 0 R>>`,
  )
  write(
    `<</Type/Font/Subtype/CIDFontType2/BaseFont/${baseName}/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor ${first + 2} 0 R/CIDToGIDMap/Identity/W${advances}>>`,
  )
  write(
    `<</Type/FontDescriptor/FontName/${baseName}/Flags 4/FontBBox[${font.bbox.join(' ')}]/ItalicAngle 0/Ascent ${font.ascent}/Descent ${font.descent}/CapHeight ${font.capHeight}/StemV 80/FontFile2 ${first + 3} 0 R>>`,
  )
  write(`/Filter/FlateDecode/Length1 ${fileLength}`, file)
  write('/Filter/FlateDecode', toUnicode)
}
