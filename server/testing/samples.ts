import { z } from 'zod'
import type { Call } from '#contract/call.ts'

/** A plausible input of a call by its schema; every number in it, and so every id, is `number`. */
export function sampleOf(call: Call, number: number): Record<string, never> {
  const schema = z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  const values = Object.entries(schema.properties ?? {}).map(([name, property]) => [
    name,
    valueOf(property, number),
  ])
  return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as Record<string, never>
}

interface JsonSchema {
  type?: string
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
  default?: unknown
  format?: string
  maximum?: number
  minLength?: number
}

function valueOf(schema: JsonSchema, number: number): unknown {
  if (schema.default !== undefined) return schema.default
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return valueOf(schema.anyOf[0] ?? {}, number)
  switch (schema.type) {
    case 'integer':
    case 'number':
      return Math.min(number, schema.maximum ?? number)
    case 'boolean':
      return false
    case 'array':
      return schema.items ? [valueOf(schema.items, number)] : []
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, one]) => [name, valueOf(one, number)]),
      )
    default:
      return schema.format === 'date' ? '2026-10-01' : String(number).padEnd(schema.minLength ?? 1, '1')
  }
}
