import type { Pdfium } from './pdfium.ts'

interface Calls {
  wasmExports: {
    FPDFPage_GetObject(page: number, index: number): number
    FPDFFormObj_CountObjects(form: number): number
    FPDFFormObj_GetObject(form: number, index: number): number
    FPDFPageObj_GetType(object: number): number
    FPDFPageObj_GetBounds(object: number, left: number, bottom: number, right: number, top: number): number
    FPDFPageObj_GetMatrix(object: number, matrix: number): number
    FPDFPath_GetDrawMode(object: number, fill: number, stroke: number): number
  }
}

type Matrix = readonly [number, number, number, number, number, number]

/** The box, on the page as shown, of an opaque object that may hide others: a filled shape, a picture, a shading. */
export interface Cover {
  x1: number
  y1: number
  x2: number
  y2: number
}

const text = 1
const path = 2
const image = 3
const form = 5
/** Maximum nesting of forms, and maximum number of objects examined. */
const maxDepth = 8
const maxObjects = 20_000

/** Returns a function that gives the covers drawn after a text object. */
export function coversOf(
  lib: Pdfium,
  page: number,
  shown: (x: number, y: number) => [number, number],
): (object: number) => Cover[] {
  const calls = (lib as Pdfium & Calls).wasmExports
  const texts = new Map<number, number>()
  const covers: (Cover & { order: number })[] = []
  let order = 0
  const memory = lib.wasmExports.malloc(32)
  const floats = (count: number) => {
    const view = new DataView(lib.HEAPU8.buffer)
    return Array.from({ length: count }, (_, n) => view.getFloat32(memory + n * 4, true))
  }
  const visit = (object: number, matrix: Matrix, depth: number): void => {
    if (++order > maxObjects) return
    const type = calls.FPDFPageObj_GetType(object)
    if (type === text) texts.set(object, order)
    else if (type === form && depth < maxDepth) {
      const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = calls.FPDFPageObj_GetMatrix(object, memory)
        ? floats(6)
        : []
      const inner = product([a, b, c, d, e, f], matrix)
      const count = calls.FPDFFormObj_CountObjects(object)
      for (let n = 0; n < count; n++) visit(calls.FPDFFormObj_GetObject(object, n), inner, depth + 1)
    } else {
      if (type === path) {
        calls.FPDFPath_GetDrawMode(object, memory, memory + 4)
        if (lib.HEAPU8[memory] === 0) return
      }
      if (!calls.FPDFPageObj_GetBounds(object, memory, memory + 4, memory + 8, memory + 12)) return
      const [left = 0, bottom = 0, right = 0, top = 0] = floats(4)
      const corners = [
        [left, bottom],
        [left, top],
        [right, bottom],
        [right, top],
      ].map(([x = 0, y = 0]) =>
        shown(matrix[0] * x + matrix[2] * y + matrix[4], matrix[1] * x + matrix[3] * y + matrix[5]),
      )
      const xs = corners.map(([x]) => x)
      const ys = corners.map(([, y]) => y)
      covers.push({
        order,
        x1: Math.min(...xs),
        x2: Math.max(...xs),
        y1: Math.min(...ys),
        y2: Math.max(...ys),
      })
    }
  }
  const count = lib._FPDFPage_CountObjects(page)
  for (let n = 0; n < count; n++) visit(calls.FPDFPage_GetObject(page, n), [1, 0, 0, 1, 0, 0], 0)
  lib.wasmExports.free(memory)
  return (object) => {
    const drawn = texts.get(object) ?? 0
    return covers.filter((cover) => cover.order > drawn)
  }
}

/** The matrix that applies `a`, then `b`. */
function product(a: Matrix, b: Matrix): Matrix {
  return [
    a[0] * b[0] + a[1] * b[2],
    a[0] * b[1] + a[1] * b[3],
    a[2] * b[0] + a[3] * b[2],
    a[2] * b[1] + a[3] * b[3],
    a[4] * b[0] + a[5] * b[2] + b[4],
    a[4] * b[1] + a[5] * b[3] + b[5],
  ]
}

/** Whether a page shows a picture, also within a form. */
export function hasPicture(lib: Pdfium, page: number): boolean {
  const calls = (lib as Pdfium & Calls).wasmExports
  let seen = 0
  const shows = (object: number, depth: number): boolean => {
    if (++seen > maxObjects) return false
    const type = calls.FPDFPageObj_GetType(object)
    if (type !== form || depth >= maxDepth) return type === image
    const count = calls.FPDFFormObj_CountObjects(object)
    for (let n = 0; n < count; n++) if (shows(calls.FPDFFormObj_GetObject(object, n), depth + 1)) return true
    return false
  }
  const count = lib._FPDFPage_CountObjects(page)
  for (let n = 0; n < count; n++) if (shows(calls.FPDFPage_GetObject(page, n), 0)) return true
  return false
}
