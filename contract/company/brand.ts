import { z } from 'zod'
import { actions } from '../actions.ts'
import { call } from '../call.ts'
import { instant } from '../fields.ts'
import { type BrandColours, contrast, readable, readableOn } from '../palette.ts'
import { fiveColours } from './five-colours.ts'

/** As many of the colours that a company had before are kept. */
export const formerColoursKept = 5

/** A colour whose text can't be read (WCAG 2 AA, 4.5:1), and the nearest that can. */
export interface ColourFault {
  field: keyof BrandColours
  suggestion: string
}

/** The colours that can't be read: on the buttons and the menu, or in the header. */
export function colourFaults(colours: BrandColours): ColourFault[] {
  const faults: ColourFault[] = []
  for (const field of ['primario', 'activo'] as const) {
    const found = readable(colours[field])
    if (!found.readable) faults.push({ field, suggestion: found.suggestion })
  }
  const { secundario: header } = colours
  for (const field of ['texto_icono', 'titulo'] as const)
    if (contrast(colours[field], header) < 4.5)
      faults.push({
        field,
        suggestion:
          field === 'titulo'
            ? readableOn(colours.titulo, header)
            : colours.texto_icono === '#000000'
              ? '#ffffff'
              : '#000000',
      })
  return faults
}

const readableColours = fiveColours.superRefine((colours, context) => {
  for (const { field, suggestion } of colourFaults(colours))
    context.addIssue({
      code: 'custom',
      message: 'BRAND_COLOUR_UNREADABLE',
      path: [field],
      params: { sugerido: suggestion },
    })
})

/** The company's logo and colours. */
export const brand = {
  colours: call({
    method: 'GET',
    path: '/v2/companies/colors',
    need: [actions.brand],
    summary: 'The company’s colours, the product’s own, and the five before.',
    answer: z.object({
      actuales: fiveColours,
      de_fabrica: fiveColours,
      anteriores: z.array(
        z.object({
          colores: fiveColours,
          /** The moment at which they were replaced. */
          hasta: instant,
          /** The person who had chosen the next ones; null for the operator. */
          quien: z.string().nullable(),
        }),
      ),
    }),
  }),
  setColours: call({
    method: 'POST',
    path: '/v2/companies/colors',
    need: [actions.brand],
    summary: 'Gives the company other colours; the former are kept, the last five of them.',
    input: readableColours,
    answer: fiveColours,
    errors: ['BRAND_COLOUR_UNREADABLE'],
    ratePerMinute: 30,
  }),
  setLogo: call({
    method: 'POST',
    path: '/company-management/logo',
    need: [actions.brand],
    summary: 'Replaces the company’s logo by one redrawn from this picture.',
    input: z.strictObject({}),
    upload: { field: 'logo', maxBytes: 1_048_576, types: ['png', 'jpg', 'webp'], required: true },
    answer: z.object({}),
    errors: [
      'SYSTEM_API_PARAMETER_REQUIRED',
      'SYSTEM_API_WRONG_MIME_TYPE',
      'SYSTEM_API_MAX_FILE_SIZE_EXCEEDED',
    ],
    idempotent: false,
    ratePerMinute: 30,
  }),
}
