import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import { type Call, envelopeOf, pagination, pathNames, refusal } from '#contract/call.ts'
import { codeOf, statusOf } from '#contract/errors.ts'

/**
 * The OpenAPI 3.1 document of every call that is bound, made of the same declarations that the server obeys. It takes a
 * good part of a second, so other requests are answered between two calls.
 */
export async function openApi(calls: readonly Call[], base: string): Promise<object> {
  const paths: Record<string, Record<string, object>> = {}
  for (const call of calls) {
    ;(paths[call.path] ??= {})[call.method.toLowerCase()] = operationOf(call)
    await setImmediate()
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Legajo', version: '1', description: 'Employee files, documents and their signing.' },
    servers: [{ url: base }],
    paths,
    components: {
      securitySchemes: { session: { type: 'http', scheme: 'bearer' } },
      schemas: { Refusal: schemaOf(refusal, 'output') },
    },
  }
}

function operationOf(call: Call): object {
  const input = schemaOf(call.input, 'input') as { properties?: Record<string, object>; required?: string[] }
  const inPath = pathNames(call.path)
  const inQuery = call.method === 'GET' || call.method === 'DELETE'
  const names = Object.keys(input.properties ?? {})
  const required = (name: string) => input.required?.includes(name) ?? false
  const parameters = names
    .filter((name) => inPath.includes(name) || inQuery)
    .map((name) => ({
      name,
      in: inPath.includes(name) ? 'path' : 'query',
      required: inPath.includes(name) || required(name),
      schema: input.properties?.[name],
    }))
  const inBody = names.filter((name) => !inPath.includes(name))
  const properties = Object.fromEntries(inBody.map((name) => [name, input.properties?.[name]]))
  const body = { type: 'object', properties, required: inBody.filter(required) }
  const codes = call.errors.map((name) => codeOf(name))
  const refused = [...new Set([422, ...codes.map((code) => statusOf(code))])].filter((s) => s >= 400)
  return {
    summary: call.summary,
    'x-need': call.need,
    ...(call.stepUp && { 'x-step-up': true }),
    ...(call.ratePerMinute && { 'x-rate-per-minute': call.ratePerMinute }),
    ...(!inQuery && { 'x-max-bytes': call.maxBytes }),
    ...(call.errors.length > 0 && { 'x-errors': codes }),
    security: call.need === 'public' ? [] : [{ session: [] }],
    parameters,
    ...(!inQuery &&
      (inBody.length > 0 || call.upload) && { requestBody: { content: contentOf(call, body) } }),
    responses: {
      200: { description: 'OK', content: answerOf(call) },
      ...Object.fromEntries(
        refused.map((status) => [
          status,
          {
            description: 'Refused',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
          },
        ]),
      ),
    },
  }
}

function contentOf(call: Call, body: { properties: object }): object {
  if (call.upload) {
    const parts = [call.upload, ...(call.upload.beside ? [call.upload.beside] : [])]
    const files = Object.fromEntries(parts.map(({ field }) => [field, { type: 'string', format: 'binary' }]))
    return { 'multipart/form-data': { schema: { ...body, properties: { ...body.properties, ...files } } } }
  }
  return { 'application/x-www-form-urlencoded': { schema: body }, 'application/json': { schema: body } }
}

function answerOf(call: Call): object {
  if (call.answer === 'file')
    return { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
  const data = schemaOf(call.answer, 'output')
  const wrapped = {
    type: 'object',
    properties: { data, ...(call.paged && { pagination: schemaOf(pagination, 'output') }) },
  }
  const schema = {
    bare: data,
    v2: wrapped,
    results: { type: 'object', properties: { code: { const: '00000' }, results: wrapped } },
  }[envelopeOf(call)]
  return { 'application/json': { schema } }
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}
