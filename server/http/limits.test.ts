import { beforeAll, describe, expect, test } from 'vitest'
import { documentActCalls } from '#contract/documents/acts.ts'
import { documents } from '#contract/documents/documents.ts'
import { session } from '#contract/session/session.ts'
import type { MadeCompany } from '../areas/company/operations.ts'
import { slowly } from '../shared/identity/hashing.ts'
import { type Answer, type TestApp, testApp } from '../testing/app.ts'
import { aCompany, anAdministrator, password } from '../testing/factories.ts'

let app: TestApp
let company: MadeCompany
let bearer: string

beforeAll(async () => {
  app = await testApp()
  company = await aCompany(app)
  bearer = (await anAdministrator(app, company)).bearer
})

const json = { 'content-type': 'application/json' }

async function send(
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  payload?: string,
  headers: Record<string, string> = json,
): Promise<Pick<Answer, 'status' | 'code' | 'errors'> & { bytes: number; headers: Answer['headers'] }> {
  const answer = await app.server.inject({
    method,
    url: `/api${path}`,
    ...(payload !== undefined && { payload }),
    headers,
  })
  const body = answer.json()
  return {
    status: answer.statusCode,
    code: body.code,
    errors: body.errors ?? [],
    bytes: answer.rawPayload.length,
    headers: answer.headers,
  }
}

const names = (count: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 1])))

describe('a body', () => {
  test('of a public call has 16 kB at most', async () => {
    const answer = await send('POST', '/salir', names(80_000))
    expect(answer).toMatchObject({ status: 413, code: 'SYSTEM_API_BODY_TOO_LARGE' })
    expect(answer.bytes).toBeLessThan(1000)
    expect(await send('POST', '/salir', names(1400))).toMatchObject({ status: 422 })
  })

  test('of another call has 128 kB at most, in every form', async () => {
    const as = { authorization: `Bearer ${bearer}` }
    const path = '/v2/documentobservation/question'
    const most = 128 * 1024
    const tooLarge = { status: 413, code: 'SYSTEM_API_BODY_TOO_LARGE' }
    expect(await send('POST', path, JSON.stringify('a'.repeat(most)), { ...json, ...as })).toMatchObject(
      tooLarge,
    )
    const form = { ...as, 'content-type': 'application/x-www-form-urlencoded' }
    expect(await send('POST', path, `observacion=${'a'.repeat(most)}`, form)).toMatchObject(tooLarge)
    const part = (name: string) =>
      `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${'a'.repeat(most / 2 + 1)}\r\n`
    const parts = { ...as, 'content-type': 'multipart/form-data; boundary=x' }
    expect(await send('POST', path, `${part('id')}${part('observacion')}--x--\r\n`, parts)).toMatchObject(
      tooLarge,
    )
    expect(await send('POST', path, `observacion=${'a'.repeat(most - 20)}`, form)).toMatchObject({
      status: 422,
    })
  })

  describe('of several parts', () => {
    const path = '/v2/documentobservation/question'
    const most = 128 * 1024
    const sendParts = (parts: readonly [name: string, text: string, file?: string][]) =>
      send(
        'POST',
        path,
        parts
          .map(([name, text, file]) => {
            const filename = file === undefined ? '' : `; filename="${file}"`
            return `--x\r\ncontent-disposition: form-data; name="${name}"${filename}\r\n\r\n${text}\r\n`
          })
          .join('') + '--x--\r\n',
        { authorization: `Bearer ${bearer}`, 'content-type': 'multipart/form-data; boundary=x' },
      )

    test('has 128 kB of text at most, in one part or in all together', async () => {
      const tooLarge = { status: 413, code: 'SYSTEM_API_BODY_TOO_LARGE' }
      const half = 'a'.repeat(most / 2)
      expect(
        await sendParts([
          ['id', half],
          ['observacion', `${half}a`],
        ]),
      ).toMatchObject(tooLarge)
      expect(await sendParts([['observacion', `${half}${half}a`]])).toMatchObject(tooLarge)
      expect(
        await sendParts([
          ['id', half],
          ['observacion', half],
        ]),
      ).toMatchObject({ status: 422 })
    })

    test('has 60 parts of text at most', async () => {
      const parts = Array.from({ length: 61 }, (_, at): [string, string] => [`k${at}`, ''])
      expect(await sendParts(parts.slice(1))).toMatchObject({ status: 422 })
      expect(await sendParts(parts)).toMatchObject({ status: 400, code: 'SYSTEM_API_BODY_NOT_READABLE' })
    })

    test('has no file where the call takes none', async () => {
      expect(await sendParts([['file', '%PDF-1.7', 'a.pdf']])).toMatchObject({
        code: 'SYSTEM_API_PARAMETER_NOT_EXPECTED',
        errors: [expect.objectContaining({ field: 'file' })],
      })
    })
  })

  test('that is no object is refused, and none at all is an empty one', async () => {
    const unread = { status: 400, code: 'SYSTEM_API_BODY_NOT_READABLE' }
    for (const body of ['"text"', '7', 'true', '[]', '[{"tokenfb":"x"}]'])
      expect(await send('POST', '/salir', body)).toMatchObject(unread)
    expect(await send('POST', '/salir', 'null')).not.toMatchObject(unread)
  })

  test('of many unknown names is answered with twenty of them', async () => {
    const answer = await send('POST', '/salir', names(1400))
    expect(answer.code).toBe('SYSTEM_API_PARAMETER_NOT_EXPECTED')
    expect(answer.errors).toHaveLength(20)
    expect(answer.bytes).toBeLessThan(5000)
  })

  test('nested more than 32 deep is refused with a code', async () => {
    const nested = (levels: number) => `{"valor":${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}}`
    const as = { ...json, authorization: `Bearer ${bearer}` }
    expect(await send('PUT', '/v2/drafts/x', nested(5000), as)).toMatchObject({
      status: 400,
      code: 'SYSTEM_API_BODY_NOT_READABLE',
    })
    expect(await send('PUT', '/v2/drafts/x', nested(32), as)).toMatchObject({ status: 400 })
    expect(await send('PUT', '/v2/drafts/x', nested(31), as)).toMatchObject({ status: 200 })
    const form = { ...as, 'content-type': 'application/x-www-form-urlencoded' }
    const valor = `valor=${encodeURIComponent('{"a":'.repeat(5000) + '1' + '}'.repeat(5000))}`
    expect(await send('PUT', '/v2/drafts/x', valor, form)).toMatchObject({ status: 400 })
  })
})

describe('U+0000 or half of a surrogate pair', () => {
  test('is refused with a code in a body, a form and a query', async () => {
    for (const text of ['a\0b', 'a\ud800b', '\udc00']) {
      const refused = { status: 422, code: 'SYSTEM_API_CHARACTER_NOT_ALLOWED' }
      const signIn = JSON.stringify({ user: text, password, site: 's' })
      expect(await send('POST', '/v2/auth-mod/login', signIn)).toMatchObject({
        ...refused,
        errors: [expect.objectContaining({ field: 'user' })],
      })
      const as = { ...json, authorization: `Bearer ${bearer}` }
      const inside = JSON.stringify({ valor: { a: [{ b: text }] } })
      expect(await send('PUT', '/v2/drafts/x', inside, as)).toMatchObject(refused)
      expect(await send('PUT', '/v2/drafts/x', JSON.stringify({ valor: { [text]: 1 } }), as)).toMatchObject(
        refused,
      )
    }
    expect(
      await app.call(documentActCalls.observe, { id: 1, observacion: 'a\0b' }, { as: bearer }),
    ).toMatchObject({
      code: 'SYSTEM_API_CHARACTER_NOT_ALLOWED',
    })
    expect(await app.call(documents.list, { buscar: 'a\0b' }, { as: bearer })).toMatchObject({
      status: 422,
    })
  })

  test('in an address is not found', async () => {
    expect(await send('GET', '/content/login/a%00b')).toMatchObject({ status: 404 })
    expect(await send('GET', '/v2/auth-mod/sso/a%00b/metadata')).toMatchObject({ status: 422 })
  })
})

describe('a public call', () => {
  test('has a rate where it declares none', () => {
    const open = app.calls.filter(({ need }) => need === 'public')
    expect(open.length).toBeGreaterThan(10)
    expect(open.filter(({ ratePerMinute }) => ratePerMinute === undefined)).toEqual([])
    expect(open.filter(({ maxBytes }) => maxBytes > 16_384)).toEqual([])
  })

  test('is refused over its rate, by the caller’s address', async () => {
    await app.services.database.pool.query(`delete from throttles`)
    const logout = (address: string) => app.call(session.logout, {}, { address })
    for (let made = 0; made < 600; made++) await logout('192.0.2.1')
    expect(await logout('192.0.2.1')).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' })
    expect(await logout('192.0.2.2')).toMatchObject({ status: 200 })
  })
})

describe('a page without a session', () => {
  test.each(['/metrics', '/api/docs', '/api/openapi.json'])('%s is refused over its rate', async (url) => {
    await app.services.database.pool.query(`delete from throttles`)
    const get = (host = '127.0.0.1:3000') => app.server.inject({ url, headers: { host } })
    expect((await get()).statusCode).toBe(200)
    await app.services.database.pool.query(`update throttles set hits = 60`)
    const refused = await get()
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  })
})

describe('passwords beyond the queue of those that are checked', () => {
  test('are refused for a second, and the next one is checked', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    const slow = Array.from({ length: 204 }, () => slowly(() => held))
    const signIn = () => app.call(session.login, { user: 'nadie', password, site: 's' })
    const refused = await signIn()
    expect(refused).toMatchObject({ status: 503, code: 'SERVICE_UNAVAILABLE' })
    expect(refused.headers['retry-after']).toBe('1')
    release()
    await Promise.all(slow)
    expect(await signIn()).toMatchObject({ status: 422, code: '401' })
  })
})
