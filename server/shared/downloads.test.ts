import { beforeAll, describe, expect, test } from 'vitest'
import { documents } from '#contract/documents/documents.ts'
import { session } from '#contract/session/session.ts'
import { createApp } from '../app.ts'
import type { MadeCompany } from '../areas/company/operations.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { aDocument, aType } from '../testing/documents.ts'
import { aCompany, anAdministrator, aPerson, inCompany, type Person, signIn } from '../testing/factories.ts'

let app: TestApp
let company: MadeCompany
let employee: Person
let bearer: string
let admin: string
let path: string
let forPortal: string
beforeAll(async () => {
  app = await testApp()
  company = await aCompany(app)
  admin = (await anAdministrator(app, company)).bearer
  employee = await aPerson(app, company)
  bearer = await signIn(app, company, employee, 'e')
  const id = await aDocument(app, company, {
    employee_id: employee.id,
    type_id: (await aType(app, company)).id,
  })
  path = `/v2/me/documents/${id}/pdf`
  forPortal = documents.download.path.replace('{a}', String(id)).replace('{b}', '0')
})

const allow = (ruta: string, as = bearer) => app.call(session.download, { ruta }, { as })
const cookieOf = (answer: { headers: Record<string, unknown> }) => String(answer.headers['set-cookie'])
/** A GET as the browser makes it: the cookie, and nothing of ours. */
const get = (ruta: string, cookie: string) =>
  app.server.inject({ url: `/api${ruta}`, headers: { cookie: `tema=oscuro; ${cookie.split(';')[0]}` } })

describe('a download of the browser’s own', () => {
  test('is opened by a cookie of its path alone, and once', async () => {
    const answer = await allow(`${path}?descarga=1`)
    expect(answer).toMatchObject({ status: 200, data: { vence: expect.any(String) } })
    const cookie = cookieOf(answer)
    expect(cookie).toMatch(
      new RegExp(
        `^descarga=${company.id}\\.[\\w-]{43}; Path=/api${path}; Max-Age=60; HttpOnly; SameSite=Strict$`,
      ),
    )
    const file = await get(`${path}?descarga=1`, cookie)
    expect(file.statusCode).toBe(200)
    expect(file.headers['content-disposition']).toMatch(/^attachment/)
    expect(file.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    expect((await get(`${path}?descarga=1`, cookie)).statusCode).toBe(401)
  })

  test('over TLS has a cookie that nothing without TLS can set or replace', async () => {
    const publicUrl = 'https://legajo.example.com'
    const { server } = await createApp({
      ...app.services,
      config: { ...app.services.config, publicUrl },
    })
    const answer = await server.inject({
      method: 'POST',
      url: `/api${session.download.path}`,
      payload: { ruta: path },
      headers: { authorization: `Bearer ${bearer}` },
    })
    const cookie = cookieOf(answer)
    expect(cookie).toMatch(/^__Secure-descarga=[^;]+; Path=.+; HttpOnly; SameSite=Strict; Secure$/)
    const [pair = ''] = cookie.split(';')
    const open = (sent: string) => server.inject({ url: `/api${path}`, headers: { cookie: sent } })
    expect((await open(pair.replace('__Secure-', ''))).statusCode).toBe(401)
    expect((await open(pair)).statusCode).toBe(200)
    await server.close()
  })

  test('of many at once gets one', async () => {
    const cookie = cookieOf(await allow(path))
    const answers = await Promise.all(Array.from({ length: 5 }, () => get(path, cookie)))
    expect(answers.filter((one) => one.statusCode === 200)).toHaveLength(1)
  })

  test('is not opened at another path, with another query, by HEAD, or for another call', async () => {
    const cookie = cookieOf(await allow(path))
    expect((await get(`${path}?descarga=1`, cookie)).statusCode).toBe(401)
    expect((await get(`${path}/`, cookie)).statusCode).toBe(401)
    expect((await get(path.replace('pdf', 'png/1'), cookie)).statusCode).toBe(401)
    expect((await get('/v2/me/documents', cookie)).json()).toMatchObject({ code: 'SESSION_REQUIRED' })
    const head = { method: 'HEAD', url: `/api${path}`, headers: { cookie } } as const
    expect((await app.server.inject(head)).statusCode).toBe(401)
    const post = { method: 'POST', url: '/api/v2/auth-mod/stepup', headers: { cookie } } as const
    expect((await app.server.inject(post)).statusCode).toBe(401)
    expect((await get(path, cookie)).statusCode).toBe(200)
  })

  test('is over after a minute, and with its session', async () => {
    const start = new Date()
    app.setNow(start)
    const [early, late] = [cookieOf(await allow(path)), cookieOf(await allow(path))]
    app.setNow(new Date(start.getTime() + 59_000))
    expect((await get(path, early)).statusCode).toBe(200)
    app.setNow(new Date(start.getTime() + 60_000))
    expect((await get(path, late)).statusCode).toBe(401)
    app.setNow(null)
    const other = await signIn(app, company, employee, 'e')
    const cookie = cookieOf(await allow(path, other))
    await app.call(session.logout, {}, { as: other })
    expect((await get(path, cookie)).statusCode).toBe(401)
  })

  test('is checked as every call is: site, rights, restriction, company', async () => {
    expect(await allow(forPortal)).toMatchObject({ status: 403, code: 'SYSTEM_ACTION_NOT_GRANTED' })
    expect((await get(forPortal, cookieOf(await allow(forPortal, admin)))).statusCode).toBe(200)
    const stranger = await aCompany(app)
    const theirs = (await anAdministrator(app, stranger)).bearer
    expect((await get(forPortal, cookieOf(await allow(forPortal, theirs)))).statusCode).toBe(404)
    const cookie = cookieOf(await allow(path))
    const forged = cookie.replace(`descarga=${company.id}.`, `descarga=${stranger.id}.`)
    expect((await get(path, forged)).statusCode).toBe(401)
    await inCompany(app, company.id, (tx) =>
      tx.db
        .updateTable('sessions')
        .set({ restriction: 'contrasena' })
        .where('user_id', '=', employee.id)
        .execute(),
    )
    expect((await get(path, cookie)).json()).toMatchObject({ code: 'SESSION_RESTRICTED' })
  })

  test.each(['/v2/me/documents', '/v2/auth-mod/login', '/nada', '//x', '/v2/me/documents/1/png/1/x'])(
    'to %s is none',
    async (ruta) => {
      expect(await allow(ruta, admin)).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    },
  )

  test.each(['v2/me', 'https://otra.example/x', '/v2/me/documents/1;Domain=x/pdf', '/a\r\nset-cookie: x=1'])(
    'to %j is no address',
    async (ruta) => {
      expect((await allow(ruta, admin)).status).toBeGreaterThanOrEqual(400)
    },
  )

  test('leaves no secret and no address in the database', async () => {
    const cookie = cookieOf(await allow(path, await signIn(app, company, await aPerson(app, company), 'e')))
    const secret = /descarga=([^;]+)/.exec(cookie)?.[1] ?? 'none'
    const { rows } = await app.database.pool
      .query(
        `begin; set local app.company = '${company.id}'; select t::text as row from download_tickets t; `,
      )
      .then((results) => (results as unknown as { rows: { row: string }[] }[]).at(-1) ?? { rows: [] })
    await app.database.pool.query('commit')
    expect(rows.length).toBeGreaterThan(0)
    for (const { row } of rows) {
      expect(row).not.toContain(secret.split('.')[1])
      expect(row).not.toContain('documents')
    }
  })
})
