import type { CompanyPlace } from '#contract/folders/settings.ts'
import { pageOf, type TypeConfiguration } from '#contract/folders/configuration.ts'

/** Which third of a length (the same unit) a stretch from `start` has its middle in: 0, 1 or 2. */
const third = (start: number, size: number, length: number) =>
  Math.min(2, Math.max(0, Math.floor((3 * (start + size / 2)) / length)))

const heights = ['arriba', 'medio', 'abajo'] as const
const widths = ['izquierda', 'centro', 'derecha'] as const

/** Where a type's company signs, by thirds of its page; null: it has no place of its own. */
export function companyPlace(
  facts: Pick<
    TypeConfiguration,
    'pagina' | 'numero' | 'paginacion' | 'empresa' | 'papel' | 'orientacion' | 'corte'
  >,
): CompanyPlace | null {
  const { pagina, numero, paginacion, empresa } = facts
  if (!empresa) return null
  const page = pageOf(facts)
  return {
    pagina,
    numero,
    paginacion,
    alto: heights[third(empresa.y, empresa.height, page.height)] ?? 'abajo',
    ancho: widths[third(empresa.x, empresa.width, page.width)] ?? 'derecha',
  }
}
