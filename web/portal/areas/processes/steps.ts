import { modeFacts } from '#contract/massive/modes.ts'
import { kindFacts } from '#contract/processes/kinds.ts'
import type { ProcessDetail } from '#contract/processes/processes.ts'
import type { ProcessStep } from '#contract/processes/steps.ts'

type Flowing = Pick<ProcessDetail, 'clase' | 'modo' | 'estado' | 'pasos'>

/** The steps ahead of a process in progress; none where it is over. */
export function stepsAhead({ clase, modo, estado, pasos }: Flowing): readonly ProcessStep[] {
  const flow = kindFacts[clase].steps ?? (modo && modo !== 'generic' ? modeFacts[modo].steps : null)
  if (!flow || estado !== 'in_progress') return []
  let at = -1
  for (const { paso } of pasos) {
    const next = flow.indexOf(paso, at + 1)
    if (next >= 0) at = next
  }
  return flow.slice(at + 1)
}

/** A step that was gone through, with when it ended. */
export interface StepBehind {
  paso: ProcessStep
  hasta: string
  /** The step that came after. */
  next: ProcessStep
  /** The last of its name: what is known of all of it is told here, once. */
  last: boolean
}

/**
 * The steps that a process has passed, each with the hour at which the next began. The present step, and the one at
 * which a process was cancelled, are left out.
 */
export function stepsBehind({ estado, pasos }: Flowing): StepBehind[] {
  const broken = estado === 'cancelled' || estado === 'error'
  const behind = pasos.flatMap(({ paso }, at) => {
    const next = pasos[at + 1]
    if (!next || paso === 'done' || (broken && next.paso === 'done')) return []
    return [{ paso, hasta: next.desde, next: next.paso }]
  })
  return behind.map((step, at) => ({
    ...step,
    last: !behind.slice(at + 1).some(({ paso }) => paso === step.paso),
  }))
}
