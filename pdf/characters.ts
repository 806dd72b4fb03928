import { Name, Parser } from './syntax.ts'
import type { Value } from './syntax.ts'

/** The instructions that show text, by their number from 0, whose characters are shown one by one. */
export type Split = ReadonlySet<number> | 'all'

/** The name of the marked content around the text of an instruction, followed by the instruction's number. */
export const markName = 'LegajoText'

/**
 * Drawing instructions in which some text is shown character by character, and each text is marked with the number of
 * its instruction; they draw the same. `bytesOf` returns how many bytes each code of a font has, null where that
 * varies: such text stays as it is, as do instructions with inline images.
 */
export function splitCharacters(
  content: Uint8Array,
  bytesOf: (font: string) => number | null,
  split: Split,
): Uint8Array {
  const parser = new Parser(content)
  const parts: Uint8Array[] = []
  const saved: (number | null)[] = []
  let bytes: number | null = null
  let operands: Value[] = []
  /** Everything before it is in `parts`. */
  let copied = 0
  let from = 0
  let count = 0
  for (parser.skipSpace(); parser.pos < content.length; parser.skipSpace()) {
    if (operands.length === 0) from = parser.pos
    const word = parser.peekWord()
    if (!isOperator(word)) {
      operands.push(parser.value())
      continue
    }
    parser.pos += word.length
    const last = operands.at(-1)
    operands = []
    if (word === 'BI') return content
    if (word === 'q') saved.push(bytes)
    else if (word === 'Q') bytes = saved.pop() ?? null
    else if (word === 'Tf') bytes = fontIn(content, from, bytesOf)
    const shown = showing(word, last)
    if (!shown) continue
    const apart = bytes && (split === 'all' || split.has(count)) ? oneByOne(word, shown, bytes) : null
    const begin = `\n/${markName}${count} BMC\n`
    parts.push(
      content.subarray(copied, from),
      Buffer.from(begin, 'latin1'),
      apart === null ? content.subarray(from, parser.pos) : Buffer.from(apart, 'latin1'),
      Buffer.from('\nEMC\n', 'latin1'),
    )
    count++
    copied = parser.pos
  }
  parts.push(content.subarray(copied))
  return Buffer.concat(parts)
}

function isOperator(word: string): boolean {
  return /^[A-Za-z'"*]/.test(word) && word !== 'true' && word !== 'false' && word !== 'null'
}

function fontIn(content: Uint8Array, from: number, bytesOf: (font: string) => number | null): number | null {
  const name = new Parser(content, from).value()
  return name instanceof Name ? bytesOf(name.value) : null
}

/** The strings and moves of an instruction that shows text; null for any other. */
function showing(word: string, operand: Value | undefined): Value[] | null {
  if (word === 'TJ') return Array.isArray(operand) ? operand : null
  return (word === 'Tj' || word === "'") && operand instanceof Uint8Array ? [operand] : null
}

function oneByOne(word: string, shown: readonly Value[], bytes: number): string {
  let text = word === "'" ? 'T* ' : ''
  for (const item of shown)
    if (item instanceof Uint8Array)
      for (let at = 0; at < item.length; at += bytes)
        text += `<${Buffer.from(item.subarray(at, at + bytes)).toString('hex')}> Tj\n`
    else if (typeof item === 'number') text += `[${item.toFixed(6)}] TJ\n`
  return text
}
