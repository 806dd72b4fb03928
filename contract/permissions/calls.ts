import { z } from 'zod'
import { type ActionId, actions } from '../actions.ts'
import { call } from '../call.ts'
import { id } from '../fields.ts'

/** One of the product's actions. */
const action = z.literal(Object.values(actions) as [ActionId, ...ActionId[]])

const profile = z.object({
  id,
  nombre: z.string(),
  /** 1 employee, 2 management, 3 in addition to another. */
  id_perfil_tipo: z.int(),
  /** Sees confidential people and folders. */
  ve_confidencial: z.boolean(),
  /** How many people hold it who can sign in. */
  personas: z.int(),
  acciones: z.array(z.int()),
})
export type ProfileActions = z.output<typeof profile>

const sees = [actions.generalSettings] as const

/** Which profile may do what, and who can change it. */
export const permissionCalls = {
  matrix: call({
    method: 'GET',
    path: '/v2/profiles/matrix',
    need: sees,
    summary: 'The company’s profiles with the actions of each.',
    answer: z.array(profile),
  }),
  matrixFile: call({
    method: 'GET',
    path: '/v2/profiles/matrix/file',
    need: sees,
    summary: 'The same as a spreadsheet or CSV: a line an action, a column a profile.',
    input: z.object({ formato: z.enum(['xlsx', 'csv']).default('xlsx') }),
    answer: 'file',
  }),
  granters: call({
    method: 'GET',
    path: '/v2/profiles/granters',
    need: 'hr',
    summary: 'Who can give the viewer a profile with this action: name and sector, five at most.',
    input: z.object({ accion: action }),
    answer: z.array(z.object({ id, nombre: z.string(), lugar: z.string().nullable() })),
  }),
  ask: call({
    method: 'POST',
    path: '/v2/profiles/requests',
    need: 'hr',
    summary: 'Asks one of them for it by mail, once a day for each action.',
    input: z.object({ accion: action, id }),
    answer: z.object({ pedido: z.boolean() }),
    ratePerMinute: 10,
  }),
}
