import { z } from 'zod'
import { actions } from './actions.ts'
import { call, paging } from './call.ts'
import { id, instant } from './fields.ts'

/** Documents of one type and period that were published lately, and what became of them. */
const publication = z.object({
  id_tipo: id,
  tipo: z.string(),
  periodo: z.string().nullable(),
  publicado: instant,
  total: z.int(),
  conforme: z.int(),
  no_conforme: z.int(),
  pendiente: z.int(),
})
export type Publication = z.output<typeof publication>

/** A person named in a widget. */
const somebody = {
  id,
  nombre: z.string(),
  apellido: z.string(),
  /** The nickname, by which a widget calls the person. */
  apodo: z.string().nullable(),
  sector: z.string().nullable(),
  locacion: z.string().nullable(),
}

/** Day and month without the year, so that nobody's age is revealed. */
const birthday = z.object({ ...somebody, dia: z.int(), mes: z.int() })
export type Birthday = z.output<typeof birthday>

const recentHire = z.object({ ...somebody, cargo: z.string().nullable(), fecha: z.string() })
export type RecentHire = z.output<typeof recentHire>

const absence = z.object({
  ...somebody,
  desde: z.string(),
  /** The last day; null where none is set. */
  hasta: z.string().nullable(),
  /** Kind of leave: only for viewers of leave requests. */
  tipo: z.string().nullable(),
})
export type Absence = z.output<typeof absence>

/** How many came and how many left in a month, given by its first day. */
const movement = z.object({ periodo: z.string(), altas: z.int(), bajas: z.int() })
export type Movement = z.output<typeof movement>

/** Days, today included, that count as the days of a birthday; months that the movements go back. */
export const birthdayDays = 7
export const recentDays = 30
export const movementMonths = 12

/** Widgets name people, so they ask for what shows employees. */
const seesPeople = [actions.employees] as const

export const home = {
  birthdays: call({
    method: 'GET',
    path: '/users/birthdays',
    need: seesPeople,
    summary: 'Whose birthday it is within reach: in the next seven days (option 1) or in this month (2).',
    input: z.object({ option: z.literal([1, 2]).default(1), ...paging }),
    paged: true,
    answer: z.array(birthday),
  }),
  recentHired: call({
    method: 'GET',
    path: '/users/recentHired',
    need: seesPeople,
    summary: 'Who began within reach in the last thirty days, the newest first.',
    input: z.object(paging),
    paged: true,
    answer: z.array(recentHire),
  }),
  absentUsers: call({
    method: 'GET',
    path: '/v2/user-mod/licenses/absentUsers',
    need: seesPeople,
    summary: 'Who is on leave today within reach. Empty while the installation keeps no leave.',
    input: z.object(paging),
    paged: true,
    answer: z.array(absence),
  }),
  inout: call({
    method: 'GET',
    path: '/v2/admin-mod/users/inout',
    need: seesPeople,
    summary: 'Employees in and out within reach, by month, the last twelve.',
    answer: z.array(movement),
  }),
  firstSteps: call({
    method: 'GET',
    path: '/v2/home/first-steps',
    need: 'hr',
    summary:
      'The first steps of a company, each with whether its data show that it was done. Nothing of it is stored.',
    answer: z.object({
      /** Somebody works here who doesn't administer. */
      nomina: z.boolean(),
      /** A certificate is active and not over. */
      certificado: z.boolean(),
      /** The company has a logo of its own. */
      marca: z.boolean(),
      /** A payroll was read to its review, or a document type has a sample of its own. */
      lectura: z.boolean(),
      /** A document was published. */
      publicacion: z.boolean(),
    }),
  }),
  documents: call({
    method: 'GET',
    path: '/v2/home/documents',
    need: [actions.documentSearch],
    summary: 'What waits of the documents within reach, and what was published lately.',
    answer: z.object({
      /** Documents whose company signature was begun and not ended; `desde`: the oldest. */
      falta_firma_empresa: z.object({ total: z.int(), desde: instant.nullable() }),
      /** Signed without agreement, and nobody has answered. */
      no_conforme: z.int(),
      /** The oldest of them. */
      no_conforme_desde: z.object({ fecha: instant, colaborador: z.string() }).nullable(),
      /** People who have something of a period to sign, newest period first, two periods at most. */
      sin_firmar: z.array(
        z.object({
          periodo: z.string(),
          personas: z.int(),
          /** The newest reminder that any of them got. */
          recordado: instant.nullable(),
        }),
      ),
      /** Documents of record that lapse within thirty days. */
      por_vencer: z.int(),
      publicaciones: z.array(publication),
    }),
  }),
}
