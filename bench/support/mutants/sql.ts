/** A fault in the text of a statement: the operator and its place in the text. */
export interface SqlFault {
  start: number
  end: number
  replacement: string
}

const turns: [RegExp, (found: string) => string][] = [
  [/\bis (not )?null\b/g, (found) => (found === 'is null' ? 'is not null' : 'is null')],
  [/\b(not )?exists(?=\s*\()/g, (found) => (found === 'exists' ? 'not exists' : 'exists')],
  [/(?<=\s)(?<!\bbetween\s+\S+\s+)(and|or)(?=\s)/g, (found) => (found === 'and' ? 'or' : 'and')],
  [/(?<=\s)[<>]=?(?=\s)/g, (found) => (found.endsWith('=') ? found.slice(0, 1) : `${found}=`)],
  [/(?<=\s)(=|<>)(?=\s)/g, (found) => (found === '=' ? '<>' : '=')],
]

const keyword = /\b(set|end|then|else|where|when|on|and|or|not|select|if|using|check|having)\b/g
/** Keywords after which `=` assigns: to turn it there breaks the statement. */
const assigning = new Set(['set', 'end', 'then', 'else'])

/** Small faults of a statement's text: a comparison turned or moved by one, `and` for `or`, `exists` and `is null` turned. */
export function findSqlFaults(text: string): SqlFault[] {
  return turns.flatMap(([pattern, turn]) =>
    [...text.matchAll(pattern)]
      .filter(({ 0: found, index }) => found !== '=' || !assigning.has(lastKeyword(text.slice(0, index))))
      .filter(({ 0: found, index }) => !/^[<>]=?$/.test(found) || !comparesNow(text, index))
      .map(({ 0: found, index }) => ({ start: index, end: index + found.length, replacement: turn(found) })),
  )
}

/**
 * Faults of a migration: those of its statements, and a right, a policy or a trigger left out. Its comments are passed
 * over.
 */
export function findMigrationFaults(source: string): SqlFault[] {
  const code = source.replaceAll(/--.*$/gm, (comment) => ' '.repeat(comment.length))
  const removed = [
    ...code.matchAll(
      /^(?:grant|revoke|create (?:policy|trigger|unique index)|alter table \w+ (?:enable|force) row|select app\.)[^;]*;/gm,
    ),
  ].map(({ 0: found, index }) => ({ start: index, end: index + found.length, replacement: ';' }))
  return [...findSqlFaults(code), ...removed].toSorted((a, b) => a.start - b.start || a.end - b.end)
}

/** The table or function that the statement at `position` makes or changes; null where it names none. */
export function nameInStatement(source: string, position: number): string | null {
  return lastMade(source.slice(0, source.indexOf(';', position)))
}

/** The functions of migrations that call a function, and the tables whose triggers do. */
export function callersOf(name: string, sources: readonly string[]): string[] {
  const calls = new RegExp(`(?<!(?:create|replace) function )\\bapp\\.${name}\\(`, 'g')
  const callers = sources.flatMap((source) =>
    [...source.matchAll(calls)].map(({ index }) => lastMade(source.slice(0, index))),
  )
  return [...new Set(callers)].filter((caller): caller is string => caller !== null)
}

function lastMade(source: string): string | null {
  const made =
    /\b(?:table|function|policy \w+ on|index \w+ on|trigger \w+\s[^;]*?\bon)\s+(?:app\.)?(\w+)(?!\w*$)/g
  return [...source.matchAll(made)].at(-1)?.[1] ?? null
}

/** Whether the statement at `position` makes a function that a later migration drops or replaces. */
export function isReplaced(source: string, position: number, later: readonly string[]): boolean {
  const name = nameInStatement(source, position)
  const replaced = new RegExp(`(?:drop|create or replace) function (?:app\\.)?${name}\\b`)
  return name !== null && later.some((text) => replaced.test(text))
}

/** Whether a comparison is with the database's own present: no test can be there at the very microsecond. */
function comparesNow(text: string, index: number): boolean {
  const border = /\s(?:and|or|when|then|where)\s|\n/
  const before = text.slice(0, index).split(border).at(-1) ?? ''
  const after = text.slice(index).split(border)[0] ?? ''
  return /\bnow\(\)/.test(before + after)
}

function lastKeyword(text: string): string {
  return text.match(keyword)?.at(-1) ?? ''
}
