import { z } from 'zod'
import { actions } from '#contract/actions.ts'
import { makeFault } from '#contract/errors.ts'
import { fromText } from '#contract/from-text.ts'
import { issuesToErrors } from '#contract/issues.ts'
import { unsubscriptionFields } from '#contract/employees/import.ts'
import { endReasons, text } from '#contract/employees/record.ts'
import { needsObservation } from '#contract/employees/states.ts'
import { type Country, date } from '#contract/fields.ts'
import { idWords } from '#locales/countries.ts'
import es from '#locales/es/employees-ends.json' with { type: 'json' }
import pt from '#locales/pt/employees-ends.json' with { type: 'json' }
import { type Fault, refuse } from '#server/shared/errors.ts'
import type { Session } from '#server/shared/identity/session.ts'
import { getSettings } from '#server/shared/settings.ts'
import { fold } from '#server/shared/text/fold.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { printedDay } from '#server/shared/text/printed.ts'
import { mayEndStays } from '../record.ts'
import { endFaults, type EndLimits, endLimits, type PersonToEnd, peopleToEnd, writeEnds } from '../ending.ts'
import { applyByLines, type LineWork } from './by-lines.ts'
import { ownTitles } from './columns.ts'
import type { FileKind, FileLine, FileOptions, FileToCheck } from './kind.ts'
import { plainId, readCell } from './lines.ts'
import { batchesOf, findRepeated } from './people.ts'
import type { Importer } from './present.ts'
import { applyLinesJob } from './work.ts'

type Field = (typeof unsubscriptionFields)[number]

/** Accepted titles of each column, folded. */
const titles: Readonly<Record<Field, readonly string[]>> = {
  cuil: [],
  fechabaja: [es, pt].map(({ columna }) => fold(columna.fechabaja)),
  observaciones: [es, pt].map(({ columna }) => fold(columna.observaciones)),
}

const longestObservation = 255
/** Made once: a schema made for each line costs more than reading it. */
const endLine = z.object({ fechabaja: date, observaciones: text(longestObservation) }).partial()

/** A line of the file as it was read: the day and the observation only where they are right. */
interface ReadEnd {
  line: number
  cells: string[]
  cuil: string
  day: string | null
  observation: string | null
  faults: Fault[]
}

/** Ends of many stays by a file, with one reason for all. */
export const unsubscriptionKind: FileKind = {
  name: 'unsubscription',
  may: mayEndStays,
  guard: insistOnEnding,
  keptDays: 30,
  countsAbsent: false,
  fields: unsubscriptionFields,
  columnsOf,
  titlesOf: (fields, language, country) =>
    fields.map((field) =>
      field === 'cuil'
        ? wordsOfIds(country).cuil
        : { es, pt }[language].columna[field as Exclude<Field, 'cuil'>],
    ),
  withoutExample(rows, columns) {
    const at = columns.indexOf('cuil')
    return rows.filter(({ cells }) => !examples.includes(fold(cells[at] ?? '')))
  },
  async check(tx, viewer, now, file, onProgress = async () => {}) {
    const limits = await endLimits(tx, viewer, now)
    const lines: FileLine[] = []
    const reads = readEnds(file)
    for (const some of batchesOf(reads)) {
      lines.push(...(await checkEnds(tx, viewer, limits, file.options, some)))
      await onProgress(lines.length)
    }
    findRepeated(lines, (at) => reads[at]?.cuil ?? '')
    const out = file.rows.filter(({ line }) => file.leftOut.includes(line))
    const left = readEnds({ ...file, rows: out, leftOut: [] })
    const people = await peopleToEnd(
      tx,
      viewer,
      left.map(({ cuil }) => cuil),
    )
    lines.push(
      ...left.map((read) => ({ ...emptyLine(read, people.get(read.cuil)), kind: 'left_out' as const })),
    )
    return { lines, places: [] }
  },
  needsProof: async () => true,
  job: applyLinesJob,
  apply: (confirmed) => applyByLines(unsubscriptionKind, work, confirmed),
}

/**
 * Lets those alone end many stays who may end a single one.
 *
 * @throws {Refusal} SYSTEM_ACTION_NOT_GRANTED; also that of {@link insistOnOnboarding}
 */
export async function insistOnEnding(tx: Tx, session: Session): Promise<void> {
  if (!mayEndStays(session)) refuse('SYSTEM_ACTION_NOT_GRANTED')
  await insistOnOnboarding(tx, session)
}

/**
 * While an outside application of onboarding is connected, only those who may onboard end many stays.
 *
 * @throws {Refusal} SYSTEM_ACTION_NOT_GRANTED
 */
export async function insistOnOnboarding(tx: Tx, { actions: held }: Session): Promise<void> {
  const onboards = held.includes(actions.onboardingCreate) || held.includes(actions.onboardingEdit)
  if (!onboards && (await getSettings(tx))['integrations.onboarding']) refuse('SYSTEM_ACTION_NOT_GRANTED')
}

const examples = [es, pt].map(({ ejemplo }) => fold(ejemplo.cuil))

function wordsOfIds(country: Country) {
  return idWords(country === 'BR' ? 'pt-BR' : `es-${country}`)
}

/** @throws {Refusal} END_FILE_WITHOUT_HEADER: the columns of person and day are missing. IMPORT_COLUMN_TWICE */
function columnsOf(header: readonly string[], country: Country): (Field | null)[] {
  const ids = ['cuil', fold(wordsOfIds(country).cuil)]
  const columns = header.map((title) => {
    const said = fold(title)
    if (ownTitles.includes(said)) return null
    if (ids.includes(said)) return 'cuil'
    return unsubscriptionFields.find((field) => field === said || titles[field].includes(said)) ?? null
  })
  const twice = columns.find((field, at) => field !== null && columns.indexOf(field) !== at)
  if (twice) refuse('IMPORT_COLUMN_TWICE', 'archivo', { columna: header[columns.indexOf(twice)] ?? twice })
  if (!columns.includes('cuil') || !columns.includes('fechabaja'))
    refuse('END_FILE_WITHOUT_HEADER', 'archivo', { titulos: unsubscriptionFields.join(';') })
  return columns
}

function readEnds({ columns, rows, leftOut }: Omit<FileToCheck, 'options'>): ReadEnd[] {
  const without = new Set(leftOut)
  return rows.filter(({ line }) => !without.has(line)).map((row) => readEnd(row, columns))
}

function readEnd(
  { line, cells }: { line: number; cells: string[] },
  columns: readonly (string | null)[],
): ReadEnd {
  const faults: Fault[] = []
  const read = (field: Field): string => {
    const { text: said, fault } = readCell(cells[columns.indexOf(field)], field)
    if (fault) faults.push(fault)
    return said
  }
  const [cuil, day, observation] = unsubscriptionFields.map(read)
  if (cells.slice(columns.length).some((cell) => cell.trim() !== ''))
    faults.push(makeFault('IMPORT_TOO_MANY_CELLS'))
  const failed = (field: Field) => faults.some((fault) => fault.field === field)
  if (!cuil && !failed('cuil')) faults.push(makeFault('END_LINE_WITHOUT_PERSON', 'cuil'))
  if (!day && !failed('fechabaja')) faults.push(makeFault('END_LINE_WITHOUT_DAY', 'fechabaja'))
  const said = {
    ...(day && { fechabaja: day.replace(/^(\d)\//, '0$1/').replace(/\/(\d)\//, '/0$1/') }),
    ...(observation && { observaciones: observation }),
  }
  const parsed = endLine.safeParse(fromText(endLine, said), { reportInput: true })
  if (!parsed.success) faults.push(...issuesToErrors(parsed.error).map(inFileWords))
  const values = parsed.success ? parsed.data : {}
  return {
    line,
    cells,
    cuil: plainId(cuil ?? ''),
    day: values.fechabaja ?? null,
    observation: values.observaciones ?? null,
    faults,
  }
}

function inFileWords(fault: Fault): Fault {
  if (fault.field === 'fechabaja') return makeFault('END_LINE_DAY_INVALID', 'fechabaja')
  return fault.code === makeFault('CHARACTERS_NOT_ALLOWED').code
    ? fault
    : makeFault('END_LINE_OBSERVATION_LONG', 'observaciones', { maximo: longestObservation })
}

function emptyLine({ line, cells, faults }: ReadEnd, person: PersonToEnd | undefined): FileLine {
  return {
    line,
    cells,
    kind: 'changed',
    employeeId: person?.id ?? null,
    name: person?.name ?? '',
    faults,
    changes: [],
    doubtful: false,
  }
}

async function checkEnds(
  tx: Tx,
  viewer: Importer,
  limits: EndLimits,
  options: FileOptions,
  reads: readonly ReadEnd[],
): Promise<FileLine[]> {
  const reason = reasonOf(options)
  const people = await peopleToEnd(
    tx,
    viewer,
    reads.map(({ cuil }) => cuil),
  )
  return reads.map((read) => {
    const person = people.get(read.cuil)
    const { day, observation } = read
    const line = emptyLine(read, person)
    const faults = [...read.faults]
    if (!person && read.cuil) faults.push(makeFault('END_LINE_UNKNOWN', 'cuil'))
    if (person) faults.push(...endFaults(person, { on: day, reason }, limits))
    if (needsObservation(reason) && !observation && !faults.some(({ field }) => field === 'observaciones'))
      faults.push(makeFault('END_OBSERVATION_REQUIRED', 'observaciones'))
    if (faults.length > 0 || !person || day === null)
      return { ...line, kind: 'faulty', faults: faults.toSorted((one, other) => rank(one) - rank(other)) }
    if (person.endsOn === day && person.reason === reason) return { ...line, kind: 'unchanged' }
    const changes = [
      { campo: 'fechabaja', antes: person.endsOn ? printedDay(person.endsOn) : '', ahora: printedDay(day) },
    ]
    if (observation) changes.push({ campo: 'observaciones', antes: '', ahora: observation })
    return { ...line, changes }
  })
}

function rank({ field }: Fault): number {
  return unsubscriptionFields.findIndex((one) => one === field)
}

function reasonOf({ motivo }: FileOptions) {
  return z.enum(endReasons).parse(motivo)
}

const work: LineWork = {
  async write(tx, found, lines, { services, evidence }) {
    const { viewer, columns, options } = found
    const limits = await endLimits(tx, viewer, services.clock())
    const reads = readEnds({ columns, rows: lines, leftOut: [] })
    const checked = await checkEnds(tx, viewer, limits, options, reads)
    const faults = new Map<number, Fault[]>()
    for (const { line, faults: found } of checked) if (found.length > 0) faults.set(line, found)
    const ends = reads.flatMap(({ line, day, observation }, at) => {
      const one = checked[at]
      // The tax id may have moved to somebody else since the dry run named this person.
      if (one && !faults.has(line) && one.employeeId !== lines[at]?.employeeId)
        faults.set(line, [makeFault('END_LINE_UNKNOWN', 'cuil')])
      if (!one?.employeeId || faults.has(line) || day === null || one.kind === 'unchanged') return []
      return [{ id: one.employeeId, on: day, observation }]
    })
    await writeEnds(tx, { services, evidence, zone: viewer.zone }, ends, reasonOf(options))
    return faults
  },
  event: 'unsubscribed_many',
}
