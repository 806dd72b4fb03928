import { createHash } from 'node:crypto'
import { parseSync } from 'vite'
import { findMigrationFaults, findSqlFaults } from './sql.ts'

/** A small fault: the text from `start` to `end` of a file gives way to `replacement`. */
export interface Mutant {
  path: string
  operator: Operator
  line: number
  start: number
  end: number
  original: string
  replacement: string
  /** Stays the same while the changed lines do, wherever they move to. */
  hash: string
}

export type Operator =
  | 'condition negated'
  | 'operand dropped'
  | 'equality turned'
  | 'boundary moved'
  | 'boolean flipped'
  | 'constant changed'
  | 'statement removed'
  | 'where dropped'
  | 'item dropped'
  | 'SQL turned'

interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

type Edit = Pick<Mutant, 'operator' | 'start' | 'end' | 'replacement'>

const turned: Record<string, string> = { '===': '!==', '!==': '===', '==': '!=', '!=': '==' }
const moved: Record<string, string> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' }

/** Nodes of the syntax of types that hold an expression. Every other one is a type, which changes nothing at run time. */
const transparent = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'])

/** Statements that write to a log are left as they are. */
const logging = /^(console|(\w+\.)*log)\.\w+\(/

export function isMigration(path: string): boolean {
  return path.endsWith('.sql')
}

/** All small faults that the operators can put into a TypeScript or SQL source, in the order of the text. */
export function findMutants(path: string, source: string): Mutant[] {
  if (isMigration(path))
    return findMigrationFaults(source).map((fault) =>
      describeEdit(path, source, { operator: 'SQL turned', ...fault }),
    )
  const { program, errors } = parseSync(path, source, { lang: 'ts' })
  if (errors.length > 0) throw new Error(`${path} can't be parsed: ${errors[0]?.message}`)
  const edits: Edit[] = []
  const waiting: unknown[] = [program]
  while (waiting.length > 0) {
    const value = waiting.pop()
    if (Array.isArray(value)) waiting.push(...value)
    if (!isNode(value)) continue
    if (value.type === 'ImportDeclaration' || isLogging(value, source)) continue
    if (value.type.startsWith('TS')) {
      if (transparent.has(value.type)) waiting.push(value['expression'])
      continue
    }
    edits.push(...editsAt(value, source))
    waiting.push(...Object.values(value))
  }
  return edits
    .toSorted((a, b) => a.start - b.start || a.end - b.end)
    .map((edit) => describeEdit(path, source, edit))
}

/** The source with the fault in it. */
export function applyMutant(source: string, { start, end, replacement }: Edit): string {
  return source.slice(0, start) + replacement + source.slice(end)
}

function editsAt(node: Node, source: string): Edit[] {
  const replace = (operator: Operator, at: Node, replacement: string): Edit => ({
    operator,
    start: at.start,
    end: at.end,
    replacement,
  })
  const textOf = (at: Node) => source.slice(at.start, at.end)
  const part = (key: string) => node[key] as Node
  switch (node.type) {
    case 'IfStatement':
    case 'ConditionalExpression':
      // An equality is turned by itself, which is the same fault.
      if (String(part('test')['operator']) in turned) return []
      return [replace('condition negated', part('test'), `!(${textOf(part('test'))})`)]
    case 'LogicalExpression': {
      if (node['operator'] === '??') return []
      const without = replace('operand dropped', node, `(${textOf(part('left'))})`)
      // `x && { x }`: to set a property to undefined is to leave it out.
      if (node['operator'] === '&&' && setsOnly(part('right'), textOf(part('left')), source)) return [without]
      return [replace('operand dropped', node, `(${textOf(part('right'))})`), without]
    }
    case 'BinaryExpression': {
      const sign = String(node['operator'])
      const other = turned[sign] ?? moved[sign]
      if (!other) return []
      const replacement = `${textOf(part('left'))} ${other} ${textOf(part('right'))}`
      return [replace(turned[sign] ? 'equality turned' : 'boundary moved', node, replacement)]
    }
    case 'Literal':
      if (typeof node['value'] === 'boolean')
        return [replace('boolean flipped', node, String(!node['value']))]
      if (typeof node['value'] === 'number')
        return [replace('constant changed', node, String(changeNumber(node['value'])))]
      return []
    case 'ExpressionStatement':
      return node['directive'] === undefined || node['directive'] === null
        ? [replace('statement removed', node, ';')]
        : []
    case 'CallExpression': {
      const callee = part('callee')
      if (callee.type !== 'MemberExpression') return []
      const name = textOf(callee['property'] as Node)
      if (name !== 'where' && name !== 'whereRef') return []
      return [replace('where dropped', node, textOf(callee['object'] as Node))]
    }
    case 'ArrayExpression':
      return dropItems(node, source)
    case 'TaggedTemplateExpression':
      return textOf(part('tag')) === 'sql' ? turnSql(part('quasi'), source) : []
    default:
      return []
  }
}

/** Whether a node is an object all of whose properties have this text as their value. */
function setsOnly(node: Node, text: string, source: string): boolean {
  if (node.type === 'ParenthesizedExpression') return setsOnly(node['expression'] as Node, text, source)
  if (node.type !== 'ObjectExpression') return false
  return (node['properties'] as Node[]).every(({ type, value }) => {
    const { start, end } = (value ?? {}) as Partial<Node>
    return type === 'Property' && source.slice(start, end) === text
  })
}

/** One more, and of a large number twice as much: a millisecond more in an hour is no fault. */
function changeNumber(value: number): number {
  return value < 1000 ? value + 1 : 2 * value
}

/** The first item dropped, and the last: a long list has no more weight than a short one. */
function dropItems(node: Node, source: string): Edit[] {
  const items = (node['elements'] as (Node | null)[]).filter((item) => item !== null)
  if (items.length < 2) return []
  return [items.slice(1), items.slice(0, -1)].map((kept) => ({
    operator: 'item dropped',
    start: node.start,
    end: node.end,
    replacement: `[${kept.map(({ start, end }) => source.slice(start, end)).join(', ')}]`,
  }))
}

/** Faults in the text of a statement's template; its expressions are visited by themselves. */
function turnSql(template: Node, source: string): Edit[] {
  return (template['quasis'] as Node[]).flatMap(({ start, end }) =>
    findSqlFaults(source.slice(start, end)).map((fault) => ({
      operator: 'SQL turned',
      start: start + fault.start,
      end: start + fault.end,
      replacement: fault.replacement,
    })),
  )
}

function describeEdit(path: string, source: string, edit: Edit): Mutant {
  const from = source.lastIndexOf('\n', edit.start - 1) + 1
  const to = source.indexOf('\n', edit.end)
  const lines = source.slice(from, to < 0 ? source.length : to)
  const changed = applyMutant(lines, { ...edit, start: edit.start - from, end: edit.end - from })
  return {
    path,
    ...edit,
    line: source.slice(0, edit.start).split('\n').length,
    original: source.slice(edit.start, edit.end),
    hash: createHash('sha256').update(`${path}\n${lines}\n${changed}`).digest('hex').slice(0, 16),
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

function isLogging(node: Node, source: string): boolean {
  return node.type === 'ExpressionStatement' && logging.test(source.slice(node.start, node.end))
}
