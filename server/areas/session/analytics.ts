import { z } from 'zod'
import { defineJob } from '#server/shared/jobs.ts'
import { keyedHash } from '#server/shared/identity/secret.ts'
import type { Services } from '#server/shared/services.ts'
import type { Tx } from '#server/shared/tenancy.ts'

/** Reports a sign-in to usage analytics. Retried twice only: a lost one does no harm. */
export const identifyJob = defineJob({
  name: 'analytics.identify',
  input: z.object({ user: z.string(), company: z.string(), at: z.string() }),
  retryLimit: 2,
})

const patience = 10_000

/**
 * Lets usage analytics know, where an installation has any, that an administrator came in: by keyed hashes of the user
 * and of the company, so that nobody there learns who it was, and never from the browser, where others' scripts have no
 * place.
 */
export function noteAdministrator(
  tx: Tx,
  { config, clock }: Pick<Services, 'config' | 'clock'>,
  userId: number,
): void {
  if (config.analyticsUrl === undefined) return
  const hash = (text: string) => keyedHash(config.appSecret, 'analytics', text)
  tx.enqueue(identifyJob, {
    user: hash(`${tx.company} ${userId}`),
    company: hash(String(tx.company)),
    at: clock().toISOString(),
  })
}

/**
 * Sends a sign-in to the analytics service.
 *
 * @throws {Error} where the service does not accept it, so that the job is tried again
 */
export async function identify(
  { config }: Pick<Services, 'config'>,
  noted: z.infer<typeof identifyJob.input>,
): Promise<void> {
  if (config.analyticsUrl === undefined) return
  const answer = await fetch(config.analyticsUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ event: 'identify', ...noted }),
    signal: AbortSignal.timeout(patience),
    redirect: 'error',
  })
  if (!answer.ok) throw new Error(`analytics answered ${answer.status}`)
}
