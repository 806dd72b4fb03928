import { z } from 'zod'
import { actions } from '../actions.ts'
import { call, paging } from '../call.ts'
import { date, id, instant } from '../fields.ts'
import { massiveModes } from '../massive/modes.ts'
import { leftovers } from '../massive/publication.ts'
import { processKinds } from './kinds.ts'
import { processStatus, processStep, type ProcessStep } from './steps.ts'

/** Steps in which a process waits for a person. */
export const waitingSteps: readonly ProcessStep[] = [
  'uploaded',
  'preview',
  'waiting_upload',
  'waiting_password',
]

export const processPageSizes = [10, 25, 50, 100] as const

/** A day of the range, without which nothing is looked for. */
const rangeDay = z
  .string({ error: ({ input }) => (input === undefined ? 'PROCESS_RANGE_REQUIRED' : undefined) })
  .min(1, 'PROCESS_RANGE_REQUIRED')
  .pipe(date)

const filters = {
  /** Days on which it began, both included. */
  desde: rangeDay,
  hasta: rangeDay,
  /** Beginnings of the name or surname of who began it, or their tax id. */
  buscar: z.string().trim().max(100).optional(),
  clase: z.array(z.enum(processKinds)).min(1).optional(),
  estado: z.array(processStatus).min(1).optional(),
}

const message = z.object({ code: z.string(), message: z.string() })

const row = z.object({
  id,
  clase: z.enum(processKinds),
  estado: processStatus,
  paso: processStep,
  /** How a massive publication's file is handled. */
  modo: z.enum([...massiveModes, 'generic']).nullable(),
  tipo: z.string().nullable(),
  periodo: z.iso.date().nullable(),
  etiqueta: z.string().nullable(),
  archivo: z.string().nullable(),
  creado: instant,
  empezado: instant.nullable(),
  terminado: instant.nullable(),
  quien: z.object({
    nombre: z.string(),
    apellido: z.string(),
    /** Null beyond the viewer's reach, and of who is no employee. */
    cuil: z.string().nullable(),
  }),
  /** The person in charge, where that is not its creator. */
  a_cargo: z.string().nullable(),
  cantidad: z.int(),
  procesados: z.int(),
  fallidos: z.int(),
  /** Whether it waits for a person, and whether the viewer may continue it. */
  espera: z.boolean(),
  puede_continuar: z.boolean(),
  /** Why it stopped. */
  aviso: message.nullable(),
})
export type ProcessRow = z.output<typeof row>

/** A failed item: the employee, the file and its pages. */
const failed = z.object({
  colaborador: z.string().nullable(),
  colaborador_id: id.nullable(),
  cuil: z.string().nullable(),
  archivo: z.string().nullable(),
  paginas: z.array(z.int()),
})

const detail = row.extend({
  tamano: z.int().nullable(),
  /** Its document type, to be mended there; null without one. */
  del_tipo: z.object({ tipo: id, carpeta: id }).nullable(),
  /** Pages of its file that were read, and the duration. */
  lectura: z.object({ paginas: z.int(), milisegundos: z.int() }).nullable(),
  /** Result of the review: receipts ready, left unresolved, and excluded by a person; null before. */
  revision: z.object({ listos: z.int(), guardados: z.int(), excluidos: z.int() }).nullable(),
  /** Each step that it reached, the first first. */
  pasos: z.array(z.object({ paso: processStep, desde: instant })),
  progreso: z.object({
    hechos: z.int(),
    total: z.int(),
    fallidos: z.int(),
    desde: instant.nullable(),
    por_segundo: z.number().nullable(),
    faltan_segundos: z.int().nullable(),
  }),
  /** Its failures by cause, the most frequent first; only of people within reach. */
  fallas: z.array(
    message.extend({
      cantidad: z.int(),
      /** The first of them. */
      ejemplo: failed,
    }),
  ),
  informe: z.object({ para: z.string(), enviado: instant }).nullable(),
  /** The mails that it sent to people, by delivery; null where it sent none. */
  correos: z.object({ entregados: z.int(), rebotados: z.int(), en_camino: z.int() }).nullable(),
  puede_cancelar: z.boolean(),
  /** Receipts that a publication left for later. */
  quedan: leftovers.nullable(),
  /** Whether it published something, whose follow-up there is. */
  seguimiento: z.boolean(),
})
export type ProcessDetail = z.output<typeof detail>

const failure = message.extend({
  /** Its place in the process. */
  n: z.int(),
  ...failed.shape,
})
export type ProcessFailure = z.output<typeof failure>

const need = [actions.processManager] as const
const one = z.object({ id })
const rangeErrors = ['PROCESS_RANGE_REQUIRED', 'PROCESS_RANGE_BACKWARDS'] as const

/** Long work of everybody in the company: what runs, what waits for somebody, what came of it. */
export const processes = {
  list: call({
    method: 'GET',
    path: '/v2/processes',
    need,
    summary: 'Processes that began within a range of days, the newest first. Without a range it refuses.',
    input: z.object({
      ...filters,
      page: paging.page,
      perPage: z.literal(processPageSizes).default(25),
    }),
    answer: z.array(row),
    paged: true,
    errors: rangeErrors,
    renews: false,
  }),
  sheet: call({
    method: 'GET',
    path: '/v2/processes/spreadsheet',
    need,
    summary: 'The same list as a spreadsheet, 10,000 lines at most.',
    input: z.object(filters),
    answer: 'file',
    errors: rangeErrors,
  }),
  one: call({
    method: 'GET',
    path: '/v2/processes/{id}',
    need,
    summary: 'One process: how far it is, its steps with their hours, what failed and what to do.',
    input: one,
    answer: detail,
    renews: false,
  }),
  failures: call({
    method: 'GET',
    path: '/v2/processes/{id}/failures',
    need,
    summary: 'What failed, of people within reach, in the order of the process.',
    input: one.extend({ ...paging, code: z.string().max(100).optional() }),
    answer: z.array(failure),
    paged: true,
  }),
  failuresSheet: call({
    method: 'GET',
    path: '/v2/processes/{id}/failures/spreadsheet',
    need,
    summary: 'What failed as a spreadsheet.',
    input: one,
    answer: 'file',
  }),
  take: call({
    method: 'PUT',
    path: '/v2/processes/{id}/continue',
    need,
    summary:
      'Goes on with a process that waits: needs its own action and reach over all its people. A change of hands is noted.',
    input: one,
    answer: z.object({ id, clase: z.enum(processKinds), paso: processStep }),
    errors: ['PROCESS_NOT_YOURS', 'PROCESS_NOT_WAITING'],
  }),
  cancel: call({
    method: 'PUT',
    path: '/v2/processes/{id}/cancel',
    need,
    summary:
      'Stops notices, reminders and a generic publication: what was sent or published stays. Massive publications and imports have their own.',
    input: one,
    answer: detail,
    errors: ['PROCESS_NOT_YOURS', 'PROCESS_NOT_CANCELLABLE'],
  }),
}
