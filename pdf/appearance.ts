import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { bold, regular, subsetFor } from './font.ts'
import type { FontSubset } from './font.ts'
import type { Placement } from './position.ts'
import { formatNumber } from './serialize.ts'
import type { Ref } from './syntax.ts'
import type { Update } from './update.ts'

/**
 * The visible part of a signature. `signature`: lines above an image of a handwritten signature (PNG), or above a drawn
 * name; `ink` is their colour as #rrggbb, blue if absent. `stamp`: a frame with a title and lines. The caller supplies
 * all words.
 */
export type Appearance =
  | { kind: 'signature'; lines: string[]; image?: Uint8Array; drawnName?: string; ink?: string }
  | { kind: 'stamp'; tone: 'good' | 'bad' | 'plain'; title: string; lines: string[] }

const blueInk = '.07 .28 .58 rg'
const dark = '.13 .13 .13 rg'
const grey = '.35 .35 .35 rg'
const tones = { good: '.08 .39 .23', bad: '.70 .12 .12', plain: '.35 .35 .35' }
const smallest = 4

/** Writes the appearance's objects into the update and returns its form XObject. */
export async function writeAppearance(
  update: Update,
  appearance: Appearance,
  placement: Placement,
): Promise<Ref> {
  const words =
    appearance.kind === 'stamp'
      ? appearance.lines.join('')
      : appearance.lines.join('') + (appearance.drawnName ?? '')
  const plain = subsetFor(regular, words)
  const heading = appearance.kind === 'stamp' ? subsetFor(bold, appearance.title, ['?', '…']) : undefined
  const image =
    appearance.kind === 'signature' && appearance.image ? await decodeImage(appearance.image) : undefined

  let resources = `/Font<</R ${writeFont(update, plain)}${heading ? `/B ${writeFont(update, heading)}` : ''}>>`
  if (image) resources += `/XObject<</I ${writeImage(update, image)}>>`
  const content =
    appearance.kind === 'stamp' && heading
      ? stampContent(appearance, placement, plain, heading)
      : signatureContent(appearance, placement, plain, image)
  const form = update.allocate()
  const { width, height, matrix } = placement
  update.stream(
    form,
    `/Type/XObject/Subtype/Form/BBox[0 0 ${formatNumber(width)} ${formatNumber(height)}]` +
      `/Matrix[${matrix.map(formatNumber).join(' ')}]/Resources<<${resources}>>`,
    Buffer.from(content, 'latin1'),
  )
  return form
}

/** An empty appearance: a field that is still unsigned needs one too. */
export function writeEmptyAppearance(update: Update, placement: Placement): Ref {
  const form = update.allocate()
  const box = `/BBox[0 0 ${formatNumber(placement.width)} ${formatNumber(placement.height)}]`
  update.stream(form, `/Type/XObject/Subtype/Form${box}/Resources<<>>`, Buffer.alloc(0))
  return form
}

function signatureContent(
  appearance: Appearance,
  { width, height }: Placement,
  font: FontSubset,
  image: Image | undefined,
): string {
  const drawn = appearance.kind === 'signature' ? appearance.drawnName : undefined
  const ink = appearance.kind === 'signature' && appearance.ink ? fillOperator(appearance.ink) : blueInk
  const size = fit(appearance.lines, font, width, height * (image || drawn ? 0.55 : 1), 6.5)
  let content = ''
  let y = height
  for (const line of appearance.lines) {
    y -= size * 1.2
    content += textAt(0, y + size * 0.25, size, 'R', ink, font, line, width)
  }
  const left = y - 1
  if (image && left > 2) {
    const scale = Math.min(width / image.width, left / image.height)
    content += `q ${numbers(image.width * scale, 0, 0, image.height * scale, 0, 0)} cm /I Do Q\n`
  } else if (drawn && left > 2) {
    const big = Math.max(smallest, Math.min(20, left * 0.7, (width * 950) / Math.max(font.width(drawn), 1)))
    // A slanted font stands in for handwriting.
    content += `BT ${ink} /R ${formatNumber(big)} Tf 1 0 .25 1 0 ${formatNumber(left * 0.3)} Tm <${font.encode(cut(drawn, font, big, width))}> Tj ET\n`
  }
  return content
}

function stampContent(
  stamp: Extract<Appearance, { kind: 'stamp' }>,
  { width, height }: Placement,
  plain: FontSubset,
  heading: FontSubset,
): string {
  const pad = Math.min(6, width * 0.06, height * 0.1)
  const inner = width - 2 * pad
  const room = height - 2 * pad
  const rows = stamp.lines.length
  const size = Math.min(
    fit(stamp.lines, plain, inner, (room * rows) / (rows + 1.5), 7.5),
    fit([stamp.title], heading, inner, room, 9.5) / 1.25,
  )
  const colour = tones[stamp.tone]
  let content = `q ${colour} RG .8 w ${roundedFrame(0.6, 0.6, width - 1.2, height - 1.2, 2.5)} S Q\n`
  const spare = Math.max(0, room - size * (1.25 + rows * 1.35))
  let y = height - pad - spare / 2 - size * 1.1
  content += textAt(pad, y, size * 1.25, 'B', `${colour} rg`, heading, stamp.title, inner)
  for (const [n, line] of stamp.lines.entries()) {
    y -= size * 1.35
    const last = n === rows - 1
    content += textAt(pad, y, size, 'R', last ? grey : dark, plain, line, inner)
  }
  return content
}

/** The operator that fills with a colour given as #rrggbb. */
function fillOperator(hex: string): string {
  const value = parseInt(hex.slice(1), 16)
  return `${numbers(...[16, 8, 0].map((shift) => ((value >> shift) & 255) / 255))} rg`
}

/** The largest font size up to `wanted` at which the lines fit, but never below the smallest readable one. */
function fit(
  lines: readonly string[],
  font: FontSubset,
  width: number,
  height: number,
  wanted: number,
): number {
  const widest = Math.max(1, ...lines.map((line) => font.width(line)))
  return Math.max(
    smallest,
    Math.min(wanted, (width * 1000) / widest, height / (1.2 * Math.max(lines.length, 1))),
  )
}

/** Shortens a line that is too long even at the smallest size, with an ellipsis. */
function cut(text: string, font: FontSubset, size: number, width: number): string {
  if ((font.width(text) * size) / 1000 <= width + 0.01) return text
  const chars = Array.from(text)
  while (chars.length > 0 && (font.width(chars.join('') + '…') * size) / 1000 > width) chars.pop()
  return chars.join('') + '…'
}

function textAt(
  x: number,
  y: number,
  size: number,
  resource: string,
  colour: string,
  font: FontSubset,
  text: string,
  width: number,
): string {
  const glyphs = font.encode(cut(text, font, size, width))
  return `BT ${colour} /${resource} ${formatNumber(size)} Tf ${numbers(x, y)} Td <${glyphs}> Tj ET\n`
}

function roundedFrame(x: number, y: number, w: number, h: number, r: number): string {
  const k = r * 0.45
  return [
    `${numbers(x + r, y)} m ${numbers(x + w - r, y)} l ${numbers(x + w - k, y, x + w, y + k, x + w, y + r)} c`,
    `${numbers(x + w, y + h - r)} l ${numbers(x + w, y + h - k, x + w - k, y + h, x + w - r, y + h)} c`,
    `${numbers(x + r, y + h)} l ${numbers(x + k, y + h, x, y + h - k, x, y + h - r)} c`,
    `${numbers(x, y + r)} l ${numbers(x, y + k, x + k, y, x + r, y)} c h`,
  ].join(' ')
}

function numbers(...values: number[]): string {
  return values.map(formatNumber).join(' ')
}

function writeFont(update: Update, subset: FontSubset): string {
  const { font, baseName } = subset
  const file = update.allocate()
  update.stream(file, `/Filter/FlateDecode/Length1 ${subset.fileLength}`, subset.file)
  const unicode = update.allocate()
  update.stream(unicode, '/Filter/FlateDecode', subset.toUnicode)
  const descriptor = update.allocate()
  update.write(
    descriptor,
    `<</Type/FontDescriptor/FontName/${baseName}/Flags 4/FontBBox[${font.bbox.join(' ')}]/ItalicAngle 0` +
      `/Ascent ${font.ascent}/Descent ${font.descent}/CapHeight ${font.capHeight}/StemV 80/FontFile2 ${file.num} 0 R>>`,
  )
  const descendant = update.allocate()
  update.write(
    descendant,
    `<</Type/Font/Subtype/CIDFontType2/BaseFont/${baseName}/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)` +
      `/Supplement 0>>/FontDescriptor ${descriptor.num} 0 R/CIDToGIDMap/Identity/W${subset.widths}>>`,
  )
  const type0 = update.allocate()
  update.write(
    type0,
    `<</Type/Font/Subtype/Type0/BaseFont/${baseName}/Encoding/Identity-H` +
      `/DescendantFonts[${descendant.num} 0 R]/ToUnicode ${unicode.num} 0 R>>`,
  )
  return `${type0.num} 0 R`
}

interface Image {
  width: number
  height: number
  /** Samples, deflated. */
  colours: Buffer
  opacity: Buffer
}

const images = new Map<string, Image>()

/**
 * Decodes a PNG to PDF samples, at most 900 pixels wide. Cached, since one signature image signs thousands of payslips.
 */
async function decodeImage(png: Uint8Array): Promise<Image> {
  const key = createHash('sha256').update(png).digest('base64')
  const known = images.get(key)
  if (known) return known
  const { data, info } = await sharp(png, { limitInputPixels: 40_000_000 })
    .resize({ width: 900, height: 600, fit: 'inside', withoutEnlargement: true })
    .ensureAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const pixels = info.width * info.height
  const colours = Buffer.alloc(pixels * 3)
  const opacity = Buffer.alloc(pixels)
  for (let n = 0; n < pixels; n++) {
    data.copy(colours, n * 3, n * 4, n * 4 + 3)
    opacity[n] = data[n * 4 + 3] ?? 255
  }
  const image = {
    width: info.width,
    height: info.height,
    colours: deflateSync(colours),
    opacity: deflateSync(opacity),
  }
  if (images.size >= 16) images.delete(images.keys().next().value ?? '')
  images.set(key, image)
  return image
}

function writeImage(update: Update, image: Image): string {
  const common = `/Type/XObject/Subtype/Image/Width ${image.width}/Height ${image.height}/BitsPerComponent 8/Filter/FlateDecode`
  const mask = update.allocate()
  update.stream(mask, `${common}/ColorSpace/DeviceGray`, image.opacity)
  const colours = update.allocate()
  update.stream(colours, `${common}/ColorSpace/DeviceRGB/SMask ${mask.num} 0 R`, image.colours)
  return `${colours.num} 0 R`
}
