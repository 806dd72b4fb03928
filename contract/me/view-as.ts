import { z } from 'zod'
import { actions } from '../actions.ts'
import { call } from '../call.ts'
import { id } from '../fields.ts'
import { myDocumentDetail, myDocuments } from './me.ts'

const need = [actions.documentDetail] as const

/**
 * The employees' site as one of them sees it, for who administers: within their reach, nothing marked as read,
 * no folder opened by it, nothing signed; the employee finds it in their own activity.
 */
export const viewAs = {
  documents: call({
    method: 'GET',
    path: '/v2/admin-mod/employees/{id}/view',
    need,
    summary: 'What an employee sees first at their site, as far as the viewer’s own reach goes.',
    input: z.object({ id, anio: z.int().min(1900).max(2200).optional() }),
    answer: myDocuments.extend({ persona: z.object({ nombre: z.string(), apellido: z.string() }) }),
  }),
  document: call({
    method: 'GET',
    path: '/v2/admin-mod/employees/{id}/view/{documento}',
    need,
    summary: 'One document as its employee sees it.',
    input: z.object({ id, documento: id }),
    answer: myDocumentDetail,
  }),
  pdf: call({
    method: 'GET',
    path: '/v2/admin-mod/employees/{id}/view/{documento}/pdf',
    need,
    summary: 'The PDF as its employee would open it: written down as seen by who administers, never as read.',
    input: z.object({ id, documento: id }),
    answer: 'file',
    errors: ['DOCUMENT_CANCELLED', 'SIGN_NOT_ALLOWED_CLOSED'],
  }),
  head: call({
    method: 'GET',
    path: '/v2/admin-mod/employees/{id}/view/{documento}/head',
    need,
    summary: 'The first page’s head as a picture, in which no figure stands.',
    input: z.object({ id, documento: id }),
    answer: 'file',
    errors: ['DOCUMENT_CANCELLED', 'SIGN_NOT_ALLOWED_CLOSED'],
  }),
}
