import { z } from 'zod'
import { actions } from '../actions.ts'
import { call, paging } from '../call.ts'
import { id, instant } from '../fields.ts'

const counts = {
  /** Documents published to employees: signed either way, waiting for signature, or with nothing to sign. */
  publicados: z.int(),
  leidos: z.int(),
  conformes: z.int(),
  no_conformes: z.int(),
  sin_firmar: z.int(),
  sin_firma: z.int(),
}

/** The counts that add up to the documents published, and those that add up to the people. */
export const signatureCounts = ['conformes', 'no_conformes', 'sin_firmar', 'sin_firma'] as const
export const mailCounts = ['entregados', 'rebotados', 'en_camino', 'sin_correo', 'no_pedidos'] as const
export type BalanceCount = (typeof signatureCounts | typeof mailCounts)[number]

/** Causes of a bounced mail, as far as the receiving server reported them. */
export const bounceCauses = ['dominio', 'buzon', 'lleno', 'rechazado', 'sin_respuesta'] as const
export type BounceCause = (typeof bounceCauses)[number]

const followUp = z.object({
  id,
  id_tipo: id.nullable(),
  tipo: z.string().nullable(),
  periodo: z.iso.date().nullable(),
  etiqueta: z.string().nullable(),
  publicado: instant.nullable(),
  totales: z.object({ ...counts, anulados: z.int() }),
  /** People by the state of their notice mail, and everybody with a document. */
  avisos: z.object({
    personas: z.int(),
    entregados: z.int(),
    rebotados: z.int(),
    en_camino: z.int(),
    sin_correo: z.int(),
    no_pedidos: z.int(),
  }),
  sectores: z.array(z.object({ id: id.nullable(), sector: z.string().nullable(), ...counts })),
  /** Signed without agreement and not answered yet: the oldest few, and how many. */
  casos: z.array(
    z.object({ documento: id, colaborador: z.string(), motivo: z.string().nullable(), abierto: instant }),
  ),
  casos_total: z.int(),
  /** When all of it was undone. */
  deshecha: instant.nullable(),
})
export type FollowUp = z.output<typeof followUp>

const bounced = z.object({
  /** The mail's. */
  id,
  documento: id,
  id_colaborador: id,
  colaborador: z.string(),
  /** Where it was sent to. */
  rebotado: z.string(),
  /** Where it would go now. */
  correo: z.string().nullable(),
  /** A slip of the pen put right, to be looked at: nothing takes it by itself. */
  sugerido: z.string().nullable(),
  causa: z.enum(bounceCauses),
  intentos: z.int(),
})
export type Bounced = z.output<typeof bounced>

const need = [actions.processManager] as const

/** The follow-up of a publication: read, signed, notified, within reach. */
export const followUps = {
  one: call({
    method: 'GET',
    path: '/v2/processes/{id}/follow-up',
    need,
    summary: 'What became of what a process published: read, signed, told by mail; by sector.',
    input: z.object({ id }),
    answer: followUp,
  }),
  bounced: call({
    method: 'GET',
    path: '/v2/processes/{id}/bounced',
    need,
    summary: 'Mails of a publication that did not arrive, each with its cause and the address put right.',
    input: z.object({ id, ...paging }),
    answer: z.array(bounced),
    paged: true,
  }),
  bouncedSheet: call({
    method: 'GET',
    path: '/v2/processes/{id}/bounced/spreadsheet',
    need,
    summary: 'The same as a spreadsheet.',
    input: z.object({ id }),
    answer: 'file',
  }),
}
