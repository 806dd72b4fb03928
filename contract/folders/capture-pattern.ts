import { z } from 'zod'

/** Places that a person may show for one type or file: a few layouts, two of each. */
export const mostTaught = 10

const millimetres = z.number().min(0).max(1000)

/** A place on the pages, in millimetres as shown, that a person taught as the owner's. */
export const taughtPlace = z.object({
  /** The kind of text that stands there: an id, a file number or a name. */
  dato: z.enum(['id', 'legajo', 'nombre']),
  x: millimetres,
  y: millimetres,
  width: millimetres,
  height: millimetres,
})
export type TaughtPlace = z.infer<typeof taughtPlace>

/**
 * How a type's receipts name their owner where the country's own ways don't do: three short texts, and never a
 * regular expression, which somebody could write so that it never ends.
 */
export const capturePattern = z.object({
  /** The label to the left of the id or above it: "Matrícula". */
  etiqueta: z.string().trim().min(1).max(40).optional(),
  /** Its form: 9 is a figure, A a letter, X either; all else is itself: "99-99999999-9". */
  forma: z.string().trim().min(3).max(30).optional(),
  /** A file's name: {id}, {legajo}, {periodo} and {*}, which is anything; all else is itself: "{id}_{periodo}.pdf". */
  archivo: z.string().trim().min(3).max(80).optional(),
  /** Where owners stand, shown in the preview of a publication. */
  lugares: z.array(taughtPlace).max(mostTaught).optional(),
})
/** Holes ({…}) that a file name's pattern may have: with more a name can be read in too many ways. */
export const mostHoles = 4

export function hasFewHoles(pattern = ''): boolean {
  return pattern.split('{').length - 1 <= mostHoles
}

/** A pattern as it may be set. */
export const newPattern = capturePattern.extend({
  archivo: capturePattern.shape.archivo.refine(hasFewHoles, 'CAPTURE_PATTERN_TOO_MANY_HOLES'),
})
export type CapturePattern = z.infer<typeof capturePattern>
