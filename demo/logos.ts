/** Discs (x, y, radius, width of the line or null for a filled one) and lines of curves, on a square of 100. */
interface Drawing {
  discs: readonly (readonly [number, number, number, number | null])[]
  curves: readonly (readonly [width: number, ...points: (readonly [number, number])[]])[]
}

/** The logos on the companies' letterheads and screens: one drawing for both. */
export const logos = {
  waves: {
    discs: [[50, 50, 46, 6.5]],
    curves: [
      [6.5, [6.5, 42], [20, 29], [36, 29], [50, 40], [64, 51], [80, 51], [93.5, 38]],
      [6.5, [6.5, 62], [20, 49], [36, 49], [50, 60], [64, 71], [80, 71], [93.5, 58]],
    ],
  },
  vine: {
    discs: [
      [24, 42, 11.5, null],
      [50, 42, 11.5, null],
      [76, 42, 11.5, null],
      [37, 64.5, 11.5, null],
      [63, 64.5, 11.5, null],
      [50, 87, 11.5, null],
    ],
    curves: [
      [6, [50, 30], [49, 20], [52, 10], [60, 3]],
      [6, [52, 22], [62, 8], [78, 8], [90, 16]],
    ],
  },
  bean: {
    discs: [[50, 50, 46, 6.5]],
    curves: [
      [6.5, [50, 6], [26, 30], [74, 66], [50, 94]],
      [6.5, [24, 30], [14, 46], [16, 62], [30, 76]],
      [6.5, [76, 70], [86, 54], [84, 38], [70, 24]],
    ],
  },
  tree: {
    discs: [],
    curves: [
      [7, [50, 4], [42, 26], [28, 38], [14, 46]],
      [7, [50, 4], [58, 26], [72, 38], [86, 46]],
      [7, [50, 34], [42, 54], [28, 68], [8, 76]],
      [7, [50, 34], [58, 54], [72, 68], [92, 76]],
      [7, [50, 4], [50, 40], [50, 70], [50, 97]],
    ],
  },
  weave: {
    discs: [
      [50, 50, 10, null],
      [50, 50, 46, 5],
    ],
    curves: [
      [6, [10, 28], [34, 50], [34, 50], [10, 72]],
      [6, [90, 28], [66, 50], [66, 50], [90, 72]],
      [6, [28, 10], [50, 34], [50, 34], [72, 10]],
      [6, [28, 90], [50, 66], [50, 66], [72, 90]],
    ],
  },
} as const satisfies Record<string, Drawing>

export type LogoName = keyof typeof logos

export function drawingOf(name: LogoName): Drawing {
  return logos[name]
}
