import { z } from 'zod'
import { defineJob } from '../../shared/jobs.ts'

/** Compares what came back signed with what went out. */
export const returnedJob = defineJob({
  name: 'massive.returned',
  input: z.object({ process: z.number() }),
  concurrency: 1,
  retryLimit: 4,
  expireInSeconds: 3600,
})
