import type { z } from 'zod'
import type { Services } from '../shared/services.ts'

/** Who runs a command, and on what. */
export interface Operator {
  services: Services
  /** The name of the system's user, which every event says. */
  by: string
}

/** What a command answers: lines for a person, data for `--json`. */
export interface Outcome {
  lines: string[]
  data: unknown
}

/**
 * A command: its words, what stands behind them without a name, and its options by name (`legal_name` is
 * `--legal-name`; a boolean takes no value, a list may be repeated).
 */
export interface Command {
  words: string
  /** Names of `input` that stand behind the words, in order. */
  positionals: readonly string[]
  summary: string
  input: z.ZodObject
  /** What is typed to confirm that which is hard to undo: the company's slug, and what it will do. */
  confirm?: (input: Record<string, unknown>) => { type: string; will: string } | null
  run: (operator: Operator, input: Record<string, unknown>) => Promise<Outcome>
}

interface Described<I extends z.ZodObject> {
  words: string
  positionals?: readonly (keyof I['shape'] & string)[]
  summary: string
  input: I
  confirm?: (input: z.output<I>) => { type: string; will: string } | null
  run: (operator: Operator, input: z.output<I>) => Promise<Outcome>
}

/** Declares a command; its handlers are typed by its input. */
export function command<I extends z.ZodObject>({ confirm, run, ...described }: Described<I>): Command {
  return {
    ...described,
    positionals: described.positionals ?? [],
    // What comes in was read by `input` itself.
    ...(confirm && { confirm: (input) => confirm(input as z.output<I>) }),
    run: (operator, input) => run(operator, input as z.output<I>),
  }
}

/** A command was written wrongly: exit code 2. */
export class UsageError extends Error {}

/** A command that can't be done, in one line that says why: exit code 3. */
export class CommandRefused extends Error {}
