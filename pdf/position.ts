import { displayedSize, mmPerPoint } from './pages.ts'
import type { Page } from './pages.ts'

/** A rectangle in millimetres from the top left corner of the page as it is shown. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** The position of a signature. A corner is the usual one at the bottom of the page. */
export type Position = { page: 'first' | 'last' | number } & (Box | { corner: 'left' | 'right' })

/** The rectangle of a signature in user space, and the matrix that turns its appearance upright. */
export interface Placement {
  rect: [number, number, number, number]
  /** The upright size, in units of user space. */
  width: number
  height: number
  matrix: [number, number, number, number, number, number]
}

const corner = { width: 70, height: 22, margin: 15 }

/** Converts millimetres on the page as shown to user space; the rectangle is moved inside the page. */
export function place(page: Page, position: Position): Placement {
  const size = displayedSize(page)
  const wanted = 'corner' in position ? cornerBox(size, position.corner) : position
  const width = Math.min(wanted.width, size.width)
  const height = Math.min(wanted.height, size.height)
  const x = clamp(wanted.x, size.width - width)
  const y = clamp(wanted.y, size.height - height)
  const unit = mmPerPoint * page.userUnit
  const [l, t, w, h] = [x / unit, y / unit, width / unit, height / unit]
  const [left, bottom, right, top] = page.box
  switch (page.rotate) {
    case 0:
      return {
        rect: [left + l, top - t - h, left + l + w, top - t],
        width: w,
        height: h,
        matrix: [1, 0, 0, 1, 0, 0],
      }
    case 90:
      return {
        rect: [left + t, bottom + l, left + t + h, bottom + l + w],
        width: w,
        height: h,
        matrix: [0, 1, -1, 0, h, 0],
      }
    case 180:
      return {
        rect: [right - l - w, bottom + t, right - l, bottom + t + h],
        width: w,
        height: h,
        matrix: [-1, 0, 0, -1, w, h],
      }
    case 270:
      return {
        rect: [right - t - h, top - l - w, right - t, top - l],
        width: w,
        height: h,
        matrix: [0, -1, 1, 0, 0, w],
      }
  }
}

/** The box of a page that a cut leaves, in user space; null where it leaves nothing. */
export function cutOf(page: Page, cut: Box): Page['box'] | null {
  const { width, height } = displayedSize(page)
  const [left, top] = [clamp(cut.x, width), clamp(cut.y, height)]
  const [right, bottom] = [clamp(cut.x + cut.width, width), clamp(cut.y + cut.height, height)]
  // Less than a millimetre counts as nothing.
  if (!(right - left >= 1 && bottom - top >= 1)) return null
  return place(page, { page: 'first', x: left, y: top, width: right - left, height: bottom - top }).rect
}

/** The placement of an existing field. */
export function placementOf(page: Page | null, rect: [number, number, number, number]): Placement {
  const across = Math.max(rect[2] - rect[0], 1)
  const up = Math.max(rect[3] - rect[1], 1)
  const rotate = page?.rotate ?? 0
  const [width, height] = rotate % 180 === 0 ? [across, up] : [up, across]
  const matrix: Placement['matrix'] =
    rotate === 90
      ? [0, 1, -1, 0, height, 0]
      : rotate === 180
        ? [-1, 0, 0, -1, width, height]
        : rotate === 270
          ? [0, -1, 1, 0, 0, width]
          : [1, 0, 0, 1, 0, 0]
  return { rect, width, height, matrix }
}

function cornerBox(size: { width: number; height: number }, side: 'left' | 'right'): Box {
  const width = Math.min(corner.width, (size.width - 3 * corner.margin) / 2)
  const x = side === 'left' ? corner.margin : size.width - corner.margin - width
  return { x, y: size.height - corner.margin - corner.height, width, height: corner.height }
}

function clamp(value: number, max: number): number {
  return Math.min(Math.max(value, 0), Math.max(max, 0))
}
