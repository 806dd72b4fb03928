import { z } from 'zod'
import { actions } from './actions.ts'
import { call } from './call.ts'
import type { ErrorName } from './errors.ts'
import { date, id, named } from './fields.ts'

/** Days for which a deputy stands in at most. */
export const longestAway = 366

const days = {
  /** Both included. */
  desde: z.iso.date(),
  hasta: z.iso.date(),
}

const standing = z.object({
  /** The person who stands in now or later, until the last day is over. */
  suplente: named.extend(days).nullable(),
  /** People in whose place this person decides, now or later. */
  suple_a: z.array(named.extend(days)),
  /** The person decides steps that name them, or may: otherwise there is nothing to hand over. */
  decide: z.boolean(),
})

const chosen = {
  id_usuario: id,
  desde: date,
  hasta: date,
}

const faults = [
  'DEPUTY_SELF',
  'DEPUTY_NOT_ABLE',
  'DEPUTY_CHAIN',
  'DEPUTY_DAYS',
] as const satisfies readonly ErrorName[]

/** People who decide in somebody's place. They get the steps that wait for that person, and none of the reach. */
export const deputies = {
  mine: call({
    method: 'GET',
    path: '/v2/me/deputies',
    need: 'session',
    summary: 'The viewer’s own deputy, and whom they stand in for.',
    answer: standing,
  }),
  candidates: call({
    method: 'GET',
    path: '/v2/me/deputies/people',
    need: 'session',
    summary: 'People who may stand in: at work, with the task inbox or an approver’s profile.',
    input: z.object({ buscar: z.string().trim().max(100).optional() }),
    answer: z.array(named.extend({ puesto: z.string().nullable() })),
  }),
  name: call({
    method: 'POST',
    path: '/v2/me/deputies',
    need: 'session',
    summary: 'Names one’s deputy for some days; another one takes the place of the former.',
    input: z.object(chosen),
    answer: standing,
    errors: faults,
  }),
  end: call({
    method: 'DELETE',
    path: '/v2/me/deputies',
    need: 'session',
    summary: 'Ends one’s deputy at once.',
    answer: standing,
  }),
  ofEmployee: call({
    method: 'GET',
    path: '/v2/admin-mod/users/{id}/deputies',
    need: [actions.employeeAdministration],
    summary: 'An employee’s deputy, and whom they stand in for.',
    input: z.object({ id }),
    answer: standing,
  }),
  nameFor: call({
    method: 'POST',
    path: '/v2/admin-mod/users/{id}/deputies',
    need: [actions.employeeAdministration],
    summary: 'Names a deputy for an employee, who is told by mail.',
    input: z.object({ id, ...chosen }),
    answer: standing,
    errors: faults,
  }),
  endFor: call({
    method: 'DELETE',
    path: '/v2/admin-mod/users/{id}/deputies',
    need: [actions.employeeAdministration],
    summary: 'Ends an employee’s deputy at once.',
    input: z.object({ id }),
    answer: standing,
  }),
}
