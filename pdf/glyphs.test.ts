import { expect, test } from 'vitest'
import { shownFrom } from './glyphs.ts'
import type { Page } from './pages.ts'
import { Ref } from './syntax.ts'

test.each<[Page['rotate'], [number, number]]>([
  [0, [25.4, 101.6]],
  [90, [50.8, 25.4]],
  [180, [76.2, 50.8]],
  [270, [101.6, 76.2]],
])('a point is found on a page that is turned by %d degrees, from its upper left corner', (rotate, point) => {
  // Four inches by six; the point lies an inch from the left and two from the bottom.
  const box: Page['box'] = [100, 200, 100 + 288, 200 + 432]
  const page: Page = { ref: new Ref(3, 0), dict: new Map(), box, rotate, userUnit: 1, resources: null }
  const shown = (userUnit: number) => shownFrom({ ...page, userUnit })(172, 344)
  expect(shown(1)).toEqual(point.map((mm) => expect.closeTo(mm)))
  expect(shown(2)).toEqual(point.map((mm) => expect.closeTo(2 * mm)))
})
