import Fastify from 'fastify'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { codeOf, type ErrorName } from '#contract/errors.ts'
import { refuse } from '../shared/errors.ts'
import type { Services } from '../shared/services.ts'
import { answerRefusals } from './refusals.ts'

/** The answer of a server whose handler throws this, and the levels of the lines that it logs. */
async function answerTo(error: unknown, strict = false) {
  const levels: number[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => levels.push(JSON.parse(line).level) })
  const server = Fastify()
  answerRefusals(server, { log } as unknown as Services, strict)
  server.get('/', () => {
    throw error
  })
  const { statusCode, headers, json } = await server.inject({ url: '/' })
  return { status: statusCode, code: json().code, retryAfter: headers['retry-after'], levels, body: json() }
}

const withCode = (code: string, facts: object = {}, message = 'it failed') =>
  Object.assign(new Error(message), { code }, facts)

test.each<[string, Error, ErrorName, number]>([
  ['PostgreSQL ends', withCode('57P01', { severity: 'FATAL' }), 'SERVICE_UNAVAILABLE', 40],
  ['PostgreSQL has no connection left', withCode('53300', { severity: 'FATAL' }), 'SERVICE_UNAVAILABLE', 40],
  ['PostgreSQL lost a connection', withCode('08006', { severity: 'ERROR' }), 'SERVICE_UNAVAILABLE', 40],
  ['nobody listens', withCode('ECONNREFUSED'), 'SERVICE_UNAVAILABLE', 40],
  ['a pipe broke', withCode('EPIPE'), 'SERVICE_UNAVAILABLE', 40],
  ['a connection of ours was reset', withCode('ECONNRESET'), 'SERVICE_UNAVAILABLE', 40],
  ['a client ended', new Error('Connection terminated unexpectedly'), 'SERVICE_UNAVAILABLE', 40],
  [
    'a client had an error before',
    new Error('Client has encountered a connection error and is not queryable'),
    'SERVICE_UNAVAILABLE',
    40,
  ],
  [
    'no connection came free',
    new Error('timeout exceeded when trying to connect'),
    'SERVICE_UNAVAILABLE',
    40,
  ],
])('where %s, the same call may work in a moment', async (_what, error, name, level) => {
  const answer = await answerTo(error)
  expect(answer).toMatchObject({ status: 503, code: codeOf(name), retryAfter: '1', levels: [level] })
})

test.each<[string, Error, ErrorName, number]>([
  ['a client aborts', withCode('ECONNRESET', {}, 'aborted'), 'SYSTEM_API_UPLOAD_INTERRUPTED', 400],
  ['a connection is aborted', withCode('ECONNABORTED'), 'SYSTEM_API_UPLOAD_INTERRUPTED', 400],
  [
    'a body is too large',
    withCode('FST_ERR_CTP_BODY_TOO_LARGE', { statusCode: 413 }),
    'SYSTEM_API_BODY_TOO_LARGE',
    413,
  ],
  ['a body cannot be read', withCode('x', { statusCode: 400 }), 'SYSTEM_API_BODY_NOT_READABLE', 400],
  ['a type is unknown', withCode('x', { statusCode: 415 }), 'SYSTEM_API_BODY_NOT_READABLE', 400],
])('where %s, the refusal says so', async (_what, error, name, status) => {
  expect(await answerTo(error)).toMatchObject({
    status,
    code: codeOf(name),
    retryAfter: undefined,
    levels: [],
  })
})

test.each([
  ['of ours', new Error('a secret of ours')],
  ['with a status of ours', withCode('x', { statusCode: 500 }, 'a secret of ours')],
  ['of a statement', withCode('23505', { severity: 'ERROR' }, 'a secret of ours')],
])('an unexpected error %s is logged, and answered by its request’s number alone', async (_what, error) => {
  const { status, code, levels, body } = await answerTo(error)
  expect([status, code, levels]).toEqual([500, codeOf('INTERNAL_ERROR'), [50]])
  expect(body).toEqual({
    code,
    message: expect.any(String),
    errors: [{ code, message: body.message }],
    results: { data: [body.message] },
    requestId: expect.any(String),
  })
  expect(JSON.stringify(body)).not.toContain('secret of ours')
})

test('a caller over the rate gets the time of the next attempt', async () => {
  const refused = () => refuse('TOO_MANY_REQUESTS', undefined, { segundos: 7 })
  let error: unknown
  try {
    refused()
  } catch (thrown) {
    error = thrown
  }
  expect(await answerTo(error)).toMatchObject({ status: 429, retryAfter: '7', levels: [] })
})
