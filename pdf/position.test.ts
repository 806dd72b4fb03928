import { describe, expect, test } from 'vitest'
import type { Page } from './pages.ts'
import { cutOf, place, placementOf } from './position.ts'
import type { Placement, Position } from './position.ts'
import { Ref } from './syntax.ts'

const inch = 25.4

/** A page of four by six inches in user space. */
function pageOf(rotate: Page['rotate'], userUnit = 1): Page {
  const box: Page['box'] = [100, 200, 100 + 288, 200 + 432]
  return { ref: new Ref(3, 0), dict: new Map(), box, rotate, userUnit, resources: null }
}

const rounded = (numbers: readonly number[]) => numbers.map((number) => Math.round(number * 1000) / 1000)
const shape = ({ rect, width, height, matrix }: Placement) => [
  rounded(rect),
  rounded([width, height]),
  rounded(matrix),
]
const boxOf = (x: number, y: number, width: number, height: number): Position => ({
  page: 1,
  x: x * inch,
  y: y * inch,
  width: width * inch,
  height: height * inch,
})

describe('a rectangle of the page as shown lies in user space', () => {
  test.each<[Page['rotate'], number[], number[]]>([
    [0, [172, 452, 244, 488], [1, 0, 0, 1, 0, 0]],
    [90, [244, 272, 280, 344], [0, 1, -1, 0, 36, 0]],
    [180, [244, 344, 316, 380], [-1, 0, 0, -1, 72, 36]],
    [270, [208, 488, 244, 560], [0, -1, 1, 0, 0, 72]],
  ])('where the page is turned by %d degrees', (rotate, rect, matrix) => {
    // An inch from the left and two from the top.
    expect(shape(place(pageOf(rotate), boxOf(1, 2, 1, 0.5)))).toEqual([rect, [72, 36], matrix])
  })

  test('where its unit is larger', () => {
    const { rect, width, height } = place(pageOf(0, 2), boxOf(1, 2, 1, 0.5))
    expect(rounded([...rect, width, height])).toEqual([136, 542, 172, 560, 36, 18])
  })

  test.each<[string, Position, number[]]>([
    ['to the left and top', boxOf(-1, -2, 1, 1), [100, 560, 172, 632]],
    ['to the right and bottom', boxOf(3.5, 5.5, 1, 1), [316, 200, 388, 272]],
    ['a larger one', boxOf(1, 1, 9, 9), [100, 200, 388, 632]],
  ])('moved inside the page: %s', (_, position, rect) => {
    expect(rounded(place(pageOf(0), position).rect)).toEqual(rect)
  })
})

test.each<[number, 'left' | 'right', number[]]>([
  [210, 'left', [15, 85, 260, 282]],
  [210, 'right', [125, 195, 260, 282]],
  [100, 'left', [15, 42.5, 260, 282]],
  [100, 'right', [57.5, 85, 260, 282]],
])('the corner of a page %d mm wide on the %s leaves a margin', (across, corner, sides) => {
  const page = pageOf(0, 72 / inch)
  const { rect } = place({ ...page, box: [0, 0, across, 297] }, { page: 'last', corner })
  expect(rounded([rect[0], rect[2], 297 - rect[3], 297 - rect[1]])).toEqual(sides)
})

describe('a cut', () => {
  const page: Page = { ...pageOf(0, 72 / inch), box: [0, 0, 100, 200] }
  const cut = (x: number, y: number, width: number, height: number) => {
    const box = cutOf(page, { x, y, width, height })
    return box && rounded(box)
  }
  test('leaves its part of the page', () => {
    expect(cut(10, 20, 30, 40)).toEqual([10, 140, 40, 180])
    expect(cut(-10, -20, 300, 400)).toEqual([0, 0, 100, 200])
    expect(cut(50, 150, 300, 400)).toEqual([50, 0, 100, 50])
    expect(cut(-10, -20, 30, 40)).toEqual([0, 180, 20, 200])
  })
  test('of less than a millimetre leaves nothing', () => {
    expect(cut(10, 20, 1, 1)).toEqual([10, 179, 11, 180])
    expect([cut(10, 20, 0.99, 9), cut(10, 20, 9, 0.99), cut(100, 20, 9, 9), cut(10, 200, 9, 9)]).toEqual(
      Array(4).fill(null),
    )
  })
})

test.each<[Page['rotate'] | null, number[], number[]]>([
  [null, [50, 20], [1, 0, 0, 1, 0, 0]],
  [0, [50, 20], [1, 0, 0, 1, 0, 0]],
  [90, [20, 50], [0, 1, -1, 0, 50, 0]],
  [180, [50, 20], [-1, 0, 0, -1, 50, 20]],
  [270, [20, 50], [0, -1, 1, 0, 0, 20]],
])('an existing field is placed upright on a page turned by %s', (rotate, size, matrix) => {
  const page = rotate === null ? null : pageOf(rotate)
  const rect: Placement['rect'] = [10, 20, 60, 40]
  expect(shape(placementOf(page, rect))).toEqual([rect, size, matrix])
  expect(shape(placementOf(page, [10, 20, 10, 20]))[1]).toEqual([1, 1])
})
