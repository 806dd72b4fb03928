import { z } from 'zod'
import { actions } from '../actions.ts'
import { call } from '../call.ts'
import {
  employeeRecord,
  endReasons,
  identityErrors,
  recordFields,
  shutReasons,
  mail,
  nationalId,
  text,
  username,
} from './record.ts'
import { date, id } from '../fields.ts'

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

/** How a stay ends and begins again, and what identifies a person. */
export const employment = {
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
    }),
    answer: employeeRecord,
    errors: [
      'CHARACTERS_NOT_ALLOWED',
      'EMPLOYMENT_ALREADY_ENDED',
      'END_BEFORE_HIRE',
      'OWN_EMPLOYMENT_END',
      'ADMINISTRATOR_EMPLOYMENT_END',
      'SECOND_PERSON_NEEDED',
      'SECOND_PERSON_ASKED',
      'SECOND_PERSON_NOBODY',
      'LAST_GRANTER',
    ],
    stepUp: true,
  }),
  endMany: call({
    method: 'POST',
    path: '/v2/admin-mod/users/unsubscribe',
    need: administers,
    summary: 'Ends the stay of several employees on a day, all or none; of nobody with a management profile.',
    input: z.object({
      ids: z.array(id).min(1).max(mostEnded, 'SELECTION_TOO_LARGE'),
      motivo: z.enum(endReasons),
      fechabaja: date,
      observaciones: text(255).nullish(),
    }),
    answer: z.object({ personas: z.int() }),
    errors: [
      'CHARACTERS_NOT_ALLOWED',
      'SELECTION_TOO_LARGE',
      'EMPLOYMENT_ALREADY_ENDED',
      'END_BEFORE_HIRE',
      'OWN_EMPLOYMENT_END',
      'EMPLOYMENT_END_ALONE',
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
      'How many documents somebody has, how many of them wait for their signature, how many are answered forms, and how many publications under way hold something for them.',
    input: z.object({ id }),
    answer: z.object({ total: z.int(), pendientes: z.int(), formularios: z.int(), procesos: z.int() }),
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
