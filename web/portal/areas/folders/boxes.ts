import { type Box, leastSignature } from '#contract/folders/configuration.ts'

/** A page's size or place, in millimetres as it is shown. */
export interface Size {
  width: number
  height: number
}

/** Lines of a page to which edges are drawn, in millimetres from its top left corner. */
export interface PageLines {
  /** From the left. */
  upright: readonly number[]
  /** From above. */
  level: readonly number[]
}

export const handles = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'] as const
export type Handle = (typeof handles)[number]

/** To tenths of a millimetre, which is finer than printers and typed values. */
export function tenth(mm: number): number {
  return Math.round(mm * 10) / 10
}

/** Down to a tenth, so that the stated size is never larger than the page. */
export function floored(mm: number): number {
  return Math.floor(mm * 10 + 0.001) / 10
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, Math.max(least, most)))
}

/** The box within the page, in tenths: moved, and made smaller only where it would not fit. */
export function inside(box: Box, page: Size): Box {
  const [across, down] = [floored(page.width), floored(page.height)]
  const width = tenth(Math.min(box.width, across))
  const height = tenth(Math.min(box.height, down))
  return {
    x: tenth(clamp(box.x, 0, across - width)),
    y: tenth(clamp(box.y, 0, down - height)),
    width,
    height,
  }
}

/** The box moved by so much, as far as the page goes. */
export function moved(box: Box, dx: number, dy: number, page: Size): Box {
  return inside({ ...box, x: box.x + dx, y: box.y + dy }, page)
}

/** The box with the edges of a handle moved by so much: neither off the page nor below what can be read. */
export function resized(
  box: Box,
  handle: Handle,
  dx: number,
  dy: number,
  page: Size,
  least: Size = leastSignature,
): Box {
  const [left, top] = [box.x, box.y]
  const [right, bottom] = [left + box.width, top + box.height]
  const x = tenth(handle.includes('w') ? clamp(left + dx, 0, right - least.width) : left)
  const y = tenth(handle.includes('n') ? clamp(top + dy, 0, bottom - least.height) : top)
  const end = handle.includes('e') ? clamp(right + dx, left + least.width, floored(page.width)) : right
  const foot = handle.includes('s') ? clamp(bottom + dy, top + least.height, floored(page.height)) : bottom
  return { x, y, width: tenth(end - x), height: tenth(foot - y) }
}

export interface Snapped {
  box: Box
  /** The lines that hold it, to be shown. */
  upright: number | null
  level: number | null
}

/**
 * The box with its edges on the page's lines where those are nearer than `reach` (mm): either edge where it is
 * moved, the edges that are dragged where it is resized.
 */
export function snapped(
  box: Box,
  how: Handle | 'move',
  lines: PageLines,
  reach: number,
  page: Size,
  least: Size = leastSignature,
): Snapped {
  const edges = (near: string, far: string) => ({
    near: how === 'move' || how.includes(near),
    far: how === 'move' || how.includes(far),
  })
  const across = nearest(box.x, box.width, edges('w', 'e'), lines.upright, reach)
  const down = nearest(box.y, box.height, edges('n', 's'), lines.level, reach)
  const [dx, dy] = [across?.by ?? 0, down?.by ?? 0]
  const drawn = how === 'move' ? moved(box, dx, dy, page) : resized(box, how, dx, dy, page, least)
  return { box: drawn, upright: across?.line ?? null, level: down?.line ?? null }
}

function nearest(
  from: number,
  length: number,
  { near, far }: { near: boolean; far: boolean },
  lines: readonly number[],
  reach: number,
): { by: number; line: number } | null {
  let best: { by: number; line: number } | null = null
  for (const edge of [...(near ? [from] : []), ...(far ? [from + length] : [])])
    for (const line of lines) {
      const by = line - edge
      if (Math.abs(by) <= reach && (!best || Math.abs(by) < Math.abs(best.by))) best = { by, line }
    }
  return best
}

/** Converts a box from one frame to another. Its place on the sheet stays, as far as the other frame reaches. */
export function reframed(box: Box, from: Box, to: Box): Box {
  return inside({ ...box, x: box.x + from.x - to.x, y: box.y + from.y - to.y }, to)
}

/** The usual place of a signature that nobody placed: the foot of the page. */
export function usualPlace(side: 'empresa' | 'colaborador', page: Size): Box {
  const [width, height, margin] = [Math.min(70, (page.width - 45) / 2), 22, 15]
  const x = side === 'empresa' ? margin : page.width - margin - width
  return inside({ x, y: page.height - margin - height, width, height }, page)
}
