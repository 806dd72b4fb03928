import { z } from 'zod'
import { call } from './call.ts'
import { id, writtenText } from './fields.ts'

/** The lists whose search, filters, order and columns can be kept under a name. */
export const viewedLists = ['documents', 'employees'] as const
export type ViewedList = (typeof viewedLists)[number]

/** Views that one person keeps of one list. */
export const mostViews = 50

const view = z.object({
  id,
  nombre: z.string(),
  /** The query string of the list's address, without '?'. */
  consulta: z.string(),
  /** With it the list opens. */
  preferida: z.boolean(),
})
export type SavedView = z.output<typeof view>

export const views = {
  list: call({
    method: 'GET',
    path: '/v2/views',
    need: 'hr',
    summary: 'The views of a list that one keeps, by name.',
    input: z.object({ lista: z.enum(viewedLists) }),
    answer: z.array(view),
  }),
  save: call({
    method: 'POST',
    path: '/v2/views',
    need: 'hr',
    summary: 'Keeps a view under a name; one of the same name is replaced.',
    input: z.object({
      lista: z.enum(viewedLists),
      nombre: writtenText.min(1).max(60),
      consulta: z.string().max(4000),
      preferida: z.boolean().default(false),
    }),
    answer: view,
    errors: ['VIEW_TOO_MANY'],
  }),
  prefer: call({
    method: 'PUT',
    path: '/v2/views/{id}',
    need: 'hr',
    summary: 'Makes a view the one with which its list opens, or not.',
    input: z.object({ id, preferida: z.boolean() }),
    answer: view,
  }),
  forget: call({
    method: 'DELETE',
    path: '/v2/views/{id}',
    need: 'hr',
    summary: 'Deletes a view.',
    input: z.object({ id }),
    answer: z.object({ id }),
  }),
}
