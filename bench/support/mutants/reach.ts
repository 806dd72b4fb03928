import { createHash } from 'node:crypto'
import { parseSync } from 'vite'

/** A statement of a list, a branch without braces, or the expression that an arrow function returns. */
interface Unit {
  start: number
  end: number
  kind: 'listed' | 'branch' | 'expression'
}

interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

/** The recorded test files. A unit is named by its text, so that the record outlives other changes of its file. */
export type Reach = Record<string, { digest: string; units: Record<string, string[]> }>

const listed = ['BlockStatement', 'SwitchCase']
const branches = ['consequent', 'alternate', 'body']
const branching = new Set([
  'IfStatement',
  'ForStatement',
  'ForOfStatement',
  'ForInStatement',
  'WhileStatement',
  'DoWhileStatement',
])

/** The statements inside functions, and the expressions that arrow functions return, in the order of the text. */
export function findUnits(path: string, source: string): Unit[] {
  const units: Unit[] = []
  const waiting: unknown[] = [parseSync(path, source, { lang: 'ts' }).program]
  while (waiting.length > 0) {
    const value = waiting.pop()
    if (Array.isArray(value)) waiting.push(...value)
    if (!isNode(value)) continue
    const add = ({ start, end }: Node, kind: Unit['kind']) => units.push({ start, end, kind })
    if (listed.includes(value.type)) {
      const inside = (value.type === 'SwitchCase' ? value['consequent'] : value['body']) as Node[]
      for (const statement of inside) if (statement.type !== 'BlockStatement') add(statement, 'listed')
    }
    if (branching.has(value.type))
      for (const key of branches) {
        const branch = value[key]
        if (isNode(branch) && branch.type !== 'BlockStatement') add(branch, 'branch')
      }
    if (value.type === 'ArrowFunctionExpression') {
      const body = value['body'] as Node
      if (body.type !== 'BlockStatement') add(body, 'expression')
    }
    waiting.push(...Object.values(value))
  }
  return units.toSorted((a, b) => a.start - b.start || b.end - a.end)
}

/** The source with a mark before each unit, which sets a byte of the global `$$reached` from `first` on. */
export function markUnits(path: string, source: string, first: number): string {
  const edits = findUnits(path, source).flatMap(({ start, end, kind }, i) => {
    const mark = `$$reached[${first + i}] = 1`
    if (kind === 'listed') return [{ at: start, text: `${mark}; `, order: i }]
    const [open, close] = kind === 'expression' ? [`(${mark}, (`, '))'] : [`{ ${mark}; `, ' }']
    return [
      { at: start, text: open, order: i },
      { at: end, text: close, order: -i },
    ]
  })
  let marked = source
  for (const { at, text } of edits.toSorted((a, b) => b.at - a.at || b.order - a.order))
    marked = marked.slice(0, at) + text + marked.slice(at)
  return marked
}

/**
 * The test files that execute the text at `position`, those that execute most of its file first. Code outside of functions runs on import: then they are those that execute anything of the file.
 */
export function testsReaching(reach: Reach, path: string, source: string, position: number): string[] {
  const unit = findUnits(path, source).findLast(({ start, end }) => start <= position && position < end)
  const name = unit && nameUnit(source, unit)
  return Object.entries(reach)
    .map(([test, { units }]) => ({ test, reached: units[path] ?? [] }))
    .filter(({ reached }) => (name ? reached.includes(name) : reached.length > 0))
    .toSorted((a, b) => b.reached.length - a.reached.length)
    .map(({ test }) => test)
}

/** The declaration outside of functions that holds `position`, as tests name it: `relations.join`; null for none. */
export function nameDeclaration(path: string, source: string, position: number): string | null {
  const holds = (node: Node) => node.start <= position && position < node.end
  const { program } = parseSync(path, source, { lang: 'ts' })
  const declarators = (program.body as unknown as Node[])
    .map((node) => (isNode(node['declaration']) ? node['declaration'] : node))
    .flatMap((node) => (node.type === 'VariableDeclaration' ? (node['declarations'] as Node[]) : []))
  const declarator = declarators.find(holds)
  if (!declarator) return null
  const textOf = ({ start, end }: Node) => source.slice(start, end)
  const initial = declarator['init'] as Node
  const property = ((initial['properties'] ?? []) as Node[]).find(holds)
  const name = textOf(declarator['id'] as Node)
  return property?.type === 'Property' ? `${name}.${textOf(property['key'] as Node)}` : name
}

export function nameUnit(source: string, { start, end }: Unit): string {
  return digestOf(source.slice(start, end)).slice(0, 8)
}

export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 16)
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}
