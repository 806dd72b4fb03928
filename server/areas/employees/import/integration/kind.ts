import { z } from 'zod'
import { actions } from '#contract/actions.ts'
import { makeFault } from '#contract/errors.ts'
import { groupLines } from '#contract/employees/import.ts'
import {
  integrationFields,
  type IntegrationMode,
  integrationModes,
} from '#contract/employees/integration-profiles.ts'
import { nationalId } from '#contract/employees/record.ts'
import type { Country } from '#contract/fields.ts'
import { idWords } from '#locales/countries.ts'
import es from '#locales/es/employees-integration.json' with { type: 'json' }
import pt from '#locales/pt/employees-integration.json' with { type: 'json' }
import { type Fault, refuse } from '#server/shared/errors.ts'
import { fold } from '#server/shared/text/fold.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import {
  findIntegrationProfiles,
  type IntegrationProfile,
  peopleWithProfiles,
  type PersonWithProfiles,
  putIntegrationProfiles,
} from '../../integration-profiles.ts'
import { applyByLines, type LineWork } from '../by-lines.ts'
import { ownTitles } from '../columns.ts'
import type { FileKind, FileLine, FileOptions } from '../kind.ts'
import { plainId, readCell } from '../lines.ts'
import { batchesOf } from '../people.ts'
import type { Importer } from '../present.ts'
import { applyLinesJob } from '../work.ts'

const taxId = nationalId('TAX_ID_INVALID')

/** Integration profiles of many people by a file: all lines give, or take, the profiles chosen beside it. */
export const integrationFile: FileKind = {
  name: 'integration_profiles',
  may: ({ actions: held }) => held.includes(actions.integrationProfiles),
  keptDays: 30,
  countsAbsent: false,
  fields: integrationFields,
  columnsOf,
  titlesOf: (fields, _, country) => fields.map(() => titleOf(country)),
  withoutExample(rows, columns) {
    const at = columns.indexOf('cuil')
    return rows.filter(({ cells }) => !examples.includes(fold(cells[at] ?? '')))
  },
  async check(tx, viewer, _, { rows, columns, leftOut, options }, onProgress = async () => {}) {
    const change = await changeOf(tx, options)
    const without = new Set(leftOut)
    const first = new Map<string, number>()
    const lines: FileLine[] = []
    for (const some of batchesOf(rows)) {
      const reads = some.map((row) => readLine(row, columns))
      const checked = await checkLines(tx, viewer, change, reads)
      for (const [at, line] of checked.entries()) {
        const cuil = reads[at]?.cuil ?? ''
        const before = first.get(cuil)
        if (without.has(line.line)) lines.push({ ...line, kind: 'left_out', faults: [], changes: [] })
        else if (cuil && before !== undefined) lines.push(faulty(line, [repeated(before)]))
        else lines.push(line)
        if (cuil && before === undefined && !without.has(line.line)) first.set(cuil, line.line)
      }
      await onProgress(lines.length)
    }
    return { lines, places: [] }
  },
  needsProof: async () => true,
  job: applyLinesJob,
  apply: (confirmed) => applyByLines(integrationFile, work, confirmed),
}

const examples = [es, pt].map(({ ejemplo }) => fold(ejemplo))

/** The title of the only column: the country's word for the tax id. */
export function titleOf(country: Country): string {
  return idWords(country === 'BR' ? 'pt-BR' : `es-${country}`).cuil
}

/** @throws {Refusal} INTEGRATION_FILE_FORMAT: no column holds tax ids. IMPORT_COLUMN_TWICE */
function columnsOf(header: readonly string[], country: Country): (string | null)[] {
  const ids = ['cuil', fold(titleOf(country))]
  const columns = header.map((title) =>
    !ownTitles.includes(fold(title)) && ids.includes(fold(title)) ? 'cuil' : null,
  )
  const at = columns.indexOf('cuil')
  if (at < 0) refuse('INTEGRATION_FILE_FORMAT', 'archivo', { columna: titleOf(country) })
  if (columns.lastIndexOf('cuil') !== at)
    refuse('IMPORT_COLUMN_TWICE', 'archivo', { columna: header[at] ?? '' })
  return columns
}

/** The choice made beside the file. */
interface IntegrationChange {
  mode: IntegrationMode
  profiles: IntegrationProfile[]
  /** A chosen profile is gone: no line does anything. */
  isStale: boolean
}

async function changeOf(tx: Tx, { modo, perfiles = '' }: FileOptions): Promise<IntegrationChange> {
  const wanted = perfiles.split(',').map(Number)
  const profiles = (await findIntegrationProfiles(tx.db)).filter(({ id }) => wanted.includes(id))
  return {
    mode: z.enum(integrationModes).parse(modo),
    profiles,
    isStale: profiles.length < new Set(wanted).size,
  }
}

interface ReadLine {
  line: number
  cells: string[]
  cuil: string
  faults: Fault[]
}

function readLine(
  { line, cells }: { line: number; cells: string[] },
  columns: readonly (string | null)[],
): ReadLine {
  const { text, fault } = readCell(cells[columns.indexOf('cuil')], 'cuil')
  const cuil = plainId(text)
  const faults = fault ? [fault] : taxId.safeParse(cuil).success ? [] : [makeFault('TAX_ID_INVALID', 'cuil')]
  if (cells.slice(columns.length).some((cell) => cell.trim() !== ''))
    faults.push(makeFault('IMPORT_TOO_MANY_CELLS'))
  return { line, cells, cuil, faults }
}

async function checkLines(
  tx: Tx,
  viewer: Importer,
  change: IntegrationChange,
  reads: readonly ReadLine[],
): Promise<FileLine[]> {
  const people = await peopleWithProfiles(
    tx,
    viewer,
    reads.map(({ cuil }) => cuil),
    change.profiles.map(({ id }) => id),
  )
  return reads.map((read) => checkLine(read, people.get(read.cuil), viewer, change))
}

function checkLine(
  { line, cells, faults }: ReadLine,
  person: PersonWithProfiles | undefined,
  viewer: Importer,
  { mode, profiles, isStale }: IntegrationChange,
): FileLine {
  const read: FileLine = {
    line,
    cells,
    kind: 'unchanged',
    employeeId: person?.id ?? null,
    name: person?.name ?? '',
    faults: [],
    changes: [],
    doubtful: false,
  }
  if (faults.length > 0) return faulty(read, faults)
  if (isStale) return faulty(read, [makeFault('INTEGRATION_PROFILE_UNKNOWN', 'perfiles')])
  if (!person) return faulty(read, [makeFault('INTEGRATION_LINE_UNKNOWN', fieldOf('not_found'))])
  if (person.id === viewer.userId) return faulty(read, [makeFault('OWN_PROFILES_FIXED', 'perfiles')])
  if (person.state === 'inactive')
    return faulty(read, [makeFault('INTEGRATION_LINE_INACTIVE', fieldOf('inactive'))])
  const changed = profiles.filter(({ id }) => person.held.includes(id) === (mode === 'remove'))
  if (changed.length === 0) return read
  const names = changed.map(({ name }) => name).join(', ')
  const [antes, ahora] = mode === 'assign' ? ['', names] : [names, '']
  return { ...read, kind: 'changed', changes: [{ campo: 'perfiles', antes, ahora }] }
}

function faulty(line: FileLine, faults: Fault[]): FileLine {
  return { ...line, kind: 'faulty', changes: [], faults }
}

function repeated(before: number): Fault {
  return makeFault('IMPORT_LINE_TWICE', fieldOf('duplicate'), { linea: before })
}

/** The field under which the faulty lines of a group are counted. */
function fieldOf(group: 'not_found' | 'inactive' | 'duplicate'): string {
  return groupLines[group].campo
}

const work: LineWork = {
  async write(tx, { viewer, columns, options }, lines, { services, evidence }) {
    const change = await changeOf(tx, options)
    const checked = await checkLines(
      tx,
      viewer,
      change,
      lines.map((line) => readLine(line, columns)),
    )
    const faults = new Map<number, Fault[]>()
    const people = checked.flatMap((line, at) => {
      // The tax id may have moved to somebody else since the dry run named this person.
      const isAnother = line.kind !== 'faulty' && line.employeeId !== lines[at]?.employeeId
      const found = isAnother ? [makeFault('INTEGRATION_LINE_UNKNOWN', fieldOf('not_found'))] : line.faults
      if (found.length > 0) faults.set(line.line, found)
      return found.length > 0 || line.employeeId === null ? [] : [line.employeeId]
    })
    await putIntegrationProfiles(
      tx,
      { services, evidence },
      change.mode,
      people,
      change.profiles.map(({ id }) => id),
    )
    return faults
  },
  event: 'integration_profiles_changed',
}
