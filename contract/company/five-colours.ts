import { z } from 'zod'
import { colour } from '../fields.ts'

/** The colours on the wire, without a rule on how well they can be read. */
export const fiveColours = z.strictObject({
  primario: colour,
  secundario: colour,
  activo: colour,
  titulo: colour,
  texto_icono: z.enum(['#000000', '#ffffff']),
})
