import { z } from 'zod'
import { actions } from './actions.ts'
import { call, paging } from './call.ts'
import type { ErrorName } from './errors.ts'
import { date, id, instant, named, writtenText } from './fields.ts'
import { documentFault, type RichDocument } from './rich-text.ts'

/** Letters of a post's title, of the line that its mail shows, and of its text. */
export const longestTitle = 255
export const longestMessage = 140
export const longestBody = 1000
/** Files of one post, and the bytes of each; the image has a limit of its own. */
export const mostPostFiles = 5
export const postFileBytes = 10 * 1_048_576
export const postImageBytes = 5 * 1_048_576

/** A post's life by its days. */
export const postPhases = ['borrador', 'programada', 'activa', 'terminada'] as const
export type PostPhase = (typeof postPhases)[number]

/** A text with marks, as the editor keeps it. */
const richText = z.custom<RichDocument>((value) => typeof value === 'object' && value !== null)

const file = z.object({ id, nombre: z.string(), tipo: z.enum(['pdf', 'jpg']), tamano: z.int() })
export type PostFile = z.output<typeof file>

/** A post as its readers see it. */
const shown = z.object({
  id,
  titulo: z.string(),
  texto: richText.nullable(),
  /** 'youtube:<id>' or 'vimeo:<id>'. */
  video: z.string().nullable(),
  /** Whether it has a picture. */
  imagen: z.boolean(),
  archivos: z.array(file),
  pide_leido: z.boolean(),
})

const post = shown.extend({
  mensaje: z.string(),
  desde: z.iso.date().nullable(),
  hasta: z.iso.date().nullable(),
  estado: z.enum(['active', 'inactive']),
  momento: z.enum(postPhases),
  /** Days until it ends, today not counted; null where it isn't active. */
  dias_restantes: z.int().nullable(),
  todos_los_sectores: z.boolean(),
  sectores: z.array(named),
  todas_las_locaciones: z.boolean(),
  locaciones: z.array(named),
  notificar: z.boolean(),
  avisado: instant.nullable(),
  recordado: instant.nullable(),
  autor: z.string(),
  /** People to whom it goes today, and how many of them pressed 'read and understood'. */
  personas: z.int(),
  leyeron: z.int(),
})
export type Post = z.output<typeof post>

/** A text of one line: it stands in the subject of a mail. */
const line = writtenText.overwrite((text) => text.replaceAll(/\s+/g, ' '))

/** A text without words is none. */
function checkedText(text: unknown, context: z.RefinementCtx): RichDocument | null {
  if (text === null) return null
  const fault = documentFault(text, { variables: null, links: true, letters: longestBody })
  if (fault === null) return text as RichDocument
  if (fault.code === 'SYSTEM_API_PARAMETER_REQUIRED') return null
  context.addIssue({ code: 'custom', message: fault.code, ...(fault.params && { params: fault.params }) })
  return z.NEVER
}

const written = {
  titulo: line.max(longestTitle).default(''),
  mensaje: line.max(longestMessage).default(''),
  /** The editor's JSON; null: no text. */
  texto: z
    .record(z.string(), z.unknown())
    .nullable()
    .default(null)
    .transform((text, context) => checkedText(text, context)),
  /** The address of a video of YouTube or Vimeo. */
  video: z.string().trim().max(300).default(''),
  desde: date.nullable().default(null),
  hasta: date.nullable().default(null),
  todos_los_sectores: z.boolean().default(false),
  sectores: z.array(id).max(500).default([]),
  todas_las_locaciones: z.boolean().default(false),
  locaciones: z.array(id).max(500).default([]),
  notificar: z.boolean().default(false),
  pide_leido: z.boolean().default(false),
  /** Shows it to its readers from its first day; otherwise it is kept as a draft, which may be incomplete. */
  publicar: z.boolean().default(false),
}

const faults = [
  'SYSTEM_API_PARAMETER_REQUIRED',
  'POST_EMPTY',
  'TEXT_TOO_LONG',
  'TEXT_HIDDEN_CHARACTER',
  'TEXT_PART_UNKNOWN',
  'TEXT_TOO_MANY_PARTS',
  'TEXT_LINK_NOT_ALLOWED',
  'TEXT_LINK_DECEIVES',
  'POST_DAYS',
  'POST_DAYS_PAST',
  'POST_WITHOUT_AUDIENCE',
  'POST_AUDIENCE_NOT_FOUND',
  'POST_VIDEO_NOT_ALLOWED',
] as const satisfies readonly ErrorName[]

const need = [actions.billboard] as const

/** The company's billboard: posts for people of some sectors and locations. */
export const billboard = {
  list: call({
    method: 'GET',
    path: '/v2/admin-mod/billboard',
    need,
    summary: 'Posts, those changed last first. Who doesn’t reach everybody sees their own.',
    input: z.object({
      ...paging,
      buscar: z.string().trim().max(100).optional(),
      momento: z.enum(postPhases).optional(),
    }),
    paged: true,
    answer: z.array(post),
  }),
  audience: call({
    method: 'GET',
    path: '/v2/admin-mod/billboard/audience',
    need,
    summary: 'Sectors and locations within reach, and how many people a choice of them would reach.',
    input: z.object({
      todos_los_sectores: z.boolean().default(false),
      sectores: z.array(id).max(500).default([]),
      todas_las_locaciones: z.boolean().default(false),
      locaciones: z.array(id).max(500).default([]),
    }),
    answer: z.object({
      sectores: z.array(named),
      locaciones: z.array(named),
      personas: z.int(),
      con_correo: z.int(),
    }),
  }),
  one: call({
    method: 'GET',
    path: '/v2/admin-mod/billboard/{id}',
    need,
    summary: 'A post.',
    input: z.object({ id }),
    answer: post,
  }),
  create: call({
    method: 'POST',
    path: '/v2/admin-mod/billboard',
    need,
    summary: 'Keeps a draft of a post, or publishes it.',
    input: z.object(written),
    answer: post,
    errors: faults,
  }),
  save: call({
    method: 'PUT',
    path: '/v2/admin-mod/billboard/{id}',
    need,
    summary: 'Writes a post anew. People who were told of it aren’t told again.',
    input: z.object({ id, ...written }),
    answer: post,
    errors: faults,
  }),
  change: call({
    method: 'PATCH',
    path: '/v2/admin-mod/billboard/{id}',
    need,
    summary:
      'Ends a post before its last day, archives it, or reminds those who haven’t pressed ‘read and understood’, once in 24 hours.',
    input: z.object({ id, acto: z.enum(['terminar', 'archivar', 'recordar']) }),
    answer: z.object({
      id,
      /** People who are reminded. */
      personas: z.int(),
    }),
    errors: ['POST_CHANGED', 'POST_ASKS_NOTHING', 'POST_REMINDED_TODAY'],
  }),
  addFile: call({
    method: 'POST',
    path: '/v2/admin-mod/billboard/{id}/files',
    need,
    summary: 'Adds a file, or sets the picture with `uso` imagen: pictures are made anew.',
    input: z.object({ id, uso: z.enum(['archivo', 'imagen']).default('archivo') }),
    upload: { field: 'file', maxBytes: postFileBytes, types: ['pdf', 'jpg', 'png'], required: true },
    answer: post,
    errors: [
      'POST_FILES_TOO_MANY',
      'POST_FILE_NOT_READABLE',
      'SYSTEM_API_MAX_FILE_SIZE_EXCEEDED',
      'SYSTEM_API_WRONG_MIME_TYPE',
      'PDF_FILE_ACTIVE_CONTENT',
    ],
  }),
  removeFile: call({
    method: 'DELETE',
    path: '/v2/admin-mod/billboard/{id}/files/{archivo}',
    need,
    summary: 'Takes a file away; 0 is the picture.',
    input: z.object({ id, archivo: z.int().min(0) }),
    answer: post,
    errors: ['POST_EMPTY'],
  }),
  file: call({
    method: 'GET',
    path: '/v2/admin-mod/billboard/{id}/files/{archivo}',
    need,
    summary: 'A file of a post; 0 is the picture.',
    input: z.object({ id, archivo: z.int().min(0) }),
    answer: 'file',
  }),
  readers: call({
    method: 'GET',
    path: '/v2/admin-mod/billboard/{id}/readers',
    need,
    summary:
      'People to whom a post goes today, within reach, by name: who pressed ‘read and understood’, and when.',
    input: z.object({ id, ...paging, faltan: z.boolean().default(false) }),
    paged: true,
    answer: z.array(
      z.object({ id, nombre: z.string(), sector: z.string().nullable(), leido: instant.nullable() }),
    ),
  }),
  sectors: call({
    method: 'GET',
    path: '/v2/admin-mod/billboard/{id}/readers/sectors',
    need,
    summary:
      'How many people of each sector a post has, within reach, and how many pressed ‘read and understood’.',
    input: z.object({ id }),
    answer: z.array(z.object({ sector: z.string().nullable(), personas: z.int(), leyeron: z.int() })),
  }),
  readersFile: call({
    method: 'GET',
    path: '/v2/admin-mod/billboard/{id}/readers/csv',
    need,
    summary: 'The people of a post, within reach, as a CSV file.',
    input: z.object({ id }),
    answer: 'file',
  }),
}

const ownPost = shown.extend({
  publicado: z.iso.date(),
  /** When this reader pressed ‘read and understood’. */
  leido: instant.nullable(),
})
export type OwnPost = z.output<typeof ownPost>

/** The billboard as its readers have it, at both sites. */
export const ownBillboard = {
  list: call({
    method: 'GET',
    path: '/v2/me/billboard',
    need: 'session',
    summary: 'Posts for oneself that are active today, the newest first.',
    input: z.object(paging),
    paged: true,
    answer: z.array(ownPost),
  }),
  read: call({
    method: 'POST',
    path: '/v2/me/billboard/{id}/read',
    need: 'session',
    summary: 'Writes down that one has read and understood a post that asks for it.',
    input: z.object({ id }),
    answer: z.object({ id, leido: instant }),
    errors: ['POST_ASKS_NOTHING'],
  }),
  file: call({
    method: 'GET',
    path: '/v2/me/billboard/{id}/files/{archivo}',
    need: 'session',
    summary: 'A file of a post for oneself; 0 is the picture.',
    input: z.object({ id, archivo: z.int().min(0) }),
    answer: 'file',
  }),
}
