import { readFileSync } from 'node:fs'
import { deflateSync } from 'node:zlib'

/** A bundled TrueType font; only the tables that a subset needs are kept. */
export interface FontFile {
  name: string
  bytes: Buffer
  tables: Map<string, { offset: number; length: number }>
  glyphOf: (codePoint: number) => number
  unitsPerEm: number
  ascent: number
  descent: number
  capHeight: number
  bbox: [number, number, number, number]
  advance: (glyph: number) => number
}

/** A font reduced to some characters, ready to embed as CIDFontType2. Widths are in thousandths of the size. */
export interface FontSubset {
  font: FontFile
  baseName: string
  /** The TrueType file, deflated, and its inflated length. */
  file: Buffer
  fileLength: number
  toUnicode: Buffer
  widths: string
  encode: (text: string) => string
  width: (text: string) => number
}

export const regular = loadFont('LiberationSans-Regular')
export const bold = loadFont('LiberationSans-Bold')

function loadFont(name: string): FontFile {
  return fontFrom(name, readFileSync(new URL(`./fonts/${name}.ttf`, import.meta.url)))
}

/** Parses a TrueType font with a Unicode map of format 4. */
export function fontFrom(name: string, bytes: Buffer): FontFile {
  const tables: FontFile['tables'] = new Map()
  for (let n = 0, count = bytes.readUInt16BE(4); n < count; n++) {
    const at = 12 + n * 16
    tables.set(bytes.toString('latin1', at, at + 4), {
      offset: bytes.readUInt32BE(at + 8),
      length: bytes.readUInt32BE(at + 12),
    })
  }
  const at = (table: string): number => {
    const found = tables.get(table)
    if (!found) throw new Error(`${name} has no ${table}`)
    return found.offset
  }
  const head = at('head')
  const hhea = at('hhea')
  const hmtx = at('hmtx')
  const unitsPerEm = bytes.readUInt16BE(head + 18)
  const scale = 1000 / unitsPerEm
  const scaled = (offset: number): number => Math.round(bytes.readInt16BE(offset) * scale)
  const metrics = bytes.readUInt16BE(hhea + 34)
  return {
    name,
    bytes,
    tables,
    glyphOf: characterMap(bytes, at('cmap')),
    unitsPerEm,
    ascent: scaled(hhea + 4),
    descent: scaled(hhea + 6),
    capHeight: 729,
    bbox: [scaled(head + 36), scaled(head + 38), scaled(head + 40), scaled(head + 42)],
    advance: (glyph) => bytes.readUInt16BE(hmtx + Math.min(glyph, metrics - 1) * 4),
  }
}

/** The Unicode map of format 4, which both bundled fonts have. */
function characterMap(bytes: Buffer, cmap: number): (codePoint: number) => number {
  let table = -1
  for (let n = 0, count = bytes.readUInt16BE(cmap + 2); n < count; n++) {
    const at = cmap + bytes.readUInt32BE(cmap + 4 + n * 8 + 4)
    if (bytes.readUInt16BE(at) === 4) table = at
  }
  if (table < 0) throw new Error('a font without a Unicode map')
  const double = bytes.readUInt16BE(table + 6)
  const [ends, starts] = [table + 14, table + 16 + double]
  const [deltas, ranges] = [starts + double, starts + 2 * double]
  return (codePoint) => {
    for (let at = 0; at < double; at += 2) {
      if (codePoint > bytes.readUInt16BE(ends + at)) continue
      const start = bytes.readUInt16BE(starts + at)
      if (codePoint < start) return 0
      const range = bytes.readUInt16BE(ranges + at)
      const delta = bytes.readUInt16BE(deltas + at)
      if (range === 0) return (codePoint + delta) & 0xffff
      const glyph = bytes.readUInt16BE(ranges + at + range + (codePoint - start) * 2)
      return glyph === 0 ? 0 : (glyph + delta) & 0xffff
    }
    return 0
  }
}

/** The usual characters of a signature's appearance: their subset is made once. */
const common = Array.from(
  ' 0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-/:.,()·−?…ÁÉÍÓÚÑáéíóúñ',
)
const subsets = new Map<string, FontSubset>()

/** The subset of `font` that can write `text`. Cached, since most texts need the common characters only. */
export function subsetFor(font: FontFile, text: string, base: readonly string[] = common): FontSubset {
  const known = new Set(base)
  const extra = [...new Set(drawable(text))].filter((char) => !known.has(char)).toSorted()
  const key = `${font.name} ${base.length} ${extra.join('')}`
  const cached = subsets.get(key)
  if (cached) return cached
  const made = makeSubset(font, [...base, ...extra])
  if (subsets.size >= 64) subsets.delete(subsets.keys().next().value ?? '')
  subsets.set(key, made)
  return made
}

/** The characters of a text as drawn: composed, without control and other invisible characters. */
function drawable(text: string): string[] {
  return Array.from(text.normalize('NFC').replace(/\s/g, ' ').replace(/\p{C}/gu, ''))
}

function makeSubset(font: FontFile, chars: readonly string[]): FontSubset {
  const glyphs = [0]
  const slots = new Map<number, number>([[0, 0]])
  const slotOf = (glyph: number): number => {
    let slot = slots.get(glyph)
    if (slot === undefined) slots.set(glyph, (slot = glyphs.push(glyph) - 1))
    return slot
  }
  const codes = new Map<string, number>()
  for (const char of chars) codes.set(char, slotOf(glyphFor(font, char)))
  const file = subsetFile(font, glyphs, slotOf)
  const scale = 1000 / font.unitsPerEm
  const advances = glyphs.map((glyph) => Math.round(font.advance(glyph) * scale))
  const fallback = codes.get('?') ?? 0
  const slotsOf = (text: string) => drawable(text).map((char) => codes.get(char) ?? fallback)
  return {
    font,
    baseName: `LEGAJO+${font.name}`,
    file: deflateSync(file),
    fileLength: file.length,
    toUnicode: deflateSync(unicodeMap(codes)),
    widths: `[0[${advances.join(' ')}]]`,
    encode: (text) => slotsOf(text).map(hex4).join(''),
    width: (text) => slotsOf(text).reduce((sum, slot) => sum + (advances[slot] ?? 0), 0),
  }
}

/** The glyph of a character; of its base letter where the font lacks the accent; else of '?'. */
function glyphFor(font: FontFile, char: string): number {
  for (const candidate of [char, char.normalize('NFKD').charAt(0), '?']) {
    const glyph = font.glyphOf(candidate.codePointAt(0) ?? 0)
    if (glyph) return glyph
  }
  return 0
}

/** A TrueType file of `glyphs` only (plus the parts of composite ones), without hinting. */
function subsetFile(font: FontFile, glyphs: number[], slotOf: (glyph: number) => number): Buffer {
  const outlines: Buffer[] = []
  for (let slot = 0; slot < glyphs.length; slot++) outlines.push(outline(font, glyphs[slot] ?? 0, slotOf))
  const loca = Buffer.alloc((outlines.length + 1) * 4)
  const hmtx = Buffer.alloc(outlines.length * 4)
  let end = 0
  outlines.forEach((data, slot) => {
    end += data.length
    loca.writeUInt32BE(end, (slot + 1) * 4)
    hmtx.writeUInt16BE(font.advance(glyphs[slot] ?? 0), slot * 4)
    if (data.length) hmtx.writeInt16BE(data.readInt16BE(2), slot * 4 + 2)
  })
  const head = Buffer.from(table(font, 'head'))
  head.writeUInt32BE(0, 8)
  head.writeInt16BE(1, 50)
  const hhea = Buffer.from(table(font, 'hhea'))
  hhea.writeUInt16BE(outlines.length, 34)
  const maxp = Buffer.from(table(font, 'maxp'))
  maxp.writeUInt16BE(outlines.length, 4)
  return assemble({ glyf: Buffer.concat(outlines), head, hhea, hmtx, loca, maxp })
}

function table(font: FontFile, name: string): Buffer {
  const found = font.tables.get(name)
  if (!found) throw new Error(`${font.name} has no ${name}`)
  return font.bytes.subarray(found.offset, found.offset + found.length)
}

function outline(font: FontFile, glyph: number, slotOf: (glyph: number) => number): Buffer {
  const loca = table(font, 'loca')
  const long = table(font, 'head').readInt16BE(50) === 1
  const offset = (n: number): number => (long ? loca.readUInt32BE(n * 4) : loca.readUInt16BE(n * 2) * 2)
  const data = Buffer.from(table(font, 'glyf').subarray(offset(glyph), offset(glyph + 1)))
  if (data.length === 0) return data
  const contours = data.readInt16BE(0)
  if (contours < 0) return padded(remapParts(data, slotOf))
  const instructions = 10 + contours * 2
  const length = data.readUInt16BE(instructions)
  data.writeUInt16BE(0, instructions)
  return padded(Buffer.concat([data.subarray(0, instructions + 2), data.subarray(instructions + 2 + length)]))
}

/** Renumbers the parts of a composite glyph. */
function remapParts(data: Buffer, slotOf: (glyph: number) => number): Buffer {
  let at = 10
  for (;;) {
    const flags = data.readUInt16BE(at)
    data.writeUInt16BE(flags & ~0x100, at)
    data.writeUInt16BE(slotOf(data.readUInt16BE(at + 2)), at + 2)
    at += 4 + (flags & 1 ? 4 : 2) + (flags & 8 ? 2 : flags & 0x40 ? 4 : flags & 0x80 ? 8 : 0)
    if (!(flags & 0x20)) return data.subarray(0, at)
  }
}

function padded(data: Buffer): Buffer {
  return data.length % 4 === 0 ? data : Buffer.concat([data, Buffer.alloc(4 - (data.length % 4))])
}

function assemble(tables: Record<string, Buffer>): Buffer {
  const names = Object.keys(tables).toSorted()
  const directory = Buffer.alloc(12 + names.length * 16)
  directory.writeUInt32BE(0x00010000, 0)
  directory.writeUInt16BE(names.length, 4)
  directory.writeUInt16BE(64, 6)
  directory.writeUInt16BE(2, 8)
  directory.writeUInt16BE(names.length * 16 - 64, 10)
  const parts: Buffer[] = [directory]
  let offset = directory.length
  names.forEach((name, n) => {
    const data = tables[name] ?? Buffer.alloc(0)
    const body = padded(data)
    let sum = 0
    for (let at = 0; at < body.length; at += 4) sum = (sum + body.readUInt32BE(at)) >>> 0
    directory.write(name, 12 + n * 16, 'latin1')
    directory.writeUInt32BE(sum, 16 + n * 16)
    directory.writeUInt32BE(offset, 20 + n * 16)
    directory.writeUInt32BE(data.length, 24 + n * 16)
    parts.push(body)
    offset += body.length
  })
  return Buffer.concat(parts)
}

/** The ToUnicode map, which makes the text of a signature searchable and copyable. */
function unicodeMap(codes: Map<string, number>): Buffer {
  const lines = [...codes].map(([char, slot]) => {
    const utf16 = Buffer.from(char, 'utf16le').swap16().toString('hex')
    return `<${hex4(slot)}> <${utf16}>`
  })
  const blocks: string[] = []
  for (let at = 0; at < lines.length; at += 100) {
    const block = lines.slice(at, at + 100)
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`)
  }
  return Buffer.from(
    `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CIDSystemInfo <</Registry(Adobe)/Ordering(UCS)` +
      `/Supplement 0>> def /CMapName /Adobe-Identity-UCS def /CMapType 2 def 1 begincodespacerange <0000> <ffff> ` +
      `endcodespacerange\n${blocks.join('\n')}\nendcmap CMapName currentdict /CMap defineresource pop end end`,
  )
}

function hex4(value: number): string {
  return value.toString(16).padStart(4, '0')
}
