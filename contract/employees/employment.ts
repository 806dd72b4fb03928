import { z } from 'zod'
import { actions } from '../actions.ts'
import { call } from '../call.ts'
import { employeeRecord, endReasons, mail, nationalId, text, username } from './record.ts'
import { date, id } from '../fields.ts'

const opens = [actions.employees] as const
const administers = [actions.employeeAdministration] as const

const rule = z.object({
  campo: z.string(),
  requerido: z.boolean(),
  /** False for one's own, and for what a country doesn't have. */
  editable: z.boolean(),
  /** A JSON schema of the value. */
  regla: z.record(z.string(), z.unknown()),
})

/** How a stay ends and begins again, and what identifies a person. */
export const employment = {
  end: call({
    method: 'PUT',
    path: '/employees/{id}',
    need: opens,
    summary:
      'Unsubscribes: ends the stay on a day, today’s or to come. The person goes on reading what is theirs.',
    input: z.object({
      id,
      motivo: z.enum(endReasons),
      observaciones: text(255).nullish(),
      fechabaja: date,
    }),
    answer: employeeRecord,
    errors: ['05028', '50020', '50021', '50022', '50024'],
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
    errors: ['05011', '05013', '05015', '05021', '05028', '05036', '50025', '50026'],
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
      cuil: nationalId('05009').optional(),
      dni: nationalId('05008').optional(),
    }),
    answer: employeeRecord,
    errors: [
      '05007',
      '05008',
      '05009',
      '05020',
      '05022',
      '05023',
      '05026',
      '05027',
      '05036',
      '05038',
      '05039',
    ],
    stepUp: true,
  }),
  documentsCount: call({
    method: 'GET',
    path: '/user-management/users/documents-count/{id}',
    need: opens,
    summary: 'How many documents somebody has, and how many wait for their signature.',
    input: z.object({ id }),
    answer: z.object({ total: z.int(), pendientes: z.int() }),
  }),
  rules: call({
    method: 'GET',
    path: '/v2/admin-mod/users/model_rules/forupdate/{id}',
    need: administers,
    summary: 'The rules by which somebody’s record may be changed, field by field.',
    input: z.object({ id }),
    answer: z.array(rule),
  }),
}
