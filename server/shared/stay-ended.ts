import { z } from 'zod'
import { defineJob } from './jobs.ts'

/**
 * Sent in the transaction that makes people inactive, so that areas above the employees end at once what these have open.
 * Its handler runs right after the commit, and asks again whether they are inactive: an end can be undone.
 */
export const stayEnded = defineJob({
  name: 'employees.stay-ended',
  input: z.object({ people: z.array(z.int()) }),
})
