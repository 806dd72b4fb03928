import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Call } from '#contract/call.ts'
import { fieldsOf } from './fields.ts'

const modules = import.meta.glob<Record<string, unknown>>(
  ['../../../contract/**/*.ts', '!../../../contract/**/*.test.ts'],
  { eager: true },
)

function findCalls(): Call[] {
  const isCall = (value: unknown): value is Call =>
    typeof value === 'object' && value !== null && 'need' in value && 'method' in value && 'path' in value
  const values = Object.values(modules).flatMap((module) => Object.values(module))
  return [...new Set(values.flatMap((value) => Object.values(value ?? {}).filter(isCall)))]
}

/**
 * `fields.txt` lists what every call takes and answers, with its limits, and what it refuses with: a change of the
 * contract shows in the review as lines of its own. Written by `npx vitest run server/http/api-page/fields.test.ts -u`.
 */
test('the inputs, answers and refusals of every call match the table', async () => {
  const key = ({ path, method }: Call) => `${path} ${method}`
  const lines = findCalls()
    .toSorted((one, other) => (key(one) < key(other) ? -1 : 1))
    .flatMap((call) => {
      const { method, path, input, answer, upload, errors } = call
      const parts = upload ? [upload, ...(upload.beside ? [upload.beside] : [])] : []
      const field = ({ name, type, required, limits }: ReturnType<typeof fieldsOf>[number]) =>
        `${name}${required ? '' : '?'}: ${type}${limits && ` (${limits})`}`
      return [
        `${method} ${path}`,
        ...fieldsOf(input, 'input').map((one) => `  < ${field(one)}`),
        ...parts.map(
          (one) =>
            `  < ${one.field}${one.required ? '' : '?'}: ${one.types.join(' | ')} (…${one.maxBytes} bytes)`,
        ),
        ...(answer === 'file' ? ['  > file'] : fieldsOf(answer, 'output').map((one) => `  > ${field(one)}`)),
        ...(errors.length > 0 ? [`  ! ${errors.join(' ')}`] : []),
      ]
    })
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./fields.txt')
})

test('each field has its place, its kind, whether it must be there, and its limits', () => {
  const schema = z.object({
    nombre: z.string().min(1).max(60),
    nota: z.string().max(255).optional(),
    clave: z.string().min(8),
    pagina: z.int().min(1).default(1),
    lista: z.array(z.object({ id: z.int(), fecha: z.iso.date().nullable() })).max(3),
    tipo: z.enum(['a', 'b']),
    fijo: z.literal(7),
    otro: z.union([z.object({ x: z.boolean() }), z.object({ x: z.boolean(), y: z.boolean() })]),
  })
  expect(
    fieldsOf(schema, 'input').map(({ name, type, required, limits }) => [name, type, required, limits]),
  ).toEqual([
    ['nombre', 'string', true, '1…60 length'],
    ['nota', 'string', false, '…255 length'],
    ['clave', 'string', true, '8… length'],
    ['pagina', 'integer', false, '1…, = 1'],
    ['lista', 'object[]', true, '…3 items'],
    ['lista[].id', 'integer', true, ''],
    ['lista[].fecha', 'date | null', true, ''],
    ['tipo', '"a" | "b"', true, ''],
    ['fijo', '7', true, ''],
    ['otro', 'object', true, ''],
    ['otro.x', 'boolean', true, ''],
    ['otro.y', 'boolean', true, ''],
  ])
})
