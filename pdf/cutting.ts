import { deflateSync } from 'node:zlib'
import { markName } from './characters.ts'
import type { Split } from './characters.ts'
import { NewFile } from './new-file.ts'
import type { Page } from './pages.ts'
import { withDocument, withPage } from './pdfium.ts'
import type { Pdfium } from './pdfium.ts'
import { savedBy } from './pdfium-save.ts'
import { formatNumber } from './serialize.ts'

/** A rectangle of user space: left, bottom, right, top. */
type Rect = Page['box']
/** A transformation of user space as in a PDF: a, b, c, d, e, f. */
type Matrix = [number, number, number, number, number, number]

/** Kinds of page objects, by PDFium's numbers. */
const kinds = { text: 1, path: 2, image: 3, form: 5 } as const
const segments = { line: 0, curve: 1, move: 2 } as const

/** Points by which an object may lie across the edge: rounding, and the thickness of lines. */
const tolerance = 1
/** Pixels of an image that is cut sample by sample; a page with a larger one across the edge is drawn as a picture. */
const mostSamples = 4_000_000
const maxDepth = 8

/**
 * A one-page document without the content outside `box`, which is also its page's box: text, paths and pictures there
 * are removed, and those that cross the edge lose their part beyond it. The result is compared with the page before: it
 * must look the same within the box and contain nothing outside. First the text that crosses the edge is taken apart
 * into characters and, where that fails, all text; `form` makes the page so. Where that fails too, the part within the
 * box is drawn as a picture.
 *
 * The answer may contain unreachable objects with the removed content: copy its page into a new file.
 */
export async function cutAway(form: (split: Split) => Uint8Array, box: Rect): Promise<Uint8Array> {
  const whole = form(new Set())
  const before = await drawn(whole, box, comparedScale)
  for (const split of [await textAcross(whole, box), 'all'] as const) {
    const cut = await withoutOutside(form(split), box)
    if (cut && (await isClean(cut, box)) && looksAlike(before, await drawn(cut, box, comparedScale)))
      return cut
  }
  return asPicture(await drawn(whole, box, pictureScale), box)
}

/** The numbers of the instructions whose text crosses the edge. */
function textAcross(pdf: Uint8Array, box: Rect): Promise<Set<number>> {
  return withDocument(pdf, (lib, document) =>
    withPage(lib, document, 0, (page) => {
      const found = new Set<number>()
      for (let at = lib._FPDFPage_CountObjects(page) - 1; at >= 0; at--) {
        const object = lib._FPDFPage_GetObject(page, at)
        if (lib._FPDFPageObj_GetType(object) !== kinds.text) continue
        if (placeOf(boundsOf(lib, object, identity), box) !== 'across') continue
        for (let mark = lib._FPDFPageObj_CountMarks(object) - 1; mark >= 0; mark--) {
          const name = nameOfMark(lib, lib._FPDFPageObj_GetMark(object, mark))
          if (name.startsWith(markName)) found.add(Number(name.slice(markName.length)))
        }
      }
      return found
    }),
  )
}

/** Longer names are cut. */
const nameBytes = 64

function nameOfMark(lib: Pdfium, mark: number): string {
  const memory = lib.wasmExports.malloc(nameBytes + 4)
  if (!memory) return ''
  const told = lib._FPDFPageObjMark_GetName(mark, memory, nameBytes, memory + nameBytes)
  const length = new DataView(lib.HEAPU8.buffer).getUint32(memory + nameBytes, true)
  const bytes = lib.HEAPU8.slice(memory, memory + Math.max(0, Math.min(length, nameBytes) - 2))
  lib.wasmExports.free(memory)
  return told && length <= nameBytes ? Buffer.from(bytes).toString('utf16le') : ''
}

/** Null where something crosses the edge that can't be cut. */
function withoutOutside(pdf: Uint8Array, box: Rect): Promise<Uint8Array | null> {
  return withDocument(pdf, (lib, document) =>
    withPage(lib, document, 0, (page) => {
      for (let at = lib._FPDFPage_CountObjects(page) - 1; at >= 0; at--) {
        const object = lib._FPDFPage_GetObject(page, at)
        removeMarks(lib, object)
        const where = placeOf(boundsOf(lib, object, identity), box)
        if (where === 'inside') continue
        const cut = where === 'across' ? cutObject(lib, page, object, at, box) : 'remove'
        if (cut === 'refuse') return null
        if (cut !== 'remove') continue
        lib._FPDFPage_RemoveObject(page, object)
        lib._FPDFPageObj_Destroy(object)
      }
      return lib._FPDFPage_GenerateContent(page) ? savedBy(lib, document) : null
    }),
  )
}

/** Marks may carry replacement text of what is removed. */
function removeMarks(lib: Pdfium, object: number): void {
  for (let count = lib._FPDFPageObj_CountMarks(object); count > 0; count--)
    lib._FPDFPageObj_RemoveMark(object, lib._FPDFPageObj_GetMark(object, count - 1))
}

type Outcome = 'keep' | 'remove' | 'refuse'

function cutObject(lib: Pdfium, page: number, object: number, at: number, box: Rect): Outcome {
  switch (lib._FPDFPageObj_GetType(object)) {
    case kinds.text:
      return cutText(lib, object, box)
    case kinds.path:
      return cutPath(lib, page, object, at, box)
    case kinds.image:
      return cutImage(lib, object, box)
    default:
      return 'refuse'
  }
}

/** A single character belongs where its middle is. */
function cutText(lib: Pdfium, object: number, box: Rect): Outcome {
  if (lengthOfText(lib, object) > 1) return 'refuse'
  const bounds = boundsOf(lib, object, identity)
  return bounds && isWithin(middleOf(bounds), box) ? 'keep' : 'remove'
}

function lengthOfText(lib: Pdfium, object: number): number {
  const matrix = numbersOf(lib, 6, (memory) => lib._FPDFPageObj_GetMatrix(object, memory))
  const size = numbersOf(lib, 1, (memory) => lib._FPDFTextObj_GetFontSize(object, memory))?.[0]
  const bounds = boundsOf(lib, object, identity)
  if (!matrix || !size || !bounds) return Infinity
  // The widest glyphs are hardly wider than two and a half times their size.
  const across = Math.max(bounds[2] - bounds[0], bounds[3] - bounds[1])
  return across / (Math.abs(size) * Math.max(Math.hypot(matrix[0] ?? 1, matrix[1] ?? 0), 1e-6) * 2.5)
}

interface Segment {
  kind: number
  x: number
  y: number
  closes: boolean
}

/** A path without those of its parts that lie outside; one part that crosses the edge is kept whole. */
function cutPath(lib: Pdfium, page: number, object: number, at: number, box: Rect): Outcome {
  const matrix = matrixOf(lib, object)
  if (!matrix) return 'refuse'
  const parts: Segment[][] = []
  for (let n = 0; n < lib._FPDFPath_CountSegments(object); n++) {
    const handle = lib._FPDFPath_GetPathSegment(object, n)
    const point = numbersOf(lib, 2, (memory) => lib._FPDFPathSegment_GetPoint(handle, memory, memory + 4))
    if (!point) return 'refuse'
    const [x = 0, y = 0] = point
    const kind = lib._FPDFPathSegment_GetType(handle)
    const segment = { kind, x, y, closes: Boolean(lib._FPDFPathSegment_GetClose(handle)) }
    if (kind === segments.move || parts.length === 0) parts.push([segment])
    else parts.at(-1)?.push(segment)
  }
  const kept = parts.filter(
    (part) => placeOf(around(part.map(({ x, y }) => moved(matrix, x, y))), box) !== 'outside',
  )
  if (kept.length === 0) return 'remove'
  if (kept.length === parts.length) return 'keep'
  const copy = pathOf(lib, kept.flat())
  if (!copyLook(lib, object, copy)) return 'refuse'
  lib._FPDFPage_RemoveObject(page, object)
  lib._FPDFPageObj_Destroy(object)
  lib._FPDFPage_InsertObjectAtIndex(page, copy, at)
  return 'keep'
}

function pathOf(lib: Pdfium, all: readonly Segment[]): number {
  const [first] = all
  const path = lib._FPDFPageObj_CreateNewPath(first?.x ?? 0, first?.y ?? 0)
  for (let at = 1; at < all.length; at++) {
    const now = all[at]
    if (!now) break
    let last = now
    if (now.kind === segments.move) lib._FPDFPath_MoveTo(path, now.x, now.y)
    else if (now.kind === segments.line) lib._FPDFPath_LineTo(path, now.x, now.y)
    else {
      const [second, third] = [all[at + 1], all[at + 2]]
      if (!second || !third) break
      lib._FPDFPath_BezierTo(path, now.x, now.y, second.x, second.y, third.x, third.y)
      last = third
      at += 2
    }
    if (last.closes) lib._FPDFPath_Close(path)
  }
  return path
}

/** Copies how a path is drawn; false where it can't be read. */
function copyLook(lib: Pdfium, from: number, to: number): boolean {
  const memory = lib.wasmExports.malloc(32)
  if (!memory) return false
  try {
    const view = () => new DataView(lib.HEAPU8.buffer)
    const four = () =>
      [0, 4, 8, 12].map((at) => view().getUint32(memory + at, true)) as [number, number, number, number]
    if (lib._FPDFPageObj_GetFillColor(from, memory, memory + 4, memory + 8, memory + 12))
      lib._FPDFPageObj_SetFillColor(to, ...four())
    if (lib._FPDFPageObj_GetStrokeColor(from, memory, memory + 4, memory + 8, memory + 12))
      lib._FPDFPageObj_SetStrokeColor(to, ...four())
    if (lib._FPDFPageObj_GetStrokeWidth(from, memory))
      lib._FPDFPageObj_SetStrokeWidth(to, view().getFloat32(memory, true))
    lib._FPDFPageObj_SetLineJoin(to, lib._FPDFPageObj_GetLineJoin(from))
    lib._FPDFPageObj_SetLineCap(to, lib._FPDFPageObj_GetLineCap(from))
    if (!lib._FPDFPath_GetDrawMode(from, memory, memory + 4)) return false
    lib._FPDFPath_SetDrawMode(to, view().getInt32(memory, true), view().getInt32(memory + 4, true))
    if (!lib._FPDFPageObj_GetMatrix(from, memory)) return false
    return Boolean(lib._FPDFPageObj_SetMatrix(to, memory))
  } finally {
    lib.wasmExports.free(memory)
  }
}

/** An upright image loses the samples beyond the edge: they become white. */
function cutImage(lib: Pdfium, object: number, box: Rect): Outcome {
  const matrix = matrixOf(lib, object)
  if (!matrix || matrix[1] !== 0 || matrix[2] !== 0 || !matrix[0] || !matrix[3]) return 'refuse'
  const [scaleX, , , scaleY, left, bottom] = matrix
  const bitmap = lib._FPDFImageObj_GetBitmap(object)
  if (!bitmap) return 'refuse'
  try {
    const [width, height] = [lib._FPDFBitmap_GetWidth(bitmap), lib._FPDFBitmap_GetHeight(bitmap)]
    const stride = lib._FPDFBitmap_GetStride(bitmap)
    const bytes = Math.floor(stride / width)
    if (width * height > mostSamples || bytes < 1) return 'refuse'
    const start = lib._FPDFBitmap_GetBuffer(bitmap)
    const pixels = lib.HEAPU8.subarray(start, start + stride * height)
    // Samples count from the image's top left corner.
    const columns = ordered(((box[0] - left) / scaleX) * width, ((box[2] - left) / scaleX) * width)
    const rows = ordered((1 - (box[3] - bottom) / scaleY) * height, (1 - (box[1] - bottom) / scaleY) * height)
    const from = Math.min(Math.max(Math.ceil(columns[0]), 0), width)
    const to = Math.min(Math.max(Math.floor(columns[1]), from), width)
    for (let row = 0; row < height; row++) {
      const line = pixels.subarray(row * stride, (row + 1) * stride)
      if (row < Math.ceil(rows[0]) || row >= Math.floor(rows[1])) line.fill(0xff)
      else {
        line.fill(0xff, 0, from * bytes)
        line.fill(0xff, to * bytes)
      }
    }
    return lib._FPDFImageObj_SetBitmap(0, 0, object, bitmap) ? 'keep' : 'refuse'
  } finally {
    lib._FPDFBitmap_Destroy(bitmap)
  }
}

/** Whether every object of the page, those inside forms included, lies within the box or is one that may cross it. */
function isClean(pdf: Uint8Array, box: Rect): Promise<boolean> {
  return withDocument(pdf, (lib, document) =>
    withPage(lib, document, 0, (page) => {
      const clean = (object: number, matrix: Matrix, depth: number): boolean => {
        const where = placeOf(boundsOf(lib, object, matrix), box)
        const kind = lib._FPDFPageObj_GetType(object)
        if (kind !== kinds.form) return where === 'inside' || (depth === 0 && where === 'across')
        const own = matrixOf(lib, object)
        if (!own || depth > maxDepth) return false
        const inner = times(own, matrix)
        return Array.from({ length: lib._FPDFFormObj_CountObjects(object) }).every((_, at) =>
          clean(lib._FPDFFormObj_GetObject(object, at), inner, depth + 1),
        )
      }
      return Array.from({ length: lib._FPDFPage_CountObjects(page) }).every((_, at) =>
        clean(lib._FPDFPage_GetObject(page, at), identity, 0),
      )
    }),
  )
}

/** A part of a page as drawn: RGBA. */
interface Drawing {
  pixels: Buffer
  width: number
  height: number
}

/** Pixels a point: 108 and 200 dots an inch. */
const comparedScale = 1.5
const pictureScale = 200 / 72
/** Pixels at the edge that may differ, and elsewhere how many may by more than `shade` of 255. */
const edge = 6
const mostDifferent = 20
const shade = 64

/** PDFium's flag for RGBA bytes. */
const rgba = 0x10

function drawn(pdf: Uint8Array, box: Rect, scale: number): Promise<Drawing> {
  return withDocument(pdf, (lib, document) =>
    withPage(lib, document, 0, (page) => {
      const width = Math.max(1, Math.round((box[2] - box[0]) * scale))
      const height = Math.max(1, Math.round((box[3] - box[1]) * scale))
      const memory = lib.wasmExports.malloc(width * height * 4)
      if (!memory) throw new RangeError('no memory for the image')
      const bitmap = lib._FPDFBitmap_CreateEx(width, height, 4, memory, width * 4)
      lib._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff)
      lib._FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, rgba)
      lib._FPDFBitmap_Destroy(bitmap)
      const pixels = Buffer.from(lib.HEAPU8.subarray(memory, memory + width * height * 4))
      lib.wasmExports.free(memory)
      return { pixels, width, height }
    }),
  )
}

function looksAlike(one: Drawing, other: Drawing): boolean {
  let different = 0
  for (let y = edge; y < one.height - edge; y++)
    for (let x = edge; x < one.width - edge; x++) {
      const at = (y * one.width + x) * 4
      for (let channel = 0; channel < 3; channel++)
        if (Math.abs((one.pixels[at + channel] ?? 0) - (other.pixels[at + channel] ?? 0)) > shade) {
          different++
          break
        }
    }
  return different <= mostDifferent
}

/** A page that is one picture. */
function asPicture({ pixels, width, height }: Drawing, box: Rect): Uint8Array {
  const file = new NewFile()
  const [root, tree, page, image, contents] = Array.from({ length: 5 }, () => file.allocate()) as [
    number,
    number,
    number,
    number,
    number,
  ]
  const rgb = Buffer.alloc(width * height * 3)
  for (let at = 0; at < width * height; at++) pixels.copy(rgb, at * 3, at * 4, at * 4 + 3)
  const data = deflateSync(rgb)
  const [left, bottom, right, top] = box
  const draw = Buffer.from(
    `q ${[right - left, 0, 0, top - bottom, left, bottom].map(formatNumber).join(' ')} cm /Im Do Q`,
  )
  file.write(root, `<</Type/Catalog/Pages ${tree} 0 R>>`)
  file.write(tree, `<</Type/Pages/Count 1/Kids[${page} 0 R]>>`)
  file.write(
    page,
    `<</Type/Page/Parent ${tree} 0 R/MediaBox[${box.map(formatNumber).join(' ')}]/Contents ${contents} 0 R/Resources<</XObject<</Im ${image} 0 R>>>>>>`,
  )
  file.write(
    image,
    `<</Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/FlateDecode/Length ${data.length}>>`,
    data,
  )
  file.write(contents, `<</Length ${draw.length}>>`, draw)
  return file.finish(root)
}

const identity: Matrix = [1, 0, 0, 1, 0, 0]

function placeOf(bounds: Rect | null, box: Rect): 'inside' | 'outside' | 'across' {
  if (!bounds) return 'outside'
  const [left, bottom, right, top] = bounds
  if (right <= box[0] || left >= box[2] || top <= box[1] || bottom >= box[3]) return 'outside'
  const inside =
    left >= box[0] - tolerance &&
    bottom >= box[1] - tolerance &&
    right <= box[2] + tolerance &&
    top <= box[3] + tolerance
  return inside ? 'inside' : 'across'
}

/** An object's box; null where it draws nothing. */
function boundsOf(lib: Pdfium, object: number, matrix: Matrix): Rect | null {
  const found = numbersOf(lib, 4, (at) => lib._FPDFPageObj_GetBounds(object, at, at + 4, at + 8, at + 12))
  if (!found) return null
  const [left = 0, bottom = 0, right = 0, top = 0] = found
  return around([left, right].flatMap((x) => [bottom, top].map((y) => moved(matrix, x, y))))
}

function matrixOf(lib: Pdfium, object: number): Matrix | null {
  return numbersOf(lib, 6, (memory) => lib._FPDFPageObj_GetMatrix(object, memory)) as Matrix | null
}

/** Single-precision numbers that a call writes; null where it fails. */
function numbersOf(lib: Pdfium, count: number, fill: (memory: number) => number | boolean): number[] | null {
  const memory = lib.wasmExports.malloc(count * 4)
  if (!memory) return null
  const filled = fill(memory)
  const view = new DataView(lib.HEAPU8.buffer)
  const found = Array.from({ length: count }, (_, at) => view.getFloat32(memory + at * 4, true))
  lib.wasmExports.free(memory)
  return filled ? found : null
}

function moved([a, b, c, d, e, f]: Matrix, x: number, y: number): [number, number] {
  return [a * x + c * y + e, b * x + d * y + f]
}

/** The matrix that applies `first` and then `second`. */
function times(first: Matrix, second: Matrix): Matrix {
  const [e, f] = moved(second, first[4], first[5])
  const [a, b, c, d] = second
  return [
    first[0] * a + first[1] * c,
    first[0] * b + first[1] * d,
    first[2] * a + first[3] * c,
    first[2] * b + first[3] * d,
    e,
    f,
  ]
}

function around(points: readonly (readonly [number, number])[]): Rect {
  const box: Rect = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [x, y] of points) {
    box[0] = Math.min(box[0], x)
    box[1] = Math.min(box[1], y)
    box[2] = Math.max(box[2], x)
    box[3] = Math.max(box[3], y)
  }
  return box
}

function middleOf([left, bottom, right, top]: Rect): [number, number] {
  return [(left + right) / 2, (bottom + top) / 2]
}

function isWithin([x, y]: readonly [number, number], box: Rect): boolean {
  return x >= box[0] && x <= box[2] && y >= box[1] && y <= box[3]
}

function ordered(a: number, b: number): [number, number] {
  return a < b ? [a, b] : [b, a]
}
