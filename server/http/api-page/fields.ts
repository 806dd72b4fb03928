import { z } from 'zod'

/** A field as a reader wants it: where it lies (`firmas[].fecha`), its kind, whether it must be there, its limits. */
export interface Field {
  name: string
  type: string
  required: boolean
  limits: string
}

/** The part of JSON Schema that the contract's schemas use. */
interface Shape {
  type?: string | string[]
  properties?: Record<string, Shape>
  required?: string[]
  items?: Shape
  anyOf?: Shape[]
  oneOf?: Shape[]
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  default?: unknown
}

/** How limits are said. */
export interface LimitWords {
  range: (from: number | undefined, to: number | undefined, of: 'length' | 'value' | 'items') => string
  absent: (value: string) => string
}

const signs: LimitWords = {
  range: (from, to, of) => `${from ?? ''}…${to ?? ''} ${of === 'value' ? '' : of}`.trim(),
  absent: (value) => `= ${value}`,
}

/** The fields of a schema, those inside others after them; for a list those of its rows. */
export function fieldsOf(schema: z.ZodType, io: 'input' | 'output', words = signs): Field[] {
  const shape: Shape = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' }) as Shape
  return below(shape, '', words)
}

function below(shape: Shape, path: string, words: LimitWords): Field[] {
  if (shape.items) return below(shape.items, `${path}[]`, words)
  const choices = shape.anyOf ?? shape.oneOf
  if (choices) {
    const found = choices.flatMap((choice) => below(choice, path, words))
    return found.filter((field, at) => found.findIndex(({ name }) => name === field.name) === at)
  }
  return Object.entries(shape.properties ?? {}).flatMap(([name, inner]) => {
    const at = path ? `${path}.${name}` : name
    const required = shape.required?.includes(name) ?? false
    const field = { name: at, type: kindOf(inner), required, limits: limitsOf(inner, words) }
    return [field, ...below(inner, at, words)]
  })
}

function kindOf(shape: Shape): string {
  if (shape.const !== undefined) return JSON.stringify(shape.const)
  if (shape.enum) return shape.enum.map((value) => JSON.stringify(value)).join(' | ')
  const choices = shape.anyOf ?? shape.oneOf
  if (choices) return [...new Set(choices.map(kindOf))].join(' | ')
  if (shape.items) return `${kindOf(shape.items)}[]`
  const type = Array.isArray(shape.type) ? shape.type.join(' | ') : (shape.type ?? 'any')
  return shape.format && type === 'string' ? shape.format : type
}

function limitsOf(shape: Shape, words: LimitWords): string {
  const choices = shape.anyOf ?? shape.oneOf
  if (choices)
    return [...new Set(choices.map((choice) => limitsOf(choice, words)))].filter(Boolean).join('; ')
  const { minLength, maxLength, minimum, maximum, minItems, maxItems } = shape
  const safe = (bound?: number) => (bound !== undefined && Math.abs(bound) < 2 ** 53 - 1 ? bound : undefined)
  const between = (from: number | undefined, to: number | undefined, of: 'length' | 'value' | 'items') =>
    from === undefined && to === undefined ? '' : words.range(from, to, of)
  const said = [
    between(minLength, maxLength, 'length'),
    between(safe(minimum), safe(maximum), 'value'),
    between(minItems, maxItems, 'items'),
    shape.default === undefined ? '' : words.absent(JSON.stringify(shape.default)),
  ]
  return said.filter(Boolean).join(', ')
}
