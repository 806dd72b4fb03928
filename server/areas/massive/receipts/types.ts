import type { CapturePattern, TaughtPlace } from '#contract/folders/capture-pattern.ts'
import type { Country } from '#contract/fields.ts'
import type { Exception, Mark } from '#contract/massive/preview.ts'
import type { KeptLayout } from './kept-layouts.ts'

/** Somebody who could be published to, within the reach of who publishes. */
export interface Person {
  id: number
  cuil: string
  dni: string
  fileNumber: string
  firstName: string
  lastName: string
  state: 'active' | 'inactive' | 'onboarding'
  /** This type and this period. */
  alreadyPublished: boolean
}

/** People within reach as the workers take them: serialised once, in shared memory. */
export interface PackedPeople {
  /** A worker keeps the index of people that it has met before. */
  id: string
  bytes: Uint8Array
}

export interface ReadingRules {
  country: Country
  /** The company's own tax ids, without separators. */
  employerIds: ReadonlySet<string>
  /** Ids of the company's signers: ignored on other people's pages, valid on their own. */
  signerIds?: ReadonlySet<string>
  /** The company's own names: a surname in them is nobody's. */
  employerNames?: readonly string[]
  capture: 'first_page' | 'file_name'
  /** The period's first day, ISO; null: the type has none. */
  period: string | null
  pattern?: CapturePattern | undefined
  /** Places of owners that a person has shown, for this file or for its type. */
  taught?: readonly TaughtPlace[] | undefined
  /** Layouts that earlier files taught. */
  kept?: readonly KeptLayout[] | undefined
  /** Recognised text below it is doubtful, 0 to 1. */
  leastConfidence?: number
}

export interface ReadReceipt {
  /** From 0, in the file. */
  pages: number[]
  readBy: 'text' | 'ocr' | 'file_name'
  /** Confidence of text recognition, 0 to 1; null where none was needed. */
  confidence: number | null
  idRead: string | null
  nameRead: string | null
  marks: Mark[]
  /** Employees who stand on its pages, by an id or by their whole name. */
  shows: number[]
  found: 'listo' | Exception
  /** The owner by id; null where in doubt. */
  employeeId: number | null
  /** The suggested owner; never assigned automatically. */
  suggestedId: number | null
  /** The facts that match the suggestion. */
  suggestedBy: ('nombre' | 'legajo' | 'id')[]
  /** The months that its text says it is of, first days, ISO. */
  months: string[]
}

/** Something that is read, and where it stands on the page as shown. */
export interface Place {
  text: string
  box: Box
}

export interface Box {
  x: number
  y: number
  width: number
  height: number
}
