import { z } from 'zod'
import { actions } from './actions.ts'
import { call } from './call.ts'
import { id, month } from './fields.ts'

/** Months that the first two reports cover, and that the third takes at most. */
export const reportMonths = 12
export const longestRange = 36

const filters = {
  /** Sector and place of the day of publication. */
  sector: z.array(id).min(1).max(100).optional(),
  locacion: z.array(id).min(1).max(100).optional(),
}

const published = z.object({
  /** The month in which they were published, by the company's zone: its first day. */
  mes: z.iso.date(),
  recibos: z.int(),
  conformes: z.int(),
  no_conformes: z.int(),
  /** Receipts that ask for no signature. */
  no_piden_firma: z.int(),
})
const signed = z.object({
  /** The period of the receipts: its first day. */
  mes: z.iso.date(),
  firmados: z.int(),
  sin_firmar: z.int(),
  no_piden_firma: z.int(),
})

const range = { desde: month, hasta: month }
const rangeErrors = ['REPORT_RANGE_BACKWARDS', 'REPORT_RANGE_TOO_LONG'] as const
const need = [actions.reports] as const

/** Data of the charts: receipts are documents of salary types; compliant means signed in agreement. */
export const reports = {
  published: call({
    method: 'GET',
    path: '/v2/reports/receipts',
    need,
    summary:
      'Receipts published in each of the last 12 months, and how many were signed in agreement or not.',
    input: z.object(filters),
    answer: z.object({
      /** The types that count, by which a search finds the same. */
      tipos: z.array(z.object({ id, nombre: z.string() })),
      meses: z.array(published),
    }),
  }),
  signed: call({
    method: 'GET',
    path: '/v2/reports/signed',
    need,
    summary: 'Receipts signed and not signed, by period, within a range of periods.',
    input: z.object({ ...filters, ...range }),
    answer: z.array(signed),
    errors: rangeErrors,
  }),
  sheet: call({
    method: 'GET',
    path: '/v2/reports/spreadsheet',
    need,
    summary: 'The three reports as one spreadsheet.',
    input: z.object({ ...filters, ...range }),
    answer: 'file',
    errors: rangeErrors,
  }),
}
