import { z } from 'zod'
import { actions } from '../actions.ts'
import { call, paging } from '../call.ts'
import type { ErrorName } from '../errors.ts'
import { id, instant, month, writtenText } from '../fields.ts'
import { companyPlace } from '../folders/settings.ts'
import { detail, item, missing, mostWords, pageWord, person, previewGroups } from './preview.ts'
import { mailShown } from '../mail-shown.ts'
import { massiveModes } from './modes.ts'
import { massiveLimits, publication } from './publication.ts'
import { sampleErrors } from '../folders/configuration.ts'
import { tried } from '../folders/reading.ts'

const need = [actions.massivePublishing] as const
const configures = [actions.folders] as const
/** The sample may be somebody's real document: it is shown to who configures types, and opens it there. */
const mayOpenSamples = configures
const one = z.object({ id })
const oneItem = z.object({ id, item: id })

/** Acts on a list of receipts are refused one by one: `falla` is the reason for each that stayed unchanged. */
const decided = z.object({
  publicacion: publication,
  items: z.array(item),
})

const stepErrors = ['MASSIVE_STEP_CHANGED'] as const satisfies readonly ErrorName[]
const decideErrors = [
  ...stepErrors,
  'MASSIVE_EMPLOYEE_OUT_OF_REACH',
  'MASSIVE_NOT_PUBLISHABLE',
  'MASSIVE_TWO_PEOPLE',
  'PUBLISH_EMPLOYEE_ENDED',
  'SYSTEM_API_FILE_EXISTS',
] as const satisfies readonly ErrorName[]

const signErrors = [
  'SIGN_DOCUMENT_CERTIFICATE_NOT_FOUND',
  'SIGN_DOCUMENT_CERTIFICATE_EXPIRED',
  'SIGN_DOCUMENT_WRONG_PASSWORD',
  'SIGN_DOCUMENT_TOO_MANY_ATTEMPTS',
] as const satisfies readonly ErrorName[]

/** Publishing thousands of documents from one file: upload, reading, preview, and then publish or cancel. */
export const massive = {
  setup: call({
    method: 'GET',
    path: '/v2/admin-mod/publish/documents/massive/setup',
    need,
    summary:
      'What a massive publication of a type would find: how it is read and signed, how many receipts are expected, and whose file already waits.',
    input: z.object({ tipo: id, periodo: month.optional() }),
    answer: z.object({
      /** The type's folder. */
      carpeta: id,
      captura: z.enum(['file_name', 'first_page']).nullable(),
      xml: z.boolean(),
      firmable: z.boolean(),
      /** Position of the company's signature; null: the usual one at the foot. */
      posicion: companyPlace.nullable(),
      /** The signer of the one active certificate. */
      firmante: z.string().nullable(),
      esperados: z.int(),
      anterior: z.object({ periodo: z.iso.date(), cantidad: z.int() }).nullable(),
      /** The PDF on which the type was set, where one was kept and the viewer may open it. */
      ejemplo: z.object({ archivo: z.string() }).nullable(),
      /** How files of the type were read of late: as many pages as the newest had, and how fast. Null: none was. */
      lectura: z
        .object({ paginas: z.int(), paginas_por_segundo: z.number(), bytes_por_pagina: z.number() })
        .nullable(),
      espera: z.object({ id, de: z.string(), desde: instant, archivo: z.string() }).nullable(),
    }),
  }),
  sample: call({
    method: 'GET',
    path: '/v2/admin-mod/publish/documents/massive/setup/{tipo}/sample',
    need: mayOpenSamples,
    summary:
      'What is read of the PDF on which a type was set, and where on its first page; it names only people within reach. NOT_FOUND where none was kept.',
    input: z.object({ tipo: id }),
    answer: tried.pick({ id_leido: true, nombre_leido: true, pagina: true, marcas: true }),
    errors: sampleErrors,
  }),
  samplePage: call({
    method: 'GET',
    path: '/v2/admin-mod/publish/documents/massive/setup/{tipo}/sample/png',
    need: mayOpenSamples,
    summary: 'The first page of the PDF on which a type was set, as a picture.',
    input: z.object({ tipo: id, ancho: z.int().min(80).max(1600).default(1000) }),
    answer: 'file',
    errors: ['PAGE_REQUESTED_NOT_FOUND'],
  }),
  create: call({
    method: 'POST',
    path: '/v2/admin-mod/publish/documents/massive',
    need,
    summary:
      'Begins a massive publication; its file follows by the tus protocol, to the address that is answered: the upload is there already, and goes on from what HEAD says has come.',
    input: z.object({
      modo: z.enum(massiveModes),
      tipo: id,
      periodo: month.optional(),
      etiqueta: writtenText.max(40).optional(),
      notificar: z.boolean().default(true),
      archivo: writtenText.min(1).max(200),
      /** Bytes. */
      tamano: z.int().min(1).max(massiveLimits.bytes, 'SYSTEM_API_MAX_FILE_SIZE_EXCEEDED'),
    }),
    answer: z.object({ id, subida: z.string() }),
    errors: [
      'PUBLISH_DOCUMENT_MASSIVE_ZIP_WAITING',
      'PUBLISH_DOCUMENT_MASSIVE_ONLY_PDF',
      'PUBLISH_DOCUMENT_MASSIVE_ONLY_ZIP',
      'PUBLISH_DOCUMENT_MASSIVE_NO_CAPTURE',
      'PUBLISH_TYPE_NOT_SUITABLE',
      'PUBLISH_PERIOD_OUT_OF_WINDOW',
      'PUBLISH_NOTIFY_NOT_VISIBLE',
      'SYSTEM_API_MAX_FILE_SIZE_EXCEEDED',
    ],
  }),
  send: call({
    method: 'PATCH',
    path: '/v2/uploads/{subida}',
    need,
    summary:
      'The next bytes of a file, by the tus protocol 1.0 (Tus-Resumable, Upload-Offset, application/offset+octet-stream). HEAD of the same address answers in Upload-Offset how many have come. Answered by 204 and without a body.',
    input: z.object({ subida: z.string() }),
    answer: z.null(),
  }),
  drop: call({
    method: 'DELETE',
    path: '/v2/uploads/{subida}',
    need,
    summary: 'Gives an upload up, and the publication that it was to begin, by the tus protocol 1.0.',
    input: z.object({ subida: z.string() }),
    answer: z.null(),
    errors: ['MASSIVE_STEP_CHANGED'],
  }),
  one: call({
    method: 'GET',
    path: '/v2/admin-mod/publish/documents/massive/{id}',
    need,
    summary: 'A massive publication with its counts; cheap enough to be asked each second while it runs.',
    input: one,
    answer: publication,
  }),
  items: call({
    method: 'GET',
    path: '/v2/admin-mod/publish/documents/massive/{id}/items',
    need,
    summary: 'The receipts of a group, in the order of the file, those already solved among them.',
    input: one.extend({
      grupo: z.enum(previewGroups),
      /** Part of a name, an id or a page's number. */
      buscar: z.string().trim().max(60).optional(),
      ...paging,
    }),
    paged: true,
    answer: z.array(item),
  }),
  item: call({
    method: 'GET',
    path: '/v2/admin-mod/publish/documents/massive/{id}/items/{item}',
    need,
    summary: 'One receipt with where on its pages everything was read.',
    input: oneItem,
    answer: detail,
  }),
  page: call({
    method: 'GET',
    path: '/v2/admin-mod/publish/documents/massive/{id}/items/{item}/png/{pagina}',
    need,
    summary: 'A page of a receipt (from 1) as a picture.',
    input: oneItem.extend({ pagina: z.int().min(1), ancho: z.int().min(80).max(1600).default(1000) }),
    answer: 'file',
    errors: ['PAGE_REQUESTED_NOT_FOUND'],
  }),
  mail: call({
    method: 'GET',
    path: '/v2/admin-mod/publish/documents/massive/{id}/mail',
    need,
    summary:
      'The mail that the first person of a publication’s ready receipts would get, as somebody who has signed in before gets it.',
    input: one,
    answer: z.object({ para: z.string(), idioma: z.enum(['es', 'pt']), correo: mailShown }),
  }),
  missing: call({
    method: 'GET',
    path: '/v2/admin-mod/publish/documents/massive/{id}/missing',
    need,
    summary: 'Expected people of whom the file has no receipt.',
    input: one.extend({ buscar: z.string().trim().max(60).optional(), ...paging }),
    paged: true,
    answer: z.array(missing),
  }),
  candidates: call({
    method: 'GET',
    path: '/v2/admin-mod/publish/documents/massive/{id}/candidates',
    need,
    summary: 'People within reach by name, id or file number, to give a receipt to.',
    input: one.extend({ buscar: z.string().trim().min(1).max(60) }),
    answer: z.array(person.extend({ recibo: z.boolean() })),
  }),
  assign: call({
    method: 'POST',
    path: '/v2/admin-mod/publish/documents/massive/{id}/items/{item}/assign',
    need,
    summary: 'Gives a receipt to somebody.',
    input: oneItem.extend({ colaborador: id }),
    answer: decided,
    errors: [...decideErrors, 'MASSIVE_RECIPIENT_TWICE', 'MASSIVE_SHOWS_ANOTHER'],
  }),
  decide: call({
    method: 'POST',
    path: '/v2/admin-mod/publish/documents/massive/{id}/decide',
    need,
    summary:
      'Leaves receipts out, publishes them as they were read, takes their suggestions, or undoes what was decided.',
    input: one.extend({
      items: z.array(id).min(1).max(100),
      acto: z.enum(['excluir', 'publicar_igual', 'asignar_sugerido', 'deshacer']),
    }),
    answer: decided,
    errors: [...decideErrors, 'MASSIVE_RECIPIENT_TWICE'],
  }),
  merge: call({
    method: 'POST',
    path: '/v2/admin-mod/publish/documents/massive/{id}/items/{item}/merge',
    need,
    summary: 'Adds the pages of a receipt to the one before it in the file.',
    input: oneItem,
    answer: decided,
    errors: [...decideErrors, 'MASSIVE_NOTHING_BEFORE'],
  }),
  split: call({
    method: 'POST',
    path: '/v2/admin-mod/publish/documents/massive/{id}/items/{item}/split',
    need,
    summary: 'Makes two receipts of one, the second from its page `desde` (from 2).',
    input: oneItem.extend({ desde: z.int().min(2) }),
    answer: decided,
    errors: [...decideErrors, 'PAGE_REQUESTED_NOT_FOUND'],
  }),
  words: call({
    method: 'GET',
    path: '/v2/admin-mod/publish/documents/massive/{id}/items/{item}/words/{pagina}',
    need,
    summary:
      'The words of a page of a receipt (from 1) with their places, and which of them are the name or the number of somebody of the payroll.',
    input: oneItem.extend({ pagina: z.int().min(1) }),
    answer: z.array(pageWord).max(mostWords),
    errors: [...stepErrors, 'PAGE_REQUESTED_NOT_FOUND', 'MASSIVE_NOT_PUBLISHABLE'],
    ratePerMinute: 120,
  }),
  teach: call({
    method: 'POST',
    path: '/v2/admin-mod/publish/documents/massive/{id}/items/{item}/teach',
    need,
    summary:
      'Reads the whole file again with the place of an owner as known: the name or the number that stands at a point of a page (from 1). Decisions stay with the same pages; what was joined or parted is as it is read.',
    input: oneItem.extend({ pagina: z.int().min(1), x: z.number(), y: z.number() }),
    answer: publication,
    errors: [
      ...stepErrors,
      'PAGE_REQUESTED_NOT_FOUND',
      'MASSIVE_NOT_PUBLISHABLE',
      'MASSIVE_TAUGHT_NOBODY',
      'MASSIVE_TAUGHT_ALREADY',
    ],
    ratePerMinute: 20,
  }),
  forget: call({
    method: 'POST',
    path: '/v2/admin-mod/publish/documents/massive/{id}/forget',
    need,
    summary: 'Reads the file again without the places that were taught for it.',
    input: one,
    answer: publication,
    errors: stepErrors,
    ratePerMinute: 20,
  }),
  keepTaught: call({
    method: 'POST',
    path: '/v2/admin-mod/publish/documents/massive/{id}/keep',
    need: configures,
    summary:
      'Keeps the places that were taught for a file as rules of its type: a new version, by which later files are read.',
    input: one,
    answer: publication,
    errors: [...stepErrors, 'MASSIVE_TAUGHT_ALREADY'],
  }),
  publish: call({
    method: 'POST',
    path: '/v2/admin-mod/publish/documents/massive/{id}/publish',
    need,
    summary:
      'Publishes what is ready: signed with a certificate where the publication signs, now or visible from an hour on. `recibos` is the number that the person saw.',
    input: one.extend({
      recibos: z.int().min(1),
      notificar: z.boolean().optional(),
      /** ISO with offset, at most 90 days ahead. */
      visible_desde: instant.optional(),
      certificado: id.optional(),
      password: z.string().min(1).max(256).optional(),
    }),
    answer: publication,
    errors: [
      ...stepErrors,
      ...signErrors,
      'MASSIVE_COUNT_CHANGED',
      'MASSIVE_NOTHING_READY',
      'MASSIVE_HOUR_NOT_AHEAD',
      'MASSIVE_OTHER_EMPLOYER',
      'MASSIVE_UNLIKE_LAST_MONTH',
      'MASSIVE_ZIP_UNLIKE_LAST_MONTH',
      'APPROVAL_NOBODY',
    ],
  }),
  continue: call({
    method: 'POST',
    path: '/v2/admin-mod/publish/documents/massive/{id}/continue',
    need,
    summary: 'Goes on with signing after the key was lost with the servers that held it.',
    input: one.extend({ certificado: id, password: z.string().min(1).max(256) }),
    answer: publication,
    errors: [...stepErrors, ...signErrors],
  }),
  reschedule: call({
    method: 'PUT',
    path: '/v2/admin-mod/publish/documents/massive/{id}/hour',
    need,
    summary:
      'Changes from when on what was published is visible, as long as it isn’t yet; without an hour it is at once. Who is told of it is told then.',
    input: one.extend({
      /** ISO with offset, at most 90 days ahead. */
      visible_desde: instant.optional(),
    }),
    answer: publication,
    errors: [...stepErrors, 'MASSIVE_HOUR_NOT_AHEAD', 'MASSIVE_VISIBLE_ALREADY'],
  }),
  pending: call({
    method: 'GET',
    path: '/v2/admin-mod/publish/documents/massive/pending',
    need,
    summary:
      'Publications that wait for somebody to decide: those in review, and those that left receipts for later. The newest five.',
    answer: z.array(
      z.object({
        id,
        tipo: z.string(),
        periodo: z.iso.date().nullable(),
        etiqueta: z.string().nullable(),
        excepciones: z.int(),
        listos: z.int(),
        /** The end of the days in which somebody can go on with what was left; null: it is in review. */
        hasta: instant.nullable(),
      }),
    ),
  }),
  resume: call({
    method: 'POST',
    path: '/v2/admin-mod/publish/documents/massive/{id}/leftovers',
    need,
    summary:
      'Opens the review of the receipts that a publication left for later, as a publication of their own; where somebody has, that one is answered.',
    input: one,
    answer: publication,
    errors: [
      'MASSIVE_NO_LEFTOVERS',
      'MASSIVE_LEFTOVERS_TOO_OLD',
      'MASSIVE_LEFTOVERS_TAKEN',
      'PROCESS_TYPE_GONE',
    ],
  }),
  outgoing: call({
    method: 'GET',
    path: '/v2/admin-mod/publish/documents/massive/{id}/zip',
    need,
    summary: 'The split documents as a zip, to be signed elsewhere.',
    input: one,
    answer: 'file',
    errors: [...stepErrors, 'PROCESS_NOT_YOURS'],
  }),
  returned: call({
    method: 'POST',
    path: '/v2/admin-mod/publish/documents/massive/{id}/zip',
    need,
    summary: 'Announces the zip that comes back signed; it follows by the tus protocol.',
    input: one.extend({
      archivo: writtenText.min(1).max(200),
      tamano: z.int().min(1).max(massiveLimits.bytes, 'SYSTEM_API_MAX_FILE_SIZE_EXCEEDED'),
    }),
    answer: z.object({ subida: z.string() }),
    errors: [...stepErrors, 'PUBLISH_DOCUMENT_MASSIVE_ONLY_ZIP', 'SYSTEM_API_MAX_FILE_SIZE_EXCEEDED'],
  }),
  cancel: call({
    method: 'POST',
    path: '/v2/admin-mod/publish/documents/massive/{id}/cancel',
    need,
    summary: 'Gives a publication up: what was read and decided is lost, and nothing of it is published.',
    input: one,
    answer: publication,
    errors: stepErrors,
  }),
}
