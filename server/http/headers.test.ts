import { beforeAll, expect, test } from 'vitest'
import { session } from '#contract/session/session.ts'
import { createApp } from '../app.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { aCompany, anAdministrator, inCompany, password } from '../testing/factories.ts'

let app: TestApp
beforeAll(async () => void (app = await testApp()))

test('no other site’s page may embed an answer, except a logo, which mails show', async () => {
  const policy = async (url: string) => (await app.server.inject(url)).headers['cross-origin-resource-policy']
  for (const url of ['/health/live', '/api/openapi.json', '/api/users/profile', '/nothing'])
    expect([url, await policy(url)]).toEqual([url, 'same-origin'])
  expect(await policy('/api/companies/logo/1')).toBe('cross-origin')
})

test('every answer forbids running, embedding and framing it', async () => {
  for (const url of [
    '/health/live',
    '/api/openapi.json',
    '/api/users/profile',
    '/nothing',
    '/api/companies/logo/1',
  ]) {
    const policy = (await app.server.inject(url)).headers['content-security-policy']
    for (const directive of ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
      expect([url, policy]).toEqual([url, expect.stringContaining(directive)])
  }
})

test('with a public https address every answer has HSTS for a year', async () => {
  const https = async (publicUrl: string) => {
    const { server } = await createApp({
      ...app.services,
      config: { ...app.services.config, publicUrl },
    })
    const urls = ['/health/live', '/api/users/profile', '/nothing', '/api/companies/logo/1']
    const answers = await Promise.all(urls.map((url) => server.inject(url)))
    await server.close()
    return new Set(answers.map(({ headers }) => headers['strict-transport-security']))
  }
  expect(await https('https://legajo.example.com')).toEqual(new Set(['max-age=31536000; includeSubDomains']))
  expect(await https('http://127.0.0.1:3000')).toEqual(new Set([undefined]))
})

test('TRACE is no method of any address', async () => {
  const answer = await app.server.inject({ method: 'TRACE' as never, url: '/api/users/profile' })
  expect(answer.statusCode).toBe(404)
  expect(answer.body).not.toContain('TRACE')
})

test('an invalid X-Forwarded-For is ignored, like one from an untrusted peer', async () => {
  const company = await aCompany(app)
  const admin = await anAdministrator(app, company)
  const { server } = await createApp({
    ...app.services,
    config: { ...app.services.config, trustProxy: ['10.9.0.1'] },
  })
  for (const [remoteAddress, forwarded] of [
    ['10.9.0.1', '203.0.113.7'],
    ['10.9.0.1', '<script>alert(1)</script>'],
    ['10.9.0.1', '203.0.113.7, 203.0.113.8:4711'],
    ['10.9.0.2', '203.0.113.9'],
  ] as const) {
    const answer = await server.inject({
      method: 'POST',
      url: `/api${session.login.path}`,
      payload: { user: admin.username, password },
      headers: { 'x-forwarded-for': forwarded },
      remoteAddress,
    })
    expect(answer.statusCode).toBe(200)
  }
  const sessions = await inCompany(app, company.id, (tx) =>
    tx.db.selectFrom('sessions').select('address').where('user_id', '=', admin.id).orderBy('id').execute(),
  )
  expect(sessions.slice(-4).map(({ address }) => address)).toEqual([
    '203.0.113.7',
    '10.9.0.1',
    '10.9.0.1',
    '10.9.0.2',
  ])
  await server.close()
})
