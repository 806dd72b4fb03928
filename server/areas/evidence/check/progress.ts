import type { DifferenceKind } from '#contract/evidence.ts'

/** One difference, with the ids of the rows that it is about. */
export interface Difference {
  kind: DifferenceKind
  seal?: number
  event?: number
  document?: number
  revision?: number
  /** UTC, ISO. */
  day?: string
}

const phases = ['seals', 'day_files', 'unsealed', 'signatures', 'done'] as const
export type Phase = (typeof phases)[number]

/** How far a check is. Saved after each step, so that another worker can continue it. */
export interface Progress {
  phase: Phase
  /** Id of the last row that this phase has checked. */
  after: number
  /** Root of the last seal checked; null before the first. */
  root: string | null
  /** Day of the last seal checked, UTC, ISO; null before the first. */
  day: string | null
  checked: { seals: number; stamps: number; events: number; signatures: number; files: number }
  /** Whether the last seal checked has a timestamp. */
  isStamped: boolean
  /** Days with a seal for which this machine has no file. */
  daysWithoutFile: number
  /** The first differences; `total` counts all. */
  differences: Difference[]
  total: number
}

/** Differences that are listed one by one. */
const mostListed = 100

export function newProgress(): Progress {
  return {
    phase: 'seals',
    after: 0,
    root: null,
    day: null,
    isStamped: false,
    checked: { seals: 0, stamps: 0, events: 0, signatures: 0, files: 0 },
    daysWithoutFile: 0,
    differences: [],
    total: 0,
  }
}

export function noteDifference(progress: Progress, difference: Difference): void {
  progress.total++
  if (progress.differences.length < mostListed) progress.differences.push(difference)
}

export function enterNextPhase(progress: Progress): void {
  progress.phase = phases[phases.indexOf(progress.phase) + 1] ?? 'done'
  progress.after = 0
}
