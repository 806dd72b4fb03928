import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import { z } from 'zod'
import { type Command, UsageError } from './command.ts'

/** The parsed command line: a command with its input, or a request for help. */
export type Typed =
  | { command: Command; input: Record<string, unknown>; json: boolean; yes: boolean }
  | { help: Command[]; words: string }

/** Options of every command. */
const everywhere = {
  json: { type: 'boolean' },
  yes: { type: 'boolean', short: 'y' },
  help: { type: 'boolean', short: 'h' },
} as const satisfies ParseArgsOptionsConfig

/** Parses the arguments of `legajo`.  @throws {UsageError} in one line that names the mistake */
export function readArguments(commands: readonly Command[], typed: readonly string[]): Typed {
  const words = typed.filter((word, at) => at < 2 && !word.startsWith('-'))
  const command = commands.find((one) => startsWith(typed, one.words.split(' ')))
  if (!command) {
    const wanted = words.join(' ')
    const near = commands.filter((one) => one.words.startsWith(words[0] ?? ''))
    if (wanted === '' || wanted === 'help' || (near.length > 0 && words.length === 1))
      return { help: near.length > 0 && wanted !== '' ? near : [...commands], words: wanted }
    throw new UsageError(`there is no command "${wanted}"; legajo help lists them all`)
  }
  const behind = typed.slice(command.words.split(' ').length)
  const { values, positionals } = parse(command, behind)
  if (values['help']) return { help: [command], words: command.words }
  return {
    command,
    input: inputOf(command, values, positionals),
    json: values['json'] === true,
    yes: values['yes'] === true,
  }
}

/** Whether the command line begins with these words. */
function startsWith(typed: readonly string[], words: readonly string[]): boolean {
  return words.every((word, at) => typed[at] === word)
}

function parse(command: Command, behind: readonly string[]) {
  const own = Object.entries(command.input.shape)
    .filter(([name]) => !command.positionals.includes(name))
    .map(([name, schema]) => {
      const kind = kindOf(schema)
      return [dashed(name), { type: kind.flag ? 'boolean' : 'string', multiple: kind.list }] as const
    })
  try {
    return parseArgs({
      args: [...behind],
      options: { ...Object.fromEntries(own), ...everywhere },
      allowPositionals: true,
    })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error })
  }
}

function inputOf(
  command: Command,
  values: Record<string, unknown>,
  positionals: readonly string[],
): Record<string, unknown> {
  const missing = command.positionals[positionals.length]
  if (missing) throw new UsageError(`${usageOf(command)} — <${dashed(missing)}> is missing`)
  if (positionals.length > command.positionals.length)
    throw new UsageError(`"${positionals[command.positionals.length]}" is too much; ${usageOf(command)}`)
  const given: Record<string, unknown> = {}
  for (const name of Object.keys(command.input.shape)) {
    const at = command.positionals.indexOf(name)
    const value = at >= 0 ? positionals[at] : values[dashed(name)]
    if (value !== undefined) given[name] = value
  }
  const read = command.input.safeParse(given)
  if (read.success) return read.data
  const [issue] = read.error.issues
  const name = String(issue?.path[0] ?? '')
  const label = command.positionals.includes(name) ? `<${dashed(name)}>` : `--${dashed(name)}`
  const problem = given[name] === undefined && name !== '' ? 'is missing' : (issue?.message ?? 'is wrong')
  throw new UsageError(name ? `${label}: ${problem}` : problem)
}

/** How a command is written. */
export function usageOf({ words, positionals }: Command): string {
  return ['legajo', words, ...positionals.map((name) => `<${dashed(name)}>`)].join(' ')
}

/** The text of `--help`: all commands in a line each, or one with its options. */
export function helpOf(commands: readonly Command[]): string[] {
  const [only, ...others] = commands
  if (!only || others.length > 0) {
    const width = Math.max(...commands.map((one) => usageOf(one).length))
    return [
      ...commands.map((one) => `${usageOf(one).padEnd(width)}   ${one.summary}`),
      '',
      'Each takes --help, and --json for machines; what is hard to undo takes --yes instead of being asked.',
    ]
  }
  const options = Object.entries(only.input.shape)
    .filter(([name]) => !only.positionals.includes(name))
    .map(([name, schema]) => {
      const { flag, list, optional } = kindOf(schema)
      const shown = `--${dashed(name)}${flag ? '' : ' …'}`
      const notes = [schema.description, list && 'may be repeated', !optional && !flag && 'required']
      return { shown, what: notes.filter(Boolean).join('; ') }
    })
  const width = Math.max(0, ...options.map(({ shown }) => shown.length))
  return [
    usageOf(only),
    only.summary,
    '',
    ...options.map(({ shown, what }) => `  ${shown.padEnd(width)}   ${what}`),
  ]
}

/** How an option is written, by the schema that reads it. */
function kindOf(schema: z.core.$ZodType): { flag: boolean; list: boolean; optional: boolean } {
  let inner: z.core.$ZodType = schema
  let optional = false
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodDefault || inner instanceof z.ZodPipe) {
    optional ||= !(inner instanceof z.ZodPipe)
    inner = inner instanceof z.ZodPipe ? inner.in : inner.unwrap()
  }
  return { flag: inner instanceof z.ZodBoolean, list: inner instanceof z.ZodArray, optional }
}

const dashed = (name: string) => name.replaceAll('_', '-')
