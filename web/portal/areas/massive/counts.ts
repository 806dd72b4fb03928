import type { PreviewGroup } from '#contract/massive/preview.ts'
import type { MassivePublication } from '#contract/massive/publication.ts'

/** Receipts of a group that still wait for a decision. */
export function openCount({ grupos }: MassivePublication, group: PreviewGroup = 'por_resolver'): number {
  const found = grupos.find(({ grupo }) => grupo === group)
  return found ? found.cantidad - found.resueltos : 0
}
