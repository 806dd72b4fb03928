import { z } from 'zod'
import { actions } from './actions.ts'
import { call, paging } from './call.ts'
import type { ErrorCode } from './errors.ts'
import { id, instant, month, named } from './fields.ts'

/** What is done with the file of a massive publication. */
export const massiveModes = ['split_sign', 'split', 'sign', 'publish'] as const
export type MassiveMode = (typeof massiveModes)[number]

/** Bytes of a PDF to split or of a zip; entries of a zip; how much more they may be inflated. */
export const massiveLimits = {
  bytes: 750 * 1_048_576,
  pages: 20_000,
  entries: 20_000,
  ratio: 100,
} as const

/** What keeps a receipt from being ready, each a group of the preview, in its order there. */
export const exceptions = [
  /** No id that could be an employee's. */
  'sin_id',
  /** The id's check digit is wrong. */
  'digito_incorrecto',
  /** Nobody within the viewer's reach has the id. */
  'desconocido',
  'inactivo',
  'onboarding',
  /** The page names somebody else, or doesn't name the person of the id. */
  'nombre_distinto',
  'dos_ids',
  /** Another receipt of the file is the same person's. */
  'repetido',
  'ya_publicado',
  'otro_mes',
  /** Text that the page doesn't show, or that was recognised with too little confidence. */
  'texto_dudoso',
  'xml_distinto',
  /** Pages that belong to no receipt. */
  'pagina_suelta',
  /** A file of the zip that can't be taken, or pages that can't be split off. */
  'archivo_rechazado',
] as const
export type Exception = (typeof exceptions)[number]

/** What the list of a preview can show: the exceptions, all of them together, and what is ready or was decided. */
export const previewGroups = ['por_resolver', ...exceptions, 'listo', 'a_mano', 'ocr', 'excluido'] as const
export type PreviewGroup = (typeof previewGroups)[number]

export const processStatus = z.enum([
  'in_progress',
  'completed_with_observations',
  'error',
  'successful',
  'cancelled',
])
export const processStep = z.enum([
  'uploaded',
  'reading',
  'preview',
  'signing',
  'waiting_upload',
  'waiting_password',
  'publishing',
  'running',
  'done',
])
export type ProcessStep = z.infer<typeof processStep>

/** At which step of a publication which act is possible. The server refuses by it, the screens offer by it. */
export const massiveActs = {
  upload: ['uploaded'],
  decide: ['preview'],
  publish: ['preview'],
  continue: ['waiting_password'],
  takeOut: ['waiting_upload'],
  bringBack: ['waiting_upload'],
  cancel: ['uploaded', 'reading', 'preview', 'waiting_upload', 'waiting_password', 'signing', 'publishing'],
} as const satisfies Record<string, readonly ProcessStep[]>

const person = z.object({
  id,
  nombre: z.string(),
  cuil: z.string(),
  legajo: z.string().nullable(),
  cargo: z.string().nullable(),
  lugar: z.string().nullable(),
  correo: z.boolean(),
})

/** Something that stands on a page: where, in millimetres of the page as shown, and what. */
const mark = z.object({
  kind: z.enum(['id', 'name', 'file_number', 'period', 'employer', 'other_id']),
  text: z.string(),
  /** Of the receipt's pages, from 1. */
  page: z.int(),
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
})
export type Mark = z.infer<typeof mark>

const counted = z.object({ grupo: z.enum(previewGroups), cantidad: z.int(), resueltos: z.int() })

/** A massive publication as its screens show it. */
const publication = z.object({
  id,
  modo: z.enum(massiveModes),
  estado: processStatus,
  paso: processStep,
  tipo: named,
  periodo: z.iso.date().nullable(),
  etiqueta: z.string().nullable(),
  archivo: z.string(),
  tamano: z.int(),
  /** Bytes of the upload that have come. */
  recibido: z.int(),
  /** Where the rest of it goes, for who sends it; null once it is complete, and for anybody else. */
  subida: z.string().nullable(),
  creado: instant,
  creado_por: z.string(),
  notificar: z.boolean(),
  /** Until then nothing is visible; null: at once. */
  visible_desde: instant.nullable(),
  /** Of the step: done, of how many, since when, and seconds that it may still take. */
  progreso: z.object({
    hechos: z.int(),
    total: z.int(),
    fallidos: z.int(),
    desde: instant.nullable(),
    faltan_segundos: z.int().nullable(),
  }),
  leido_en: z.int().nullable(),
  /** Pages = in ready receipts + in exceptions + in none + left out. */
  paginas: z.object({
    total: z.int(),
    listas: z.int(),
    excepciones: z.int(),
    sueltas: z.int(),
    excluidas: z.int(),
  }),
  /** Expected = ready + published already + with an open exception + with nothing. */
  esperados: z.object({
    total: z.int(),
    listos: z.int(),
    ya_publicados: z.int(),
    en_excepcion: z.int(),
    sin_recibo: z.int(),
  }),
  grupos: z.array(counted),
  /** What publishing would do now. */
  al_publicar: z.object({ recibos: z.int(), personas: z.int(), correos: z.int(), sin_correo: z.int() }),
  /** What isn't like the month before, or why it stopped. */
  avisos: z.array(z.object({ code: z.string(), message: z.string() })),
  /** Publishing makes the zip that goes out to be signed first. */
  sale: z.boolean(),
  /** Whether a second person has to release what is published. */
  espera_liberacion: z.boolean(),
})
export type MassivePublication = z.output<typeof publication>

const item = z.object({
  id,
  grupo: z.enum(['listo', ...exceptions]),
  situacion: z.enum(['open', 'ready', 'excluded', 'merged']),
  /** Of the whole PDF, or of the file of a zip. */
  paginas: z.array(z.int()),
  archivo: z.string().nullable(),
  leido_por: z.enum(['text', 'ocr', 'file_name']),
  /** 0 to 1. */
  confianza: z.number().nullable(),
  id_leido: z.string().nullable(),
  nombre_leido: z.string().nullable(),
  /** To whom it goes, or would. */
  colaborador: person.nullable(),
  /** Who is proposed, never taken by itself, and why. */
  sugerencia: person
    .extend({
      iguales: z.array(z.enum(['nombre', 'legajo', 'id'])),
    })
    .nullable(),
  falla: z.object({ code: z.string(), message: z.string() }).nullable(),
  decision: z.enum(['assigned', 'anyway', 'excluded', 'merged']).nullable(),
  decidido_por: z.string().nullable(),
})
export type MassiveItem = z.output<typeof item>

const detail = item.extend({
  marcas: z.array(mark),
  /** Each page's size, in millimetres as it is shown. */
  tamanos: z.array(z.object({ ancho: z.number(), alto: z.number() })),
})
export type MassiveItemDetail = z.output<typeof detail>

const missing = person.extend({
  /** Hired since the last period, or had one then. */
  motivo: z.enum(['periodo_anterior', 'ingreso_reciente']),
})

const need = [actions.massivePublishing] as const
const one = z.object({ id })
const oneItem = z.object({ id, item: id })

/** Acts on a list of receipts refuse each for itself: what stayed as it was says why in `falla`. */
const decided = z.object({
  publicacion: publication,
  items: z.array(item),
})

const stepErrors = ['MASSIVE_STEP_CHANGED'] as const satisfies readonly ErrorCode[]
const decideErrors = [
  ...stepErrors,
  'MASSIVE_EMPLOYEE_OUT_OF_REACH',
  'MASSIVE_NOT_PUBLISHABLE',
  'PUBLISH_EMPLOYEE_ENDED',
  'SYSTEM_API_FILE_EXISTS',
] as const satisfies readonly ErrorCode[]

const signErrors = [
  'SIGN_DOCUMENT_CERTIFICATE_NOT_FOUND',
  'SIGN_DOCUMENT_CERTIFICATE_EXPIRED',
  'SIGN_DOCUMENT_WRONG_PASSWORD',
  'SIGN_DOCUMENT_TOO_MANY_ATTEMPTS',
] as const satisfies readonly ErrorCode[]

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
      captura: z.enum(['file_name', 'first_page']).nullable(),
      xml: z.boolean(),
      firmable: z.boolean(),
      posicion: z.boolean(),
      /** Who would sign, by the one active certificate. */
      firmante: z.string().nullable(),
      esperados: z.int(),
      anterior: z.object({ periodo: z.iso.date(), cantidad: z.int() }).nullable(),
      /** A document of the type within reach, to show how it is read. */
      ejemplo: z.object({ documento: id, periodo: z.iso.date().nullable() }).nullable(),
      espera: z.object({ id, de: z.string(), desde: instant, archivo: z.string() }).nullable(),
    }),
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
      etiqueta: z.string().trim().max(40).optional(),
      notificar: z.boolean().default(true),
      archivo: z.string().trim().min(1).max(200),
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
    errors: [...decideErrors, 'MASSIVE_RECIPIENT_TWICE'],
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
      'MASSIVE_UNLIKE_LAST_MONTH',
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
  outgoing: call({
    method: 'GET',
    path: '/v2/admin-mod/publish/documents/massive/{id}/zip',
    need,
    summary: 'The split documents as a zip, to be signed elsewhere.',
    input: one,
    answer: 'file',
    errors: stepErrors,
  }),
  returned: call({
    method: 'POST',
    path: '/v2/admin-mod/publish/documents/massive/{id}/zip',
    need,
    summary: 'Announces the zip that comes back signed; it follows by the tus protocol.',
    input: one.extend({
      archivo: z.string().trim().min(1).max(200),
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
