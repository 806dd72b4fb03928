import type { Country } from '#contract/fields.ts'
import type { FileKindName, lineKinds } from '#contract/employees/import.ts'
import type { Context } from '#server/shared/context.ts'
import type { Fault } from '#server/shared/errors.ts'
import type { Session } from '#server/shared/identity/session.ts'
import type { Services } from '#server/shared/services.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import type { FoundImport } from './queries.ts'
import type { applyJob } from './work.ts'
import type { Importer } from './present.ts'

export interface Change {
  campo: string
  antes: string
  ahora: string
}

export type LineKind = (typeof lineKinds)[number]

/** The effect that a file would have for one of its lines. */
export interface FileLine {
  line: number
  cells: string[]
  kind: LineKind
  /** The employee, where they exist already. */
  employeeId: number | null
  name: string
  faults: Fault[]
  changes: Change[]
  /** A check digit that doesn't fit, where the company lets it pass. */
  doubtful: boolean
}

/** The facts of one file that a dry run reads. */
export interface FileToCheck {
  /** The field of each column; null for a column that is ignored. */
  columns: readonly (string | null)[]
  rows: readonly { line: number; cells: string[] }[]
  /** Lines that the file is read without. */
  leftOut: readonly number[]
  /** Choices made beside the file. */
  options: FileOptions
}

export type FileOptions = Readonly<Record<string, string>>

/** The name of a place that a file would make. */
export interface NewPlace {
  campo: string
  nombre: string
}

/** The work of a confirmed file. */
export interface Confirmed {
  services: Services
  company: number
  process: number
  evidence: Context['evidence']
  signal?: AbortSignal | undefined
}

/** One kind of file of people: how its lines are read and checked, and what becomes of them. */
export interface FileKind {
  name: FileKindName
  /** Whether somebody may do its acts, by hand and in the background, with the actions of their profile. */
  may: (viewer: Pick<Session, 'profileKind' | 'actions'>) => boolean
  /**
   * Checks further needs of the viewer, by the company's settings.
   *
   * @throws {Refusal} SYSTEM_ACTION_NOT_GRANTED
   */
  guard?: (tx: Tx, session: Session) => Promise<void>
  /** Days that its lines and content stay. */
  keptDays: number
  /** Whether it counts the people who are missing from the file. */
  countsAbsent: boolean
  /** Fields that a column can hold, in the order of the template. */
  fields: readonly string[]
  /**
   * The field of each column of a header.
   *
   * @throws {Refusal} the header is missing, or has a column twice
   */
  columnsOf: (header: readonly string[], country: Country) => (string | null)[]
  /** The titles of fields in a language. */
  titlesOf: (fields: readonly string[], language: 'es' | 'pt', country: Country) => string[]
  /** The rows of a file without the example of our own template. */
  withoutExample: <R extends { cells: readonly string[] }>(
    rows: readonly R[],
    columns: readonly (string | null)[],
  ) => R[]
  /** Checks every line and changes nothing. */
  check: (
    tx: Tx,
    viewer: Importer,
    now: Date,
    file: FileToCheck,
    onProgress?: (done: number) => Promise<void>,
  ) => Promise<{ lines: FileLine[]; places: NewPlace[] }>
  /** Whether the act needs a step-up. */
  needsProof: (tx: Tx, file: FoundImport) => Promise<boolean>
  /** The job that does what was confirmed. */
  job: typeof applyJob
  /** Does what was confirmed. Runs again from where it stopped after a kill. */
  apply: (confirmed: Confirmed) => Promise<void>
}
