import { makeFault } from '#contract/errors.ts'
import type { FileLine } from './kind.ts'

const batch = 1000

/** The lines of a file in portions that one query looks up. */
export function* batchesOf<T>(lines: readonly T[]): Generator<T[]> {
  for (let from = 0; from < lines.length; from += batch) yield lines.slice(from, from + batch)
}

/** Lines that name the same person fail, each with the number of the other. `personAt` is the tax id of a line. */
export function findRepeated(lines: FileLine[], personAt: (at: number) => string): void {
  const first = new Map<string, number>()
  lines.forEach((line, at) => {
    const person = personAt(at)
    if (!person) return
    const before = first.get(person)
    if (before === undefined) {
      first.set(person, at)
      return
    }
    const one = lines[before]
    if (!one) return
    const twice = (other: FileLine) => makeFault('IMPORT_LINE_TWICE', 'cuil', { linea: other.line })
    lines[at] = { ...line, kind: 'faulty', changes: [], faults: [twice(one), ...line.faults] }
    if (!one.faults.some(({ code }) => code === twice(line).code))
      lines[before] = { ...one, kind: 'faulty', changes: [], faults: [twice(line), ...one.faults] }
  })
}
