import { z } from 'zod'
import { actions } from './actions.ts'
import { call, paging } from './call.ts'
import { fileErrors } from './publishing/file-errors.ts'
import { id } from './fields.ts'

/** Bytes of a generic document, which many get as it is. */
export const genericBytes = 1_048_576
/** Lines of a list of people. */
export const genericRows = 50_000

/** Groups of people that can be listed before publishing. */
export const genericLists = ['destinatarios', 'omitidos', 'inactivos', 'desconocidos'] as const
export type GenericList = (typeof genericLists)[number]

/** Ids of which one is enough; 0 means all of them. Needed each by categories. */
const chosen = z.array(z.int().min(0)).max(500).default([])

const audience = z.object({
  tipo: id,
  modo: z.enum(['categorias', 'csv']),
  sector: chosen,
  lugar: chosen,
  cargo: chosen,
  /** Only employees without a valid document of the type. */
  solo_sin_version: z.boolean().default(false),
})

const need = [actions.genericPublishing] as const
const audienceErrors = ['PUBLISH_TYPE_NOT_SUITABLE', 'GENERIC_CSV_COLUMN', 'GENERIC_CSV_EMPTY'] as const
const csv = { maxBytes: 5 * 1_048_576, types: ['csv'], required: false } as const

/** One file for many, as it is: by sector, location and position, or by a list of ids. */
export const generic = {
  recipients: call({
    method: 'POST',
    path: '/v2/admin-mod/publish/documents/generic/recipients',
    need,
    summary:
      'Who would get a generic document, who is skipped since they have one, who left, and which ids nobody within reach has; each as a list.',
    input: audience.extend({ lista: z.enum(genericLists).default('destinatarios'), ...paging }),
    upload: { field: 'csv', ...csv },
    answer: z.object({
      destinatarios: z.int(),
      omitidos: z.int(),
      inactivos: z.int(),
      desconocidos: z.int(),
      /** Recipients with a mail address. */
      con_correo: z.int(),
      lista: z.array(
        z.object({
          id: id.nullable(),
          nombre: z.string(),
          cuil: z.string(),
          sector: z.string(),
          lugar: z.string(),
        }),
      ),
    }),
    errors: audienceErrors,
    idempotent: false,
  }),
  publish: call({
    method: 'POST',
    path: '/v2/admin-mod/publish/documents/generic',
    need,
    summary:
      'Publishes one PDF to everybody whom the choice reaches, as a process. `personas` is the number that the person saw.',
    input: audience.extend({ personas: z.int().min(1), notificar: z.boolean().default(false) }),
    upload: {
      field: 'file',
      maxBytes: genericBytes,
      types: ['pdf'],
      required: true,
      beside: { field: 'csv', ...csv },
    },
    answer: z.object({ id, personas: z.int() }),
    errors: [
      ...audienceErrors,
      ...fileErrors,
      'MASSIVE_COUNT_CHANGED',
      'MASSIVE_NOTHING_READY',
      'PUBLISH_NOTIFY_NOT_VISIBLE',
      'APPROVAL_NOBODY',
    ],
  }),
}
