import { createHash } from 'node:crypto'
import type { LogoVersion } from '#contract/company/logo-version.ts'
import { type BrandColours, defaultColours } from '#contract/palette.ts'

export const colourColumns = [
  'companies.colour_primary',
  'companies.colour_secondary',
  'companies.colour_active',
  'companies.colour_title',
  'companies.icon_text',
] as const

export interface ColourRow {
  colour_primary: string
  colour_secondary: string | null
  colour_active: string | null
  colour_title: string | null
  icon_text: string | null
}

/** A company's colours; those that it didn't choose are the product's, and the active one is then the primary. */
export function coloursOf(row: ColourRow): BrandColours {
  return {
    primario: row.colour_primary,
    secundario: row.colour_secondary ?? defaultColours.secundario,
    activo: row.colour_active ?? row.colour_primary,
    titulo: row.colour_title ?? defaultColours.titulo,
    texto_icono: row.icon_text === '#ffffff' ? '#ffffff' : '#000000',
  }
}

/** The parts of a logo's address that change with it (requirement S-9-10). */
export function logoVersionOf({ id, logo_set_at }: { id: number; logo_set_at: Date | null }): LogoVersion {
  const hash = createHash('sha256').update(`logo of ${id}`).digest('hex')
  return { t: String(logo_set_at?.getTime() ?? 0), h: hash.slice(0, 16) }
}
