import fc from 'fast-check'
import { expect, test } from 'vitest'
import { configurationFaults, leastSignature, typeConfiguration } from '#contract/folders/configuration.ts'
import { handles, inside, moved, reframed, resized, snapped, usualPlace } from './boxes.ts'

const mm = (min: number, max: number) =>
  fc.double({ min, max, noNaN: true, noDefaultInfinity: true }).map((value) => Math.round(value * 100) / 100)
const page = fc.record({ width: mm(147, 420), height: mm(147, 420) })
const box = fc.record({ x: mm(0, 400), y: mm(0, 400), width: mm(30, 120), height: mm(10, 80) })
const by = mm(-500, 500)

/** The faults that the server's own check finds. */
function faults(empresa: ReturnType<typeof inside>, of: { width: number; height: number }) {
  const facts = typeConfiguration.change.input.parse({ id: 1, pagina: 'last', empresa })
  return configurationFaults(facts, of, null)
}

test('the server accepts every box that can be made', () => {
  fc.assert(
    fc.property(page, box, by, by, fc.constantFrom(...handles), (of, begun, dx, dy, handle) => {
      const placed = inside(begun, of)
      expect(faults(placed, of)).toEqual([])
      expect(faults(moved(placed, dx, dy, of), of)).toEqual([])
      expect(faults(resized(placed, handle, dx, dy, of), of)).toEqual([])
      const lines = { upright: [40, 41.3, 99], level: [30, 200] }
      for (const how of ['move', handle] as const)
        expect(faults(snapped(placed, how, lines, 3, of).box, of)).toEqual([])
      expect(faults(usualPlace('colaborador', of), of)).toEqual([])
    }),
  )
})

test('resizing leaves the opposite edges where they were', () => {
  fc.assert(
    fc.property(page, box, by, by, (of, begun, dx, dy) => {
      const placed = inside(begun, of)
      const drawn = resized(placed, 'nw', dx, dy, of)
      expect(drawn.x + drawn.width).toBeCloseTo(placed.x + placed.width, 5)
      expect(drawn.y + drawn.height).toBeCloseTo(placed.y + placed.height, 5)
      expect(drawn.width).toBeGreaterThanOrEqual(leastSignature.width)
    }),
  )
})

test('a dragged edge snaps to the nearest line, and no other edge does', () => {
  const of = { width: 210, height: 297 }
  const lines = { upright: [25, 26.2], level: [232] }
  const near = { x: 24.5, y: 205, width: 64, height: 26 }
  expect(snapped(near, 'move', lines, 2, of)).toEqual({
    box: { x: 25, y: 206, width: 64, height: 26 },
    upright: 25,
    level: 232,
  })
  expect(snapped(near, 'e', lines, 2, of)).toEqual({ box: near, upright: null, level: null })
  expect(snapped(near, 's', lines, 2, of).box).toEqual({ ...near, height: 27 })
})

test('a box stays where it is on the sheet when the sheet is cut, as far as the cut goes', () => {
  const sheet = { x: 0, y: 0, width: 210, height: 297 }
  const cut = { x: 10, y: 20, width: 190, height: 148.5 }
  const of = { x: 24, y: 60, width: 64, height: 26 }
  const there = reframed(of, sheet, cut)
  expect(there).toEqual({ x: 14, y: 40, width: 64, height: 26 })
  expect(reframed(there, cut, sheet)).toEqual(of)
  expect(reframed({ ...of, y: 260 }, sheet, cut)).toEqual({ x: 14, y: 122.5, width: 64, height: 26 })
})
