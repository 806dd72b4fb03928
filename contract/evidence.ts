import { z } from 'zod'
import { actions } from './actions.ts'
import { call } from './call.ts'
import { id, instant } from './fields.ts'

/** Sorts of differences between the evidence and what the database and the files hold. */
const differenceKinds = [
  'event_changed',
  'detail_changed',
  'events_missing',
  'events_added',
  'root_differs',
  'chain_broken',
  'day_file_differs',
  'day_file_unreadable',
  'stamp_invalid',
  'stamp_late',
  'stamp_missing',
  'signature_missing',
  'signature_removed',
  'signature_changed',
  'state_differs',
  'file_changed',
  'file_missing',
] as const
export type DifferenceKind = (typeof differenceKinds)[number]

/** A difference, with the ids of what it concerns; null where it concerns none of that kind. */
const difference = z.object({
  clase: z.enum(differenceKinds),
  sello: id.nullable(),
  hecho: id.nullable(),
  documento: id.nullable(),
  /** That document’s type, period (the first day of its month, ISO) and employee; null where its row is gone. */
  nombrado: z
    .object({ tipo: z.string(), periodo: z.string().nullable(), colaborador: z.string() })
    .nullable(),
  /** The number of the document's signature. */
  revision: z.int().nullable(),
  /** Day of the root's file: UTC, ISO. */
  dia: z.string().nullable(),
})
export type EvidenceDifference = z.output<typeof difference>

export const evidence = {
  differences: call({
    method: 'GET',
    path: '/v2/evidence/differences',
    need: [actions.employeeAdministration],
    summary:
      'Differences that the last finished check of the company’s evidence found, 100 at most; those of documents out of the caller’s reach are only counted.',
    answer: z.object({
      /** The end of the last finished check; null where none has finished. */
      revisado: instant.nullable(),
      /** All differences of that check, listed or not. */
      total: z.int(),
      diferencias: z.array(difference),
    }),
  }),
}
