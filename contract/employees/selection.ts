import { z } from 'zod'
import { actions } from '../actions.ts'
import { call } from '../call.ts'
import { selectedIds } from '../fields.ts'

/** Acts on people who are ticked in the list, besides those that change them. */
export const employeeSelection = {
  csv: call({
    method: 'POST',
    path: '/v2/admin-mod/users/selection/csv',
    need: [actions.employees],
    summary:
      'These employees as a CSV, one line each, with their places, hire, end and state. By POST, since they may be many.',
    input: z.object({ ids: selectedIds }),
    answer: 'file',
    errors: ['SELECTION_TOO_LARGE'],
    idempotent: false,
  }),
}
