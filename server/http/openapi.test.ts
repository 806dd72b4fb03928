import { expect, test } from 'vitest'
import { z } from 'zod'
import { call } from '#contract/call.ts'
import { openApi } from './openapi.ts'

const text = { type: 'string' }
const refused = {
  description: 'Refused',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
}
const operation = async (described: Parameters<typeof call>[0]) => {
  const { paths } = (await openApi([call(described)], '/api')) as {
    paths: Record<string, Record<string, { [key: string]: unknown }>>
  }
  return paths[described.path]?.[described.method.toLowerCase()] ?? {}
}

test('a list declares its query, its refusals and its need', async () => {
  const found = await operation({
    method: 'GET',
    path: '/v2/things/{id}',
    need: [5],
    summary: 'Things.',
    input: z.object({ id: z.string(), buscar: z.string().optional(), orden: z.string() }),
    answer: z.array(z.string()),
    paged: true,
    errors: ['NOT_FOUND', 'APPROVAL_DECIDED'],
    stepUp: true,
    ratePerMinute: 7,
  })
  expect(found).toMatchObject({
    summary: 'Things.',
    'x-need': [5],
    'x-step-up': true,
    'x-rate-per-minute': 7,
    'x-errors': ['NOT_FOUND', 'APPROVAL_DECIDED'],
    security: [{ session: [] }],
    parameters: [
      { name: 'id', in: 'path', required: true, schema: text },
      { name: 'buscar', in: 'query', required: false, schema: text },
      { name: 'orden', in: 'query', required: true, schema: text },
    ],
    responses: { 404: refused, 409: refused, 422: refused },
  })
  expect(found['requestBody']).toBeUndefined()
  expect(Object.keys(found['responses'] as object)).toEqual(['200', '404', '409', '422'])
  const wrapped = { data: { type: 'array', items: text }, pagination: { type: 'object' } }
  expect(found['responses']).toMatchObject({
    200: { description: 'OK', content: { 'application/json': { schema: { properties: wrapped } } } },
  })
})

test('a call that changes something takes a form or JSON; a public call needs no session', async () => {
  const found = await operation({
    method: 'POST',
    path: '/things/{id}',
    need: 'public',
    summary: 'A thing.',
    input: z.object({ id: z.string(), nombre: z.string(), nota: z.string().optional() }),
    answer: z.string(),
  })
  const schema = { type: 'object', properties: { nombre: text, nota: text }, required: ['nombre'] }
  expect(found).toMatchObject({
    security: [],
    parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
    requestBody: {
      content: { 'application/x-www-form-urlencoded': { schema }, 'application/json': { schema } },
    },
    responses: {
      200: {
        content: {
          'application/json': {
            schema: {
              properties: {
                code: { const: '00000' },
                results: { type: 'object', properties: { data: text } },
              },
            },
          },
        },
      },
    },
  })
  expect(Object.keys(found)).not.toEqual(expect.arrayContaining(['x-step-up']))
  expect(found['x-errors']).toBeUndefined()
  expect(Object.keys(found['responses'] as object)).toEqual(['200', '422'])
})

test('a file is sent in a form of parts, and comes as bytes', async () => {
  const part = { maxBytes: 100, types: ['pdf'], required: true } as const
  const found = await operation({
    method: 'POST',
    path: '/v2/files',
    need: 'session',
    summary: 'A file.',
    answer: 'file',
    upload: { field: 'archivo', ...part, beside: { field: 'xml', ...part } },
  })
  const file = { type: 'string', format: 'binary' }
  expect(found).toMatchObject({
    requestBody: {
      content: {
        'multipart/form-data': {
          schema: { type: 'object', properties: { archivo: file, xml: file }, required: [] },
        },
      },
    },
    responses: { 200: { content: { 'application/octet-stream': { schema: file } } } },
  })
})

test('a call without input that changes something has no body', async () => {
  const found = await operation({
    method: 'POST',
    path: '/v2/bare',
    need: 'session',
    summary: 'Bare.',
    answer: z.string(),
    bare: true,
  })
  expect(found['requestBody']).toBeUndefined()
  expect(found['responses']).toMatchObject({ 200: { content: { 'application/json': { schema: text } } } })
})
