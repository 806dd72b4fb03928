import { z } from 'zod'

/** A date on the wire: ISO or dd/mm/yyyy in, ISO out; a day that exists. */
export const date = z
  .string()
  .transform((text) => text.replace(/^(\d{2})\/(\d{2})\/(\d{4})$/, '$3-$2-$1'))
  .pipe(z.iso.date())

/** A month on the wire: yyyy-mm or mm/yyyy in, the first day of the month in ISO out. */
export const month = z
  .string()
  .transform((text) => text.replace(/^(\d{2})\/(\d{4})$/, '$2-$1').slice(0, 7) + '-01')
  .pipe(z.iso.date())

/** An instant on the wire: ISO with offset. The server hands it over as the database gives it. */
export const instant = z.preprocess(
  (at) => (at instanceof Date ? at.toISOString() : at),
  z.iso.datetime({ offset: true }),
)

export const id = z.int().min(1)

/** Rows of a list that can be selected at once for one act. */
export const mostSelected = 2000
export const selectedIds = z.array(id).min(1).max(mostSelected, 'SELECTION_TOO_LARGE')

/**
 * A text that one person writes and another reads. Control characters but line breaks and tabs are dropped, and so are the
 * marks that turn the direction of writing, which can show a text as another one than was signed.
 */
export const writtenText = z
  .string()
  .overwrite((text) => text.replace(/(?![\n\r\t])\p{Cc}|\p{Bidi_Control}/gu, ''))
  .trim()

/** An HEX colour, six digits. */
export const colour = z.string().regex(/^#[0-9a-fA-F]{6}$/)

/** A thing with an id and a name, as lists to choose from have it. */
export const named = z.object({ id, nombre: z.string() })

/** The countries that the product speaks for, as the locales are named. */
export const countries = ['AR', 'BO', 'BR', 'CL', 'CO', 'CR', 'EC', 'MX', 'PE', 'PY', 'UY'] as const
export type Country = (typeof countries)[number]
