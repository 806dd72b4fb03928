import { StartRefused } from '../db/refusal.ts'
import { Refusal } from '../shared/errors.ts'
import { messageOf } from '../shared/text/language.ts'
import { helpOf, readArguments } from './arguments.ts'
import { CommandRefused, type Operator, type Outcome, UsageError } from './command.ts'
import { commands } from './commands.ts'

/** Exit codes: done, failed, usage error, refused, not confirmed. */
export const codes = { done: 0, failed: 1, usage: 2, refused: 3, unconfirmed: 4 } as const

/** Output for results, output for messages, and the confirmation prompt. */
export interface Terminal {
  say: (text: string) => void
  tell: (line: string) => void
  isConfirmed: (question: { type: string; will: string }) => Promise<boolean>
}

/** Runs one command of the operator and returns its exit code. */
export async function run(
  typed: readonly string[],
  { say, tell, isConfirmed }: Terminal,
  withOperator: (work: (operator: Operator) => Promise<Outcome>) => Promise<Outcome>,
): Promise<number> {
  try {
    const read = readArguments(commands, typed)
    if ('help' in read) {
      say(helpOf(read.help).join('\n'))
      return codes.done
    }
    const { command, input, yes, json } = read
    const question = yes ? null : (command.confirm?.(input) ?? null)
    if (question && !(await isConfirmed(question))) {
      tell('Nothing was done.')
      return codes.unconfirmed
    }
    const { lines, data, failed } = await withOperator((operator) => command.run(operator, input))
    say(json ? JSON.stringify(data, null, 2) : lines.join('\n'))
    return failed ? codes.failed : codes.done
  } catch (error) {
    const [code, message] = reasonOf(error)
    tell(typed.includes('--json') ? JSON.stringify({ error: message }) : `legajo: ${message}`)
    return code
  }
}

function reasonOf(error: unknown): [code: number, message: string] {
  if (error instanceof UsageError) return [codes.usage, error.message]
  if (error instanceof CommandRefused || error instanceof StartRefused) return [codes.refused, error.message]
  if (error instanceof Refusal) {
    const faults = error.faults.map((fault) => `${messageOf(fault, 'es')} (${fault.code})`)
    return [codes.refused, faults.join(' ')]
  }
  return [codes.failed, error instanceof Error ? (error.stack ?? error.message) : String(error)]
}
