import type { z } from 'zod'

/**
 * Turns the texts of a form, a query or a path into the values that a schema expects, by the schema's kind and
 * never by guessing: numbers by pattern, 1/0/true/false, JSON for arrays and objects. What can't be turned is
 * left as it came, so that the schema refuses it. An empty text clears a nullable field and is absent in one
 * that is only optional. Values that are no texts (a JSON body) pass through.
 */
export function fromText(schema: z.core.$ZodType, raw: unknown): unknown {
  const { kind, nullable, optional, core } = unwrap(schema)
  if (kind === 'object' && isRecord(raw)) {
    const shape = (core as z.ZodObject).shape
    // A name like `constructor` is no field, whatever every object inherits.
    const fieldOf = (name: string, value: unknown) => {
      const field = Object.hasOwn(shape, name) ? shape[name] : undefined
      return field ? fromText(field, value) : value
    }
    return Object.fromEntries(
      Object.entries(raw)
        .map(([name, value]): [string, unknown] => [name, fieldOf(name, value)])
        .filter(([, value]) => value !== undefined),
    )
  }
  if (kind === 'array' && Array.isArray(raw)) {
    const element = (core as z.ZodArray).element
    return raw.map((value) => fromText(element, value))
  }
  if (typeof raw !== 'string') return kind === 'array' && raw !== null && raw !== undefined ? [raw] : raw
  if (raw === '') return nullable ? null : optional && kind !== 'string' ? undefined : raw
  switch (kind) {
    case 'number':
      return /^-?\d{1,15}(\.\d+)?$/.test(raw) ? Number(raw) : raw
    case 'boolean':
      return raw === '1' || raw === 'true' ? true : raw === '0' || raw === 'false' ? false : raw
    case 'array': {
      const list = raw.startsWith('[') ? json(raw) : [raw]
      return Array.isArray(list) ? fromText(core, list) : raw
    }
    case 'object':
    case 'record':
      return raw.startsWith('{') ? json(raw) : raw
    default:
      return raw
  }
}

/** A value as a text field of a form body: objects and arrays as JSON, null as the empty text. */
export function toText(value: unknown): string {
  if (value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function json(raw: string): unknown {
  try {
    return JSON.parse(raw)
  } catch {
    return raw
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function unwrap(schema: z.core.$ZodType) {
  let core: z.core.$ZodType = schema
  let nullable = false
  let optional = false
  for (;;) {
    const def = core._zod.def as z.core.$ZodTypeDef & { innerType?: z.core.$ZodType; in?: z.core.$ZodType }
    if (def.type === 'nullable') nullable = true
    if (def.type === 'optional' || def.type === 'default') optional = true
    const inner = def.type === 'pipe' ? def.in : def.innerType
    if (!inner) return { kind: kindOf(core), nullable, optional, core }
    core = inner
  }
}

function kindOf(core: z.core.$ZodType): string {
  const def = core._zod.def as z.core.$ZodTypeDef & { values?: unknown[] }
  if (def.type === 'literal') return typeof def.values?.[0]
  if (def.type === 'enum' || def.type === 'template_literal') return 'string'
  if (def.type === 'union') {
    const options = (core as z.ZodUnion).options.map((option) => unwrap(option).kind)
    return options.every((kind) => kind === options[0]) ? (options[0] ?? 'string') : 'string'
  }
  return def.type
}
