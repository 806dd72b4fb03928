import { z } from 'zod'
import { defineJob } from '#server/shared/jobs.ts'
import type { Tx } from '#server/shared/tenancy.ts'

/** Removes an upload that no publication needs any longer. */
export const discardJob = defineJob({
  name: 'massive.discard',
  input: z.object({ upload: z.string() }),
})

/**
 * Has an upload removed once this transaction, which lets go of it, has committed. It is a job, because a server that is
 * killed between the two would leave the payroll's bytes behind.
 */
export function discardUpload(tx: Tx, upload: string): void {
  tx.enqueue(discardJob, { upload })
}
