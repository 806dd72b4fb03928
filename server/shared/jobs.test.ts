import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { bareCompany, inCompany, testServices } from '../testing/services.ts'
import { createJobs, defineJob, type Jobs } from './jobs.ts'
import type { Services } from './services.ts'

const write = defineJob({ name: 'test.write', input: z.object({ word: z.string() }) })
const slow = defineJob({ name: 'test.slow', input: z.object({ word: z.string() }) })
const log = pino({ level: 'silent' })

let services: Services
let done: string[] = []
let refuse = false
const opened: Jobs[] = []

beforeAll(async () => {
  services = await testServices()
  services.jobs.register(write, async (company, { word }) => {
    if (refuse) throw new Error(`no ${word}`)
    done.push(`${company} ${word}`)
  })
  services.jobs.register(slow, async () => {})
  await services.jobs.start('api')
  await bareCompany(services, 7)
})
afterAll(() => Promise.all(opened.map((jobs) => jobs.stop())))

function worker(handler: (word: string, signal: AbortSignal) => Promise<void>, pollSeconds = 2): Jobs {
  const jobs = createJobs({ url: services.config.databaseUrl ?? '', log, pollSeconds })
  jobs.register(slow, (_company, { word }, signal) => handler(word, signal))
  opened.push(jobs)
  return jobs
}

test('a job exists only if its transaction commits, and carries its company', async () => {
  const rolledBack = inCompany(services, 7, async (tx) => {
    tx.enqueue(write, { word: 'lost' })
    throw new Error('rolled back')
  })
  await expect(rolledBack).rejects.toThrow('rolled back')
  await inCompany(services, 7, async (tx) => tx.enqueue(write, { word: 'kept' }))
  expect(await services.jobs.runDueJobs()).toBe(1)
  expect(done).toEqual(['7 kept'])
})

test('a later job waits; a failing one throws and is tried again', async () => {
  done = []
  await inCompany(services, 7, async (tx) =>
    tx.enqueue(write, { word: 'tomorrow' }, { startAfter: new Date(Date.now() + 86_400_000) }),
  )
  expect(await services.jobs.runDueJobs()).toBe(0)
  refuse = true
  await expect(services.jobs.runDueJobs({ later: true })).rejects.toThrow('no tomorrow')
  refuse = false
  expect(await services.jobs.runDueJobs({ later: true })).toBe(1)
  expect(done).toEqual(['7 tomorrow'])
})

test('a worker that polls once an hour takes a job when it is committed', async () => {
  let taken = Promise.withResolvers<void>()
  const jobs = worker(async () => taken.resolve(), 3600)
  await jobs.start('worker')
  for (let n = 0; n < 4; n++) {
    taken = Promise.withResolvers()
    await inCompany(services, 7, async (tx) => tx.enqueue(slow, { word: 'now' }))
    await taken.promise
  }
  await jobs.stop()
})

test('a worker that stops hands back what it holds', async () => {
  const begun = Promise.withResolvers<void>()
  const first = worker(async (_word, signal) => {
    begun.resolve()
    await once(signal, 'abort')
    throw new Error('given back')
  })
  await first.start('worker')
  await inCompany(services, 7, async (tx) => tx.enqueue(slow, { word: 'handed back' }))
  await begun.promise
  await first.stop()
  const again = Promise.withResolvers<string>()
  const second = worker(async (word) => again.resolve(word))
  await second.start('worker')
  expect(await again.promise).toBe('handed back')
  await second.stop()
}, 30_000)

// It waits for a heartbeat. In the short run the kills of e2e show the same.
test('a killed worker’s job is done by another worker', { tags: ['long'], timeout: 40_000 }, async () => {
  const child = fork(join(import.meta.dirname, '../testing/hold-job.ts'), [services.config.databaseUrl ?? ''])
  await once(child, 'message')
  await inCompany(services, 7, async (tx) => tx.enqueue(slow, { word: 'survivor' }))
  await once(child, 'message')
  child.kill('SIGKILL')
  const back = Promise.withResolvers<string>()
  const second = worker(async (word) => back.resolve(word))
  await second.start('worker')
  expect(await back.promise).toBe('survivor')
  await second.stop()
})
