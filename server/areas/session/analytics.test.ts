import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { testApp } from '#server/testing/app.ts'
import { aBystander } from '#server/testing/bystander.ts'
import { aCompany, aPerson, signIn } from '#server/testing/factories.ts'

const told: Record<string, unknown>[] = []
const analytics = createServer((request, response) => {
  let body = ''
  request.on('data', (part: Buffer) => (body += part.toString()))
  request.on('end', () => {
    told.push(JSON.parse(body))
    response.end()
  })
}).listen(0, '127.0.0.1')
await once(analytics, 'listening')
afterAll(() => analytics.close())
const { port } = analytics.address() as AddressInfo

test('an administrator’s sign-in is reported by hashes alone, an employee’s never, nor without configuration', async () => {
  const app = await testApp()
  const company = await aCompany(app)
  await aBystander(app, company)
  const person = await aPerson(app, company, { profiles: ['employee', 'hr'] })
  await signIn(app, company, person, 's')
  Object.assign(app.services.config, { analyticsUrl: `http://127.0.0.1:${port}/identify` })
  await signIn(app, company, person, 'e')
  await app.services.jobs.runDueJobs()
  expect(told).toEqual([])

  await signIn(app, company, person, 's')
  await signIn(app, company, person, 's')
  await app.services.jobs.runDueJobs()
  expect(told).toHaveLength(2)
  const hash = expect.stringMatching(/^[0-9a-f]{64}$/)
  expect(told[0]).toEqual({ event: 'identify', user: hash, company: hash, at: expect.any(String) })
  // The same person is the same hash, which is neither their id nor their company's.
  expect(told[1]).toMatchObject({ user: told[0]?.['user'], company: told[0]?.['company'] })
  expect(told[0]?.['user']).not.toBe(told[0]?.['company'])
  expect(JSON.stringify(told)).not.toMatch(new RegExp(`${person.username}|${company.id}`))
})
