import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { codeOf } from './errors.ts'
import { fromText, toText } from './from-text.ts'

const schema = z.object({
  texto: z.string(),
  numero: z.number(),
  entero: z.int().optional(),
  si: z.boolean().default(false),
  ids: z.array(z.int()).optional(),
  caja: z.object({ x: z.number(), y: z.number() }).optional(),
  fecha: z.iso.date().nullish(),
  clase: z.enum(['una', 'otra']).nullable(),
})

test('values sent as texts arrive unchanged', () => {
  const values = fc.record({
    texto: fc.string(),
    numero: fc.integer({ min: -1e9, max: 1e9 }),
    entero: fc.nat(),
    si: fc.boolean(),
    ids: fc.array(fc.nat()),
    caja: fc.record({ x: fc.nat(), y: fc.nat() }),
    fecha: fc.constantFrom('2026-10-01', null),
    clase: fc.constantFrom('una', 'otra', null),
  })
  fc.assert(
    fc.property(values, (sent) => {
      const texts = Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, toText(value)]))
      expect(schema.parse(fromText(schema, texts))).toEqual(sent)
    }),
  )
})

test('no input makes it throw', () => {
  const anything = fc.dictionary(
    fc.constantFrom('texto', 'numero', 'si', 'ids', 'caja', 'fecha', '__proto__'),
    fc.anything(),
  )
  fc.assert(fc.property(anything, (raw) => void fromText(schema, raw)))
})

describe('a text is converted by the schema’s kind, never by guessing', () => {
  const read = (kind: z.ZodType, text: string) => fromText(z.object({ v: kind }), { v: text })

  test.each([
    [z.boolean(), 'false', false],
    [z.boolean(), '1', true],
    [z.boolean(), 'no', 'no'],
    [z.number(), '007', 7],
    [z.number(), '1e3', '1e3'],
    [z.number(), ' 5', ' 5'],
    [z.string(), codeOf('PASSWORD_USED_BEFORE'), codeOf('PASSWORD_USED_BEFORE')],
    [z.string(), 'true', 'true'],
    [z.array(z.int()), '5', [5]],
    [z.array(z.int()), '[1,2]', [1, 2]],
    [z.string().nullable(), '', null],
    [z.string(), '', ''],
  ])('%#', (kind, text, value) => {
    expect(read(kind, text)).toEqual({ v: value })
  })

  test('an empty text is absent where a field is only optional', () => {
    expect(read(z.int().optional(), '')).toEqual({})
  })
})
