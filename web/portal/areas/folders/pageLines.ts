import { OPS, type PDFPageProxy } from 'pdfjs-dist'
import type { PageLines } from './boxes.ts'

/** Points to millimetres. */
export const mmScale = 25.4 / 72

type Matrix = readonly [number, number, number, number, number, number]

/** Shorter lines are parts of letters and ticks, in millimetres. */
const leastLength = 8
/** Lines closer than this, in millimetres, are one: some programs draw a line three times to make it thick. */
const sameLine = 0.4

/**
 * The lines of a page as it is shown after a further turn, in millimetres from its top left corner: rules and the
 * edges of boxes, and the lines that text stands on.
 */
export async function linesOfPage(page: PDFPageProxy, turn: number): Promise<PageLines> {
  const viewport = page.getViewport({ scale: mmScale, rotation: (page.rotate + turn) % 360 })
  const upright: number[] = []
  const level: number[] = []
  const add = (from: readonly number[], to: readonly number[]) => {
    const [x1 = 0, y1 = 0] = viewport.convertToViewportPoint(from[0] ?? 0, from[1] ?? 0)
    const [x2 = 0, y2 = 0] = viewport.convertToViewportPoint(to[0] ?? 0, to[1] ?? 0)
    if (Math.hypot(x2 - x1, y2 - y1) < leastLength) return
    if (Math.abs(x2 - x1) < 0.2) upright.push((x1 + x2) / 2)
    if (Math.abs(y2 - y1) < 0.2) level.push((y1 + y2) / 2)
  }
  const [drawn, text] = await Promise.all([page.getOperatorList(), page.getTextContent()])
  for (const [from, to] of segmentsOf(drawn.fnArray, drawn.argsArray)) add(from, to)
  for (const item of text.items) {
    if (!('str' in item) || !item.str.trim()) continue
    const [a = 1, b = 0, , , x = 0, y = 0] = item.transform
    const length = Math.hypot(a, b) || 1
    add([x, y], [x + (a / length) * item.width, y + (b / length) * item.width])
  }
  return {
    upright: distinct(upright, viewport.width),
    level: distinct(level, viewport.height),
  }
}

function distinct(values: readonly number[], most: number): number[] {
  const kept: number[] = []
  for (const value of values.filter((one) => one > 0 && one < most).toSorted((a, b) => a - b))
    if (value - (kept.at(-1) ?? -1) > sameLine) kept.push(value)
  return kept
}

type Point = readonly [number, number]

/** The straight parts of what a page draws, in its user space. */
function* segmentsOf(
  operators: readonly number[],
  args: readonly unknown[],
): Generator<readonly [Point, Point]> {
  let matrix: Matrix = [1, 0, 0, 1, 0, 0]
  const kept: Matrix[] = []
  for (const [at, operator] of operators.entries()) {
    const given = args[at]
    if (operator === OPS.save || operator === OPS.paintFormXObjectBegin) kept.push(matrix)
    if (operator === OPS.restore || operator === OPS.paintFormXObjectEnd) matrix = kept.pop() ?? matrix
    if (operator === OPS.transform) matrix = times(matrix, given)
    if (operator === OPS.paintFormXObjectBegin && Array.isArray(given)) matrix = times(matrix, given[0])
    if (operator === OPS.constructPath && Array.isArray(given)) {
      const [, paths] = given
      if (Array.isArray(paths)) for (const path of paths) yield* straightParts(path, matrix)
    }
  }
}

/** pdf.js's own path: 0 begins, 1 goes straight (2 numbers), 2 and 3 are curves (6 and 4), 4 closes. */
function* straightParts(path: unknown, matrix: Matrix): Generator<readonly [Point, Point]> {
  if (!(path instanceof Float32Array)) return
  let start: Point = [0, 0]
  let here: Point = start
  for (let at = 0; at < path.length;) {
    const step = path[at]
    const length = step === 2 ? 6 : step === 3 ? 4 : step === 4 ? 0 : 2
    const next: Point =
      step === 4 ? start : applied(matrix, path[at + length - 1] ?? 0, path[at + length] ?? 0)
    if (step === 1 || step === 4) yield [here, next]
    if (step === 0) start = next
    here = next
    at += length + 1
  }
}

function applied([a, b, c, d, e, f]: Matrix, x: number, y: number): Point {
  return [a * x + c * y + e, b * x + d * y + f]
}

function times(m: Matrix, by: unknown): Matrix {
  if (!Array.isArray(by) && !(by instanceof Float32Array)) return m
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = [...by].map(Number)
  const [x, y] = applied(m, e, f)
  return [m[0] * a + m[2] * b, m[1] * a + m[3] * b, m[0] * c + m[2] * d, m[1] * c + m[3] * d, x, y]
}
