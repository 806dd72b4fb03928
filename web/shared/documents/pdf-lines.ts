/** A piece of text as pdf.js gives it: where it begins, how wide and high it is, in units of the page. */
export interface TextPiece {
  str: string
  transform: readonly number[]
  width: number
  height: number
}

/** A gap wider than this part of the letters' height parts two words. */
const wordGap = 0.16
/** Pieces belong to one line when their baselines differ by less than this part of the height. */
const sameLine = 0.5

/**
 * The lines of a page, from top to bottom, each from left to right. A PDF positions pieces of text and seldom marks
 * word ends: two pieces that touch are one word.
 */
export function linesFrom(pieces: readonly TextPiece[]): string[] {
  const lines: Placed[][] = []
  for (const piece of pieces.filter(({ str }) => str.trim()).map(placed)) {
    const line = lines.find(([first]) => first && isBeside(first, piece))
    if (line) line.push(piece)
    else lines.push([piece])
  }
  return lines.sort(([one], [other]) => (other?.y ?? 0) - (one?.y ?? 0)).map(textOf)
}

interface Placed {
  text: string
  x: number
  y: number
  end: number
  height: number
}

function placed({ str, transform, width, height }: TextPiece): Placed {
  const [, , c = 0, d = 0, x = 0, y = 0] = transform
  return { text: str, x, y, end: x + width, height: height || Math.hypot(c, d) || 1 }
}

function isBeside(one: Placed, other: Placed): boolean {
  return Math.abs(one.y - other.y) < sameLine * Math.min(one.height, other.height)
}

function textOf(line: Placed[]): string {
  let text = ''
  let end = Number.NEGATIVE_INFINITY
  for (const piece of line.sort((one, other) => one.x - other.x)) {
    if (text && piece.x - end > wordGap * piece.height) text += ' '
    text += piece.text
    end = piece.end
  }
  return text.replace(/\s+/g, ' ').trim()
}
