import type { ImportGroup, ImportState } from '#contract/employees/import.ts'

export interface Chosen {
  grupo: ImportGroup
  /** For faulty lines a field that fails; for new ones `cuil`, whose check digit doesn't fit. */
  campo?: string
}

/** The part of an import's state that its groups depend on. */
export type Groups = Pick<ImportState, 'clase' | 'paso' | 'fallas' | 'digitos'>

/** The chosen group, or the one that its lines went to where it is no longer among the groups. */
export function shownGroup({ clase, paso, fallas, digitos }: Groups, { grupo, campo }: Chosen): Chosen {
  if (campo === undefined || (grupo === 'new' && digitos > 0)) return { grupo, ...(campo && { campo }) }
  // Doubtful numbers that the company refuses are faulty.
  const listed = fallas.some((fault) => fault.campo === campo)
  if (grupo === 'new' && !listed) return { grupo }
  const each = fallas.length > (clase === 'integration_profiles' && paso === 'done' ? 0 : 1)
  return { grupo: 'faulty', ...(listed && each && { campo }) }
}
