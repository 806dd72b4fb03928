// A worker that takes one job and never ends it, for the test that kills it.
import pino from 'pino'
import { z } from 'zod'
import { createJobs, defineJob } from '../shared/jobs.ts'

const jobs = createJobs({ url: process.argv[2] ?? '', log: pino({ level: 'silent' }) })
jobs.register(defineJob({ name: 'test.slow', input: z.object({ word: z.string() }) }), async () => {
  process.send?.('taken')
  await new Promise<void>(() => {})
})
await jobs.start('worker')
process.send?.('ready')
