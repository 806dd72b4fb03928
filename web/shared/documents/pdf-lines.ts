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

/** A gap wider than this part of the letters' height parts two cells of a table or of a form. */
const cellGap = 0.8
/** Edges of cells that differ by less than this part of the letters' height are aligned. */
const edgeSlack = 0.6

/**
 * The lines of a page, from top to bottom, each from left to right. A PDF positions pieces of text and seldom marks
 * word ends: two pieces that touch are one word. A label over its value, and the head of a column, are joined to the
 * value, since nobody who hears the page sees what stands above it.
 */
export function linesFrom(pieces: readonly TextPiece[]): string[] {
  const lines: Placed[][] = []
  for (const piece of pieces.filter(({ str }) => str.trim()).map(placed)) {
    const line = lines.find(([first]) => first && isBeside(first, piece))
    if (line) line.push(piece)
    else lines.push([piece])
  }
  return paired(lines.sort(([one], [other]) => (other?.y ?? 0) - (one?.y ?? 0)).map(cellsOf))
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

/** The cells of a line: words with a wide gap before the next ones. */
function cellsOf(line: Placed[]): Placed[] {
  const cells: Placed[] = []
  for (const piece of line.sort((one, other) => one.x - other.x)) {
    const last = cells.at(-1)
    const gap = last ? piece.x - last.end : Number.POSITIVE_INFINITY
    if (!last || gap > cellGap * piece.height) cells.push({ ...piece })
    else {
      last.text += (gap > wordGap * piece.height ? ' ' : '') + piece.text
      last.end = piece.end
    }
  }
  return cells.map((cell) => ({ ...cell, text: cell.text.replace(/\s+/g, ' ').trim() }))
}

const textOf = (cells: readonly Placed[]) => cells.map(({ text }) => text).join(' ')

function paired(lines: readonly Placed[][]): string[] {
  const texts: string[] = []
  let head: Placed[] | null = null
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? []
    const labelled = labelledCells(line, lines[at + 1] ?? [])
    const rows = head && tableRows(head, line)
    if (labelled) {
      texts.push(...labelled)
      at++
      head = null
    } else if (rows) texts.push(...rows)
    else {
      texts.push(textOf(line))
      head = isHead(line) ? line : null
    }
  }
  return texts
}

/** Labels in small print, each over its value: 'CUIL: 20-28714536-1'. Null where the lines aren't such a pair. */
function labelledCells(labels: readonly Placed[], values: readonly Placed[]): string[] | null {
  const [label] = labels
  const [value] = values
  if (!label || !value || label.height > 0.9 * value.height || label.y - value.y > 2.5 * value.height)
    return null
  const owners = values.map(({ x }) =>
    labels.findIndex((one) => Math.abs(one.x - x) < edgeSlack * value.height),
  )
  if (owners.includes(-1) || new Set(owners).size < owners.length) return null
  return labels.map(({ text }, at) => {
    const owned = values[owners.indexOf(at)]
    return owned ? `${text}: ${owned.text}` : text
  })
}

/** At least three names of columns. */
function isHead(line: readonly Placed[]): boolean {
  return line.length > 2 && line.every(({ text }) => /\p{L}/u.test(text) && !/\p{N}/u.test(text))
}

/**
 * A row below the heads of its columns, a line for each of the tables beside each other. Null where a cell belongs to
 * no column or two to the same, and where nothing but names is there.
 */
function tableRows(head: readonly Placed[], row: readonly Placed[]): string[] | null {
  const columns = row.map((cell) => head.findIndex((one) => isAbove(one, cell)))
  if (row.length < 2 || columns.includes(-1) || new Set(columns).size < columns.length) return null
  // Tables beside each other begin with the same head.
  const tableOf = (column: number) =>
    head.slice(0, column + 1).filter(({ text }) => text === head[0]?.text).length
  const cells = row.map(({ text }, at) => {
    const column = columns[at] ?? 0
    return { text, head: head[column]?.text, table: tableOf(column) }
  })
  const tables = [...Map.groupBy(cells, ({ table }) => table).values()]
  const texts = tables.map((of) => {
    // Up to its first word a row is named: its code and what it is about.
    const named = of.findIndex(({ text }) => /\p{L}{3}/u.test(text)) + 1
    const name = of.slice(0, named).map(({ text }) => text)
    const values = of.slice(named).map(({ head: column, text }) => `${column}: ${text}`)
    return { values, line: [...(named > 0 ? [name.join(' ')] : []), ...values].join('; ') }
  })
  return texts.some(({ values }) => values.length > 0) ? texts.map(({ line }) => line) : null
}

/** Whether a head and a cell share some width, or an edge. */
function isAbove(head: Placed, cell: Placed): boolean {
  const slack = edgeSlack * cell.height
  return cell.x < head.end + slack && head.x < cell.end + slack
}
