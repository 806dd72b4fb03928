import { z } from 'zod'
import { actions } from '../actions.ts'
import { call, paging } from '../call.ts'
import { companyAccess } from '../documents/documents.ts'
import { id, instant } from '../fields.ts'

/** Employees who do not sign electronically: their current decision and its date. */
export const declined = z.enum(['rechazado', 'retirado'])

const row = z.object({
  id,
  nombre: z.string(),
  numero_legajo: z.string(),
  cuil: z.string(),
  sector: z.string().nullable(),
  decision: declined,
  fecha: instant,
  /** Documents that wait for a signature, which they may give on paper. */
  pendientes: z.int(),
})
export type DeclinedRow = z.output<typeof row>

export const consents = {
  list: call({
    method: 'GET',
    path: '/v2/admin-mod/consents',
    need: [actions.employees],
    summary: 'Employees within reach who refused electronic documents or withdrew their agreement.',
    input: z.object({ ...paging, decision: z.array(declined).min(1).optional() }),
    answer: z.array(row),
    paged: true,
  }),
  one: call({
    method: 'GET',
    path: '/v2/admin-mod/employees/{id}/consent',
    need: [actions.employees],
    summary: 'An employee’s stand on electronic documents, and since when; null where they were never asked.',
    input: z.object({ id }),
    answer: z.object({
      decision: z.enum(['otorgado', 'rechazado', 'retirado']).nullable(),
      fecha: instant.nullable(),
      /** The company's address or code by which the account of who answered was opened; null where it was their own. */
      acceso: companyAccess.nullable(),
    }),
  }),
}
