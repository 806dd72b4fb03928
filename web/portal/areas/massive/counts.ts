import type { MassivePublication, PreviewGroup } from '#contract/massive.ts'

/** Receipts of a group that still wait for a decision. */
export function openCount({ grupos }: MassivePublication, group: PreviewGroup = 'por_resolver'): number {
  const found = grupos.find(({ grupo }) => grupo === group)
  return found ? found.cantidad - found.resueltos : 0
}
