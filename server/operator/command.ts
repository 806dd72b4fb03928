import type { z } from 'zod'
import type { Services } from '../shared/services.ts'

/** The caller of a command, with the services it uses. */
export interface Operator {
  services: Services
  /** Name of the operating system's user, recorded in every event. */
  by: string
}

/** The result of a command: lines for a person, data for `--json`. */
export interface Outcome {
  lines: string[]
  data: unknown
  /** The command was carried out and found something wrong: exit code 1. */
  failed?: boolean
}

/**
 * A command: its words, its positional arguments, and its options by name (`legal_name` is `--legal-name`; a boolean
 * takes no value, a list may be repeated).
 */
export interface Command {
  words: string
  /** Names of `input` that are positional, in order. */
  positionals: readonly string[]
  summary: string
  input: z.ZodObject
  /** The confirmation of a command that is hard to undo: the company's slug to type, and the effect. */
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
    // The input was parsed by `input` before.
    ...(confirm && { confirm: (input) => confirm(input as z.output<I>) }),
    run: (operator, input) => run(operator, input as z.output<I>),
  }
}

/** A command was written wrongly: exit code 2. */
export class UsageError extends Error {}

/** A command that cannot be carried out, with the reason in one line: exit code 3. */
export class CommandRefused extends Error {}
