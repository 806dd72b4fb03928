import { makeFault } from '#contract/errors.ts'
import type { Fault } from './errors.ts'

/** The deepest nesting of an input, itself included. Recursion over its values then needs no limit of its own. */
const deepest = 32

/**
 * Finds values that no call accepts, whatever its schema: a text or name with U+0000 or a lone surrogate, which
 * PostgreSQL refuses to store, and values nested more than 32 deep. The error names the top-level field.
 */
export function findUnsound(input: unknown): Fault | null {
  const waiting: { value: unknown; depth: number; field?: string }[] = [{ value: input, depth: 1 }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, depth, field } = next
    if (typeof value === 'string' && !isStorable(value))
      return makeFault('SYSTEM_API_CHARACTER_NOT_ALLOWED', field)
    if (typeof value !== 'object' || value === null) continue
    if (depth > deepest) return makeFault('SYSTEM_API_BODY_NOT_READABLE', field)
    for (const [name, inner] of Object.entries(value)) {
      if (!isStorable(name)) return makeFault('SYSTEM_API_CHARACTER_NOT_ALLOWED', field)
      waiting.push({ value: inner, depth: depth + 1, field: field ?? name })
    }
  }
  return null
}

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}
