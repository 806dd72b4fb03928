import { z } from 'zod'
import { id } from '../fields.ts'
import { taughtPlace } from '../folders/capture-pattern.ts'

/** Reasons why a receipt is not ready. Each is a group of the preview, in this order. */
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
  /** Somebody gave it to one person by hand, and the file, read again, says that it is another's. */
  'otra_asignacion',
  /** Pages that belong to no receipt. */
  'pagina_suelta',
  /** A file of the zip that can't be taken, or pages that can't be split off. */
  'archivo_rechazado',
] as const
export type Exception = (typeof exceptions)[number]

/** Groups of a preview's list: each exception, all of them together, ready ones, and decided ones. */
export const previewGroups = ['por_resolver', ...exceptions, 'listo', 'a_mano', 'ocr', 'excluido'] as const
export type PreviewGroup = (typeof previewGroups)[number]

export const person = z.object({
  id,
  nombre: z.string(),
  cuil: z.string(),
  legajo: z.string().nullable(),
  cargo: z.string().nullable(),
  lugar: z.string().nullable(),
  correo: z.boolean(),
})

const fact = z.enum(['nombre', 'legajo', 'id'])

/** Somebody with the facts of the page that are theirs, and those that are somebody else's. */
const recipient = person.extend({ iguales: z.array(fact), distintos: z.array(fact) })

/** A match on a page: its kind and its box in millimetres of the page as shown. */
const mark = z.object({
  kind: z.enum(['id', 'name', 'file_number', 'period', 'employer', 'other_id']),
  text: z.string(),
  /** Page of the receipt, from 1. */
  page: z.int(),
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
})
export type Mark = z.infer<typeof mark>

/** A receipt of the preview. */
export const item = z.object({
  id,
  grupo: z.enum(['listo', ...exceptions]),
  situacion: z.enum(['open', 'ready', 'excluded', 'merged']),
  /** Pages of the whole PDF, or of a file of a zip. */
  paginas: z.array(z.int()),
  archivo: z.string().nullable(),
  leido_por: z.enum(['text', 'ocr', 'file_name']),
  /** 0 to 1. */
  confianza: z.number().nullable(),
  id_leido: z.string().nullable(),
  nombre_leido: z.string().nullable(),
  /** The recipient, actual or expected. */
  colaborador: recipient.nullable(),
  /** A suggested recipient, never chosen automatically and never somebody whom the page contradicts. */
  sugerencia: recipient.nullable(),
  /** Others to whom facts of the page point. They are only named: a receipt is given to them by choosing them. */
  indicios: z.array(recipient),
  /** Ids of the page that nobody within reach has, where it has several. */
  ids_de_nadie: z.array(z.string()),
  falla: z.object({ code: z.string(), message: z.string() }).nullable(),
  decision: z.enum(['assigned', 'anyway', 'excluded', 'merged']).nullable(),
  decidido_por: z.string().nullable(),
})
export type MassiveItem = z.output<typeof item>

/** An item with the positions of its matches. */
export const detail = item.extend({
  marcas: z.array(mark),
  /** Each page's size, in millimetres as it is shown. */
  tamanos: z.array(z.object({ ancho: z.number(), alto: z.number() })),
})
export type MassiveItemDetail = z.output<typeof detail>

/** An expected employee without a receipt. */
export const missing = person.extend({
  /** Had one in the last period, was hired or registered since, or is active in the first period of the type. */
  motivo: z.enum(['periodo_anterior', 'ingreso_reciente', 'alta_reciente', 'primer_periodo']),
})

/** Words of a page that are listed at most. */
export const mostWords = 3000

/** A word of a page, or words that are one thing, in millimetres of the page as shown. */
export const pageWord = taughtPlace.omit({ dato: true }).extend({
  texto: z.string(),
  /** Its kind, where it is of somebody whom the page shows both by name and by number: these can be taught. Null: neither. */
  dato: taughtPlace.shape.dato.nullable(),
})
export type PageWord = z.output<typeof pageWord>
