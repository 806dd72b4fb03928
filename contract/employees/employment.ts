import { z } from 'zod'
import { actions } from '../actions.ts'
import { call } from '../call.ts'
import { stayActs } from './states.ts'
import {
  employeeRecord,
  employeeState,
  endReasons,
  identityErrors,
  recordFields,
  shutReasons,
  mail,
  nationalId,
  text,
  username,
} from './record.ts'
import { date, id, instant, named } from '../fields.ts'

const opens = [actions.employees] as const
const administers = [actions.employeeAdministration] as const

/** The most people whose stay ends in one act. */
export const mostEnded = 100

const rule = z.object({
  campo: z.enum(recordFields),
  requerido: z.boolean(),
  /** Whether the viewer may change it in this record. */
  editable: z.boolean(),
  /** Why it is shut; null where it is not. */
  motivo: z.enum(shutReasons).nullable(),
  /** A JSON schema of the value, with its limits. */
  regla: z.record(z.string(), z.unknown()),
})
export type FieldRule = z.output<typeof rule>

const endErrors = [
  'CHARACTERS_NOT_ALLOWED',
  'EMPLOYMENT_ALREADY_ENDED',
  'END_BEFORE_HIRE',
  'END_TOO_FAR_AHEAD',
  'END_OBSERVATION_REQUIRED',
  'END_REASON_OTHER_STATE',
  'OWN_EMPLOYMENT_END',
] as const

/** The most direct reports that are named. */
export const mostReportsNamed = 20

/** How a stay ends and begins again, and what identifies a person. */
export const employment = {
  stay: call({
    method: 'GET',
    path: '/v2/admin-mod/users/{id}/stay',
    need: opens,
    summary:
      'Where somebody’s stay stands: the end in force, the acts that the viewer may do, and the direct reports who would be without a manager.',
    input: z.object({ id }),
    answer: z.object({
      estado: employeeState,
      fin: z
        .object({
          dia: z.string(),
          motivo: z.enum(endReasons).nullable(),
          observaciones: z.string().nullable(),
          /** The person who asked for it. */
          por: z.string().nullable(),
          /** When it acted; null while its day is to come. */
          cumplida: instant.nullable(),
          /** Until when it can be undone. */
          deshacer_hasta: instant.nullable(),
        })
        .nullable(),
      /** The acts that are possible now and that the viewer may do. */
      actos: z.array(z.enum(stayActs)),
      /** The viewer asked for the end, so that another person has to undo it. */
      propia: z.boolean(),
      motivos: z.array(z.enum(endReasons)),
      /** The last day to which an end can be planned. */
      ultimo_dia: z.string(),
      reportan: z.object({ total: z.int(), personas: z.array(named) }),
      mail_personal: z.string().nullable(),
    }),
  }),
  end: call({
    method: 'PUT',
    path: '/employees/{id}',
    need: opens,
    summary:
      'Unsubscribes: ends the stay on a day, today’s or to come. The person goes on reading what is theirs. Of a person who answers for the certificates a second person accepts it first.',
    input: z.object({
      id,
      motivo: z.enum(endReasons),
      observaciones: text(255).nullish(),
      fechabaja: date,
      /** Where the person is reached afterwards. */
      mail_personal: mail.nullish(),
    }),
    answer: employeeRecord,
    errors: [
      ...endErrors,
      'MAIL_INVALID',
      'ADMINISTRATOR_EMPLOYMENT_END',
      'SECOND_PERSON_NEEDED',
      'SECOND_PERSON_ASKED',
      'SECOND_PERSON_NOBODY',
      'LAST_GRANTER',
    ],
    stepUp: true,
  }),
  endMany: call({
    method: 'PUT',
    path: '/v2/admin-mod/users/unsubscribe',
    need: opens,
    summary: 'Ends the stay of several employees on a day, all or none; of nobody with a management profile.',
    input: z.object({
      ids: z.array(id).min(1).max(mostEnded, 'SELECTION_TOO_LARGE'),
      motivo: z.enum(endReasons),
      fechabaja: date,
      observaciones: text(255).nullish(),
    }),
    answer: z.object({ personas: z.int() }),
    errors: [...endErrors, 'SELECTION_TOO_LARGE', 'EMPLOYMENT_END_ALONE'],
    stepUp: true,
  }),
  undo: call({
    method: 'PUT',
    path: '/v2/admin-mod/users/{id}/undo-unsubscribe',
    need: opens,
    summary:
      'Undoes an end: calls off one whose day is to come, or takes back one that acted within 48 hours, which a second person does. The same stay goes on, with the profiles and filters that it had.',
    input: z.object({ id }),
    answer: employeeRecord,
    errors: [
      'END_NOT_PLANNED',
      'EMPLOYMENT_NOT_ENDED',
      'END_UNDO_OWN',
      'END_UNDO_LATE',
      'OWN_EMPLOYMENT_END',
    ],
    stepUp: true,
  }),
  reactivate: call({
    method: 'PUT',
    path: '/v2/admin-mod/users/{id}/ReactivateEmployee',
    need: administers,
    summary: 'Takes a former employee on again, in a new stay that begins after the last one ended.',
    input: z.object({
      id,
      /** The same person, as older callers send them. */
      idusuario: id.optional(),
      fecha_contratacion: date,
      mail: mail.nullish(),
      organizationModel: text(40).nullish(),
    }),
    answer: employeeRecord,
    errors: [
      'MAIL_INVALID',
      'HIRE_TOO_FAR_AHEAD',
      'HIRED_TOO_YOUNG',
      'EMPLOYEE_MAIL_TAKEN',
      'CHARACTERS_NOT_ALLOWED',
      'ADMINISTRATOR_SIGN_IN_FIXED',
      'EMPLOYMENT_NOT_ENDED',
      'REHIRE_BEFORE_END',
    ],
    stepUp: true,
  }),
  identify: call({
    method: 'PATCH',
    path: '/user-management/users/{id}',
    need: administers,
    summary:
      'Changes what identifies somebody: the user name, which asks for a new password, or the tax id, after a count of documents.',
    input: z.object({
      id,
      usuario: username.optional(),
      cuil: nationalId('TAX_ID_INVALID').optional(),
      dni: nationalId('NATIONAL_ID_INVALID').optional(),
    }),
    answer: employeeRecord,
    errors: ['NATIONAL_ID_INVALID', 'NATIONAL_ID_TAKEN', 'OWN_RECORD_FIXED', ...identityErrors],
    stepUp: true,
  }),
  documentsCount: call({
    method: 'GET',
    path: '/user-management/users/documents-count/{id}',
    need: opens,
    summary:
      'How many documents somebody has, how many of them wait for their signature and since when, how many are answered forms, and how many publications under way hold something for them.',
    input: z.object({ id }),
    answer: z.object({
      total: z.int(),
      pendientes: z.int(),
      /** Since when the oldest waits for a signature: its publication, or the hour from which it is visible. */
      pendiente_desde: instant.nullable(),
      formularios: z.int(),
      procesos: z.int(),
    }),
  }),
  rules: call({
    method: 'GET',
    path: '/v2/admin-mod/users/model_rules/forupdate/{id}',
    need: opens,
    summary: 'The rules by which somebody’s record may be changed, field by field, and why a field is shut.',
    input: z.object({ id }),
    answer: z.array(rule),
  }),
}
