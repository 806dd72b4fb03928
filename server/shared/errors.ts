import { codeOf, type ErrorCode, type ErrorName, makeFault } from '#contract/errors.ts'

/** One thing that is wrong: its code, the field it belongs to, and the figures that its message names. */
export interface Fault {
  code: ErrorCode
  field?: string | undefined
  params?: Record<string, string | number> | undefined
}

/** A refusal: what a handler throws when it will not do what was asked. `code` gives the status. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly faults: readonly [Fault, ...Fault[]]

  /** `head` is the error of the whole, where it isn't the first fault's. */
  constructor(faults: readonly [Fault, ...Fault[]], head?: ErrorName) {
    const code = head ? codeOf(head) : faults[0].code
    super(code)
    this.name = 'Refusal'
    this.code = code
    this.faults = faults
  }
}

/** Refuses with one error. Never returns. */
export function refuse(name: ErrorName, field?: string, params?: Record<string, string | number>): never {
  throw new Refusal([makeFault(name, field, params)])
}

/** Throws a refusal with all faults; returns where there are none. */
export function refuseAll(faults: readonly Fault[]): void {
  const [first, ...rest] = faults
  if (first) throw new Refusal([first, ...rest])
}

/** The constraint of a unique violation, by which an area recognises the conflict; null for other errors. */
export function violatedConstraint(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || error.code !== '23505') return null
  return 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : null
}
