import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { account } from '#contract/account/account.ts'
import { createApp } from '../app.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { aCompany, anAdministrator, inCompany } from '../testing/factories.ts'
import { defineJob } from '../shared/jobs.ts'

let app: TestApp
beforeAll(async () => void (app = await testApp()))

const ask = (headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  app.server.inject({ url: '/metrics', headers: { host: '127.0.0.1:3000', ...headers }, remoteAddress })

/** The figure of one line, by its name and its labels in any order. */
function figure(text: string, name: string, labels: Record<string, string> = {}): number | undefined {
  const line = text
    .split('\n')
    .find(
      (one) =>
        (one.startsWith(`${name}{`) || one.startsWith(`${name} `)) &&
        Object.entries(labels).every(([label, value]) => one.includes(`${label}="${value}"`)),
    )
  return line === undefined ? undefined : Number(line.split(' ').at(-1))
}

describe('figures for Prometheus', () => {
  test('count requests by route and status, never by person or document', async () => {
    const company = await aCompany(app)
    const admin = await anAdministrator(app, company)
    for (let n = 0; n < 3; n++) await app.call(account.profile, {}, { as: admin.bearer })
    await app.call(account.profile)
    await app.server.inject('/api/v2/me/documents/123456789/pdf')
    const answer = await ask()
    expect(answer.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
    const asked = (status: string) =>
      figure(answer.body, 'legajo_request_duration_seconds_count', { route: '/api/users/profile', status })
    expect([asked('200'), asked('401')]).toEqual([3, 1])
    const bounds = [...answer.body.matchAll(/legajo_request_duration_seconds_bucket\{le="([^"]+)"/g)].map(
      ([, le]) => le,
    )
    expect([...new Set(bounds)].join(' ')).toBe('0.005 0.01 0.025 0.05 0.1 0.25 0.5 1 2.5 5 10 30 +Inf')
    expect(answer.body).not.toContain('123456789')
    expect(answer.body).not.toContain(String(company.id))
    expect(figure(answer.body, 'process_resident_memory_bytes')).toBeGreaterThan(1e7)
    expect(figure(answer.body, 'legajo_database_connections', { state: 'waiting' })).toBe(0)
  })

  test('have a line for each route, never one for each address that is asked for', async () => {
    const visit = async (n: number) => {
      for (const path of ['/', '/s/', '/e/assets/', '/api/', '/api/v2/me/documents/'])
        await app.server.inject(`${path}unknown-${n}`)
      await app.server.inject(`/api/v2/me/documents/${n}/pdf`)
      return (await ask()).body.split('\n').filter((line) => line.includes('route=')).length
    }
    await visit(1)
    // Only from the second answer on is the line of /metrics itself among them.
    const lines = await visit(2)
    for (let n = 3; n < 9; n++) await visit(n)
    expect(await visit(9)).toBe(lines)
  })

  test('report waiting and finally failed work', async () => {
    const job = defineJob({ name: 'mail.deliver', input: z.object({}) })
    const company = await aCompany(app)
    await inCompany(app, company.id, async (tx) => {
      tx.enqueue(job, {})
      tx.enqueue(job, {}, { startAfter: new Date(Date.now() + 3_600_000) })
    })
    const mails = async (state: string) =>
      figure((await ask()).body, 'legajo_jobs', { queue: 'mail.deliver', state })
    expect([await mails('waiting'), await mails('later'), await mails('failed')]).toEqual([1, 1, 0])
    await app.database.pool.query(`update pgboss.job set state = 'failed' where name = 'mail.deliver'`)
    expect([await mails('waiting'), await mails('later'), await mails('failed')]).toEqual([0, 0, 2])
  })

  test.each([
    ['another machine', {}, '10.0.0.9'],
    ['another machine that claims to be this', { 'x-forwarded-for': '127.0.0.1' }, '10.0.0.9'],
    ['a proxy on this machine', { 'x-forwarded-for': '10.0.0.9' }, '127.0.0.1'],
    ['a page of another’s in a browser here', { host: 'rebound.example:3000' }, '127.0.0.1'],
  ])('are not there for %s', async (_, headers, address) => {
    expect((await ask(headers, address)).statusCode).toBe(404)
  })

  test('need a token where people reach Legajo under another name than this machine’s', async () => {
    const publicUrl = 'https://legajo.example.com'
    const { server } = await createApp({
      ...app.services,
      config: { ...app.services.config, publicUrl },
    })
    // The Host that nginx sends to an upstream unless it is told otherwise.
    const answer = await server.inject({ url: '/metrics', headers: { host: '127.0.0.1:3000' } })
    expect(answer.statusCode).toBe(404)
    await server.close()
  })

  test('are there for the token alone, where there is one', async () => {
    const token = 'a-token-of-the-tests'
    const services = { ...app.services, config: { ...app.services.config, metricsToken: token } }
    const { server } = await createApp(services)
    const by = (authorization?: string, remoteAddress = '10.0.0.9') =>
      server.inject({ url: '/metrics', remoteAddress, headers: { ...(authorization && { authorization }) } })
    expect((await by(`Bearer ${token}`)).statusCode).toBe(200)
    expect((await by(`Bearer ${token}x`)).statusCode).toBe(404)
    expect((await by(undefined, '127.0.0.1')).statusCode).toBe(404)
    await server.close()
  })
})
