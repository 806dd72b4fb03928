import { nationalIds } from '#contract/employees/national-ids.ts'
import type { Country } from '#contract/fields.ts'
import { storedBrand } from '#web/shared/look/brand.ts'
import { fill } from '#web/shared/texts/fill-template.ts'
import type { SessionWords } from './words.ts'

/** The ids with which people sign in, by the names of the last company's country: "CUIL, DNI". */
export function idNames(words: SessionWords): string {
  const country = storedBrand()?.pais?.toUpperCase()
  if (!isCountry(country)) return words.documento
  const { cuil, dni, same } = nationalIds[country]
  const names = same ? [cuil] : [cuil, dni]
  return [...names, ...(country === 'MX' ? ['CURP'] : [])].join(', ')
}

/** The label of the field for a name at sign-in: "Usuario, CUIL, DNI o correo". */
export function userLabel(words: SessionWords): string {
  return fill(words.usuarioCon, { documentos: idNames(words) })
}

function isCountry(text: string | undefined): text is Country {
  return text !== undefined && Object.hasOwn(nationalIds, text)
}
