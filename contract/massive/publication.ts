import { z } from 'zod'
import { id, instant, named } from '../fields.ts'
import { taughtPlace } from '../folders/capture-pattern.ts'
import { massiveModes } from './modes.ts'
import { previewGroups } from './preview.ts'
import { processStatus, processStep, type ProcessStep } from '../processes/steps.ts'

/** Bytes of a PDF to split or of a zip; entries of a zip; how much more they may be inflated. */
export const massiveLimits = {
  bytes: 750 * 1_048_576,
  pages: 20_000,
  entries: 20_000,
  ratio: 100,
} as const

/** At which step of a publication which act is possible. The server refuses by it, the screens offer by it. */
export const massiveActs = {
  upload: ['uploaded'],
  decide: ['preview'],
  publish: ['preview'],
  teach: ['preview'],
  continue: ['waiting_password'],
  takeOut: ['waiting_upload'],
  bringBack: ['waiting_upload'],
  cancel: ['uploaded', 'reading', 'preview', 'waiting_upload', 'waiting_password', 'signing', 'publishing'],
} as const satisfies Record<string, readonly ProcessStep[]>

/** Days from the end of a publication in which somebody can go on with the receipts that it left for later. */
export const leftoverDays = 30

/** Receipts left for later. */
export const leftovers = z.object({ cantidad: z.int(), hasta: instant, proceso: id.nullable() })

const counted = z.object({ grupo: z.enum(previewGroups), cantidad: z.int(), resueltos: z.int() })

/** A massive publication as its screens show it. */
export const publication = z.object({
  id,
  modo: z.enum(massiveModes),
  estado: processStatus,
  paso: processStep,
  tipo: named,
  periodo: z.iso.date().nullable(),
  etiqueta: z.string().nullable(),
  archivo: z.string(),
  tamano: z.int(),
  /** Bytes received so far. */
  recibido: z.int(),
  /**
   * Address for the rest of the upload, shown to the creator of the publication; for files signed outside, to anybody
   * who may publish. Null once it is complete.
   */
  subida: z.string().nullable(),
  creado: instant,
  creado_por: z.string(),
  notificar: z.boolean(),
  /** Until then nothing is visible; null: at once. */
  visible_desde: instant.nullable(),
  /** That hour is in the future, and something will become visible then. */
  programada: z.boolean(),
  /** Progress of the current step: done, total, start, and the estimated remaining seconds. */
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
  /** The effect of publishing now. */
  al_publicar: z.object({ recibos: z.int(), personas: z.int(), correos: z.int(), sin_correo: z.int() }),
  /** Differences from the previous month, or the reason for stopping. */
  avisos: z.array(z.object({ code: z.string(), message: z.string() })),
  /** Places of owners that somebody showed on its pages; null: none. */
  ensenado: z
    .object({
      datos: z.array(taughtPlace.shape.dato),
      /** Exceptions before it was read with them. */
      excepciones_antes: z.int(),
      /** They are rules of its type as well. */
      guardado: z.boolean(),
    })
    .nullable(),
  /** Kept layouts by which pages of its file were read, with the file that taught each. */
  formatos: z.array(z.object({ formato: z.int(), archivo: z.string().nullable() })),
  /** Places of owners can be shown on its pages. */
  se_ensena: z.boolean(),
  /** Publishing first makes the zip that is signed outside. */
  sale: z.boolean(),
  /** The company wants a second person to release what somebody publishes. */
  se_libera: z.boolean(),
  /** It waits for that second person. */
  espera_liberacion: z.boolean(),
  /**
   * Receipts with an exception that were left for later, until when somebody can go on with them, and the publication
   * that does. Null: none, or too long ago.
   */
  quedan: leftovers.nullable(),
  /** The publication whose receipts, left for later, this one goes on with. */
  continua: id.nullable(),
  /** The person who refused to release it, and the reason. */
  rechazo: z.object({ quien: z.string(), motivo: z.string().nullable() }).nullable(),
})
export type MassivePublication = z.output<typeof publication>
