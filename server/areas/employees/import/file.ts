import { setImmediate as breathe } from 'node:timers/promises'
import { makeFault } from '#contract/errors.ts'
import { fold } from '#server/shared/text/fold.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { type CheckedLine, checkLine, type Known, leftOutLine } from './check.ts'
import type { ImportField } from './columns.ts'
import type { FileToCheck } from './kind.ts'
import { readLine, type ReadLine } from './lines.ts'
import { type Importer, knownOf, managersOf, presentOf, reportingLines } from './present.ts'

const batch = 1000

interface ImportToCheck extends Omit<FileToCheck, 'options'> {
  columns: readonly (ImportField | null)[]
}

/**
 * Checks a file line by line: each by itself, against existing employees, and against the other lines. Changes nothing.
 * The act checks again, and its result must be the same.
 */
export async function checkFile(
  tx: Tx,
  viewer: Importer,
  now: Date,
  { columns, rows: all, leftOut }: ImportToCheck,
  onProgress: (done: number) => Promise<void> = async () => {},
): Promise<{ lines: CheckedLine[]; known: Known }> {
  const known = await knownOf(tx, viewer, now)
  const without = new Set(leftOut)
  const rows = all.filter(({ line }) => !without.has(line))
  const reads: ReadLine[] = []
  const lines: CheckedLine[] = []
  for (let from = 0; from < rows.length; from += batch) {
    const some = rows.slice(from, from + batch).map((row) => readLine(row, columns, known.country))
    const present = await presentOf(tx, viewer, now, some)
    for (const read of some) lines.push(checkLine(read, present, known))
    reads.push(...some)
    await onProgress(lines.length)
    await breathe()
  }
  findTwins(reads, lines)
  await findManagers(tx, viewer, reads, lines, known)
  const column = ({ field }: { field?: string | undefined }) => columns.findIndex((one) => one === field)
  for (const { faults } of lines) faults.sort((one, other) => column(one) - column(other))
  const out = all.filter(({ line }) => without.has(line))
  lines.push(...out.map((row) => leftOutLine(readLine(row, columns, known.country))))
  return { lines, known }
}

const identifiers = ['cuil', 'dni', 'numero_legajo', 'usuario', 'mail'] as const

/** Lines that name the same person or the same identifier: each says where the other stands. */
function findTwins(reads: readonly ReadLine[], lines: readonly CheckedLine[]): void {
  for (const field of identifiers) {
    const first = new Map<string, number>()
    reads.forEach(({ texts }, at) => {
      const value = texts[field]
      if (value === undefined) return
      const key = fold(value)
      const before = first.get(key)
      if (before === undefined) {
        first.set(key, at)
        return
      }
      const [one, other] = [lines[before], lines[at]]
      // Two lines with the same tax id conflict in everything else too, so the conflict is reported once.
      if (!one || !other || (field !== 'cuil' && one.cuil === other.cuil)) return
      fail(other, makeFault('IMPORT_LINE_TWICE', field, { linea: one.line }))
      if (!one.faults.some((fault) => fault.code === 'IMPORT_LINE_TWICE'))
        fail(one, makeFault('IMPORT_LINE_TWICE', field, { linea: other.line }))
    })
  }
  findSharedNames(reads, lines)
}

/** Lines of which one gives as user name what is an id of the other's: under it neither would get in. */
function findSharedNames(reads: readonly ReadLine[], lines: readonly CheckedLine[]): void {
  const ids = new Map<string, { at: number; field: 'cuil' | 'dni' }>()
  reads.forEach(({ texts }, at) => {
    for (const field of ['dni', 'cuil'] as const) {
      const id = texts[field]
      if (id) ids.set(fold(id), { at, field })
    }
  })
  reads.forEach(({ texts }, at) => {
    const id = ids.get(fold(texts.usuario ?? ''))
    const [one, other] = [lines[at], lines[id?.at ?? at]]
    if (!id || !one || !other || one.cuil === other.cuil) return
    fail(one, makeFault('IMPORT_LINE_TWICE', 'usuario', { linea: other.line }))
    fail(other, makeFault('IMPORT_LINE_TWICE', id.field, { linea: one.line }))
  })
}

function fail(line: CheckedLine, fault: CheckedLine['faults'][number]): void {
  line.faults.push(fault)
  line.kind = 'faulty'
}

/**
 * Finds whom each line's person reports to: somebody within reach, or somebody whom another line makes. Nobody
 * reports, by any number of steps, to themselves.
 */
async function findManagers(
  tx: Tx,
  viewer: Importer,
  reads: readonly ReadLine[],
  lines: readonly CheckedLine[],
  { settings }: Known,
): Promise<void> {
  const isOwned = settings['integrations.owned_fields'].includes('reporta')
  const asking = lines.filter(({ manager }) => manager !== null)
  if (asking.length === 0) return
  const found = await managersOf(
    tx,
    viewer,
    asking.flatMap(({ manager }) => namesOf(manager ?? '')),
  )
  const above = new Map<number, number>(await reportingLines(tx))
  const made = new Map<string, CheckedLine>()
  reads.forEach(({ texts }, at) => {
    const line = lines[at]
    if (line?.kind !== 'new') return
    for (const name of [texts.numero_legajo?.toUpperCase(), texts.cuil]) if (name) made.set(name, line)
  })
  for (const line of asking) {
    if (line.kind === 'faulty') continue
    const names = namesOf(line.manager ?? '')
    const id = names.map((name) => found.get(name)).find((one) => one !== undefined)
    const other = names.map((name) => made.get(name)).find((one) => one !== undefined)
    if (id === undefined && !other) fail(line, makeFault('MANAGER_UNKNOWN', 'reporta'))
    else if (id !== undefined) line.reportsTo = { id }
    else if (other) line.reportsTo = { line: other.line }
    if (line.before && id !== undefined && line.before.reporta === id) {
      line.reportsTo = null
      continue
    }
    if (!line.reportsTo) continue
    if (line.employeeId === viewer.userId) {
      fail(line, makeFault('OWN_RECORD_FIXED', 'reporta'))
      continue
    }
    if (line.before && isOwned) {
      fail(line, makeFault('FIELD_OF_PEOPLE_SYSTEM', 'reporta'))
      continue
    }
    above.set(keyOf(line), 'id' in line.reportsTo ? line.reportsTo.id : -line.reportsTo.line)
  }
  const names = new Map(lines.map((line) => [line.line, line]))
  for (const line of asking) {
    if (!line.reportsTo || line.kind === 'faulty') continue
    if (isAboveItself(keyOf(line), above)) {
      fail(line, makeFault('MANAGER_BELOW', 'reporta'))
      continue
    }
    if (line.before) {
      line.kind = 'changed'
      line.changes.push({ campo: 'reporta', antes: '', ahora: line.manager ?? '' })
    }
  }
  // An employee whose manager's line fails cannot be created; repeat until no further line fails.
  for (let again = true; again;) {
    again = false
    for (const line of asking) {
      if (line.kind === 'faulty' || !line.reportsTo || !('line' in line.reportsTo)) continue
      if (names.get(line.reportsTo.line)?.kind !== 'faulty') continue
      fail(line, makeFault('MANAGER_UNKNOWN', 'reporta'))
      again = true
    }
  }
}

/** A tax id is written with its separators or without. */
function namesOf(said: string): string[] {
  const text = said.toUpperCase()
  return [...new Set([text, text.replace(/[\s./-]/g, '')])]
}

/** Key of a line's person: the id of an existing employee, or the negative line number of a new one. */
function keyOf(line: CheckedLine): number {
  return line.employeeId ?? -line.line
}

function isAboveItself(key: number, above: ReadonlyMap<number, number>): boolean {
  const seen = new Set<number>()
  for (let at = above.get(key); at !== undefined && !seen.has(at); at = above.get(at)) {
    if (at === key) return true
    seen.add(at)
  }
  return false
}
