import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { beforeAll, expect, test } from 'vitest'
import { createApp } from '../app.ts'
import { afterFile } from '../testing/after-file.ts'
import { type TestApp, testApp } from '../testing/app.ts'

let app: TestApp
let smtpUrl: string
/** Connections that the mail server got. */
let greeted = 0

beforeAll(async () => {
  app = await testApp()
  const mailServer = createServer((socket) => {
    greeted++
    socket.on('error', () => {}).end('421 not now\r\n')
  }).listen(0, '127.0.0.1')
  await once(mailServer, 'listening')
  afterFile(() => mailServer.close())
  smtpUrl = `smtp://127.0.0.1:${(mailServer.address() as AddressInfo).port}`
})

const token = 'a-token-of-the-tests'
const reader = { authorization: `Bearer ${token}` }

test('readiness shows its parts to readers of the metrics alone', async () => {
  const { server } = await createApp({
    ...app.services,
    config: { ...app.services.config, metricsToken: token, smtpUrl },
  })
  const ask = async (headers = {}) => {
    const { statusCode, body } = await server.inject({ url: '/health/ready', headers })
    return [statusCode, JSON.parse(body)]
  }
  expect(await ask()).toEqual([200, { ready: true }])
  expect(greeted).toBe(0)
  const parts = { database: 'ok', queue: 'ok', files: 'ok', mail: 'failing', evidence: 'ok' }
  expect(await ask(reader)).toEqual([200, { ready: true, ...parts }])
  await server.close()
})

test('the mail server is asked once in half a minute, however many ask', async () => {
  greeted = 0
  const { server } = await createApp({
    ...app.services,
    config: { ...app.services.config, metricsToken: token, smtpUrl },
  })
  const start = new Date()
  const ask = (seconds: number) => {
    app.setNow(new Date(start.getTime() + seconds * 1000))
    return Promise.all([1, 2, 3].map(() => server.inject({ url: '/health/ready', headers: reader })))
  }
  await ask(0)
  await ask(29)
  expect(greeted).toBe(1)
  await ask(30)
  expect(greeted).toBe(2)
  app.setNow(null)
  await server.close()
})

test('the database is asked once in half a minute, and at once after an answer of 503', async () => {
  const { server } = await createApp(app.services)
  server.get('/unavailable', (_request, reply) => reply.code(503).send())
  let acquired = 0
  app.database.pool.on('acquire', () => acquired++)
  app.setNow(new Date())
  const asksDatabase = async () => {
    acquired = 0
    expect((await server.inject('/health/ready')).json()).toMatchObject({ ready: true })
    return acquired > 1
  }
  const first = await asksDatabase()
  const second = await asksDatabase()
  await server.inject('/unavailable')
  expect([first, second, await asksDatabase()]).toEqual([true, false, true])
  app.setNow(null)
  await server.close()
})
