import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { type ErrorName, makeFault } from '#contract/errors.ts'
import { defineJob } from '#server/shared/jobs.ts'
import { retryFailed } from '#server/shared/processes/claims.ts'
import { countItems, recountItems } from '#server/shared/processes/items.ts'
import { endProcess, lockAtStep, moveProcess } from '#server/shared/processes/lifecycle.ts'
import { failPending } from '#server/shared/processes/lost.ts'
import type { Services } from '#server/shared/services.ts'
import type { Tx, Tenant } from '#server/shared/tenancy.ts'
import { type CompanySigner, signerWith, type Unfit } from '#server/areas/signing/operations.ts'
import { keepLayouts } from '../layouts/keeping.ts'
import { announceJob } from './announcing.ts'
import { dropKey, forgetSealed, keyFor, workerName } from './key-handover.ts'
import { publishBatch } from './batch.ts'
import {
  countLeft,
  hasHeld,
  noTimestamp,
  publishingSteps,
  type Running,
  runningPublication,
} from './queries.ts'
import { publishReleased } from './released.ts'
import { mailFinished, mailWaits } from './report-mail.ts'

/**
 * One lane of a publication: takes batch after batch until nothing is left. Several run beside each other, on one
 * worker or on many. A lane ends after a while, so that no company waits for another's payroll.
 */
export const publishJob = defineJob({
  name: 'massive.publish',
  input: z.object({ process: z.int() }),
  concurrency: 2,
  // A killed worker's lane must be retried any number of times.
  retryLimit: 1000,
  retryDelayMax: 5,
})

/** Lanes that a publication begins with, which is the number of batches at once if there are workers for them. */
export const lanes = 4
const laneMilliseconds = 20_000
const pauseMilliseconds = 500

const unfitErrors: Record<Unfit, ErrorName> = {
  missing: 'PROCESS_CERTIFICATE_NOT_FOUND',
  expired: 'PROCESS_CERTIFICATE_EXPIRED',
  not_its_key: 'PROCESS_CERTIFICATE_FILE_INVALID',
}

type Run = Tenant['write']

/** Milliseconds of the last counting, by process: once a second, however many lanes run here. */
const counted = new Map<number, number>()

/** Publishes batches until nothing is left or the lane's time is over; then it enqueues itself anew. */
export async function publishLane(
  services: Services,
  company: number,
  process: number,
  signal: AbortSignal,
): Promise<void> {
  const run = services.tenant(company).write
  const until = performance.now() + laneMilliseconds
  for (;;) {
    signal.throwIfAborted()
    const of = await run((tx) => runningPublication(tx.db, process))
    if (!of) return dropKey(services, process)
    const signer = of.step === 'signing' ? await signerFor(services, run, company, of) : null
    if (of.step === 'signing' && !signer) return
    const taken = await publishBatch({ services, company, of, signer, worker: workerName(services) })
    if (taken > 0) await progress(run, process)
    else if (of.released_at !== null && !(await run((tx) => publishReleased(tx, services, of)))) continue
    else if (await finish(services, run, of)) return dropKey(services, process)
    else await sleep(pauseMilliseconds, undefined, { signal })
    if (performance.now() < until) continue
    return run(async (tx) => tx.enqueue(publishJob, { process }))
  }
}

async function progress(run: Run, process: number): Promise<void> {
  const now = performance.now()
  if (now - (counted.get(process) ?? 0) < 1000) return
  counted.set(process, now)
  await run((tx) => recountItems(tx, process))
}

/** The signer; null where no worker has the key any longer or it may not sign: the publication then waits. */
async function signerFor(
  services: Services,
  run: Run,
  company: number,
  of: Running,
): Promise<CompanySigner | null> {
  const signer = await signerOf(services, run, company, of)
  if (signer && typeof signer === 'object') return signer
  const error = signer === null ? 'PROCESS_PASSPHRASE_NEEDED' : unfitErrors[signer]
  await run((tx) => waitForPassword(tx, services, of, error))
  await dropKey(services, of.id)
  return null
}

async function signerOf(
  services: Services,
  run: Run,
  company: number,
  { id, certificate_id }: Running,
): Promise<CompanySigner | Unfit | null> {
  if (certificate_id === null) return 'missing'
  const held = await keyFor(services, company, id, certificate_id)
  return held ? signerWith(services, run, certificate_id, held.key) : null
}

/** Only a person can open the certificate again. The first lane that finds this records it. */
async function waitForPassword(tx: Tx, services: Services, of: Running, error: ErrorName): Promise<void> {
  if (!(await moveProcess(tx, of.id, { step: 'waiting_password' }, ['signing']))) return
  await tx.db
    .updateTable('publications')
    .set({ notices: JSON.stringify([makeFault(error)]) })
    .where('process_id', '=', of.id)
    .execute()
  await forgetSealed(tx, of.id)
  await mailWaits(tx, services, of, await recountItems(tx, of.id))
}

/**
 * Whether it waits for a second person ('release'), or was released and still has documents to make public ('more');
 * null where nothing keeps it from ending. Neither needs the key.
 */
async function waitsForRelease(
  tx: Tx,
  of: Running,
  { done, failed }: { done: number; failed: number },
): Promise<'release' | 'more' | null> {
  const { released_at } = await tx.db
    .selectFrom('publications')
    .select('released_at')
    .where('process_id', '=', of.id)
    .executeTakeFirstOrThrow()
  if (released_at !== null) return (await hasHeld(tx.db, of.id)) ? 'more' : null
  await moveProcess(tx, of.id, { step: 'publishing', done, failed })
  await forgetSealed(tx, of.id)
  return 'release'
}

/** Ends the publication when no lane has any item left. False: another lane still has some. */
function finish(services: Services, run: Run, of: Running): Promise<boolean> {
  return run((tx) => finishIn(tx, services, of))
}

async function finishIn(tx: Tx, services: Services, of: Running): Promise<boolean> {
  if (!(await lockAtStep(tx, of.id, publishingSteps))) return true
  const counts = await countItems(tx.db, of.id)
  if (counts.pending > 0) return false
  // They are signed when the authority answers again and somebody enters the password.
  if (of.step === 'signing' && (await retryFailed(tx, of.id, noTimestamp))) {
    await waitForPassword(tx, services, of, noTimestamp)
    return true
  }
  const { done, failed } = counts
  if (of.needs_release && done > 0) {
    const waits = await waitsForRelease(tx, of, counts)
    if (waits) return waits === 'release'
  }
  const left = await countLeft(tx.db, of.id)
  await endProcess(tx, of.id, {
    status: done === 0 ? 'error' : failed + left > 0 ? 'completed_with_observations' : 'successful',
    at: services.clock(),
    done,
    failed,
  })
  await forgetSealed(tx, of.id)
  if (done > 0) await keepLayouts(tx, of.id, services.clock())
  // Documents published at the very hour are announced now, at the latest.
  if (of.notify && of.visible_from)
    tx.enqueue(announceJob, { process: of.id }, { startAfter: of.visible_from })
  await mailFinished(tx, services, of, { done, unpublished: failed + left })
  return true
}

/**
 * Whether a publication at the step of publishing waits for its release: everything is made, and some of it is held.
 */
export async function waitsForPerson(tx: Tx, process: number): Promise<boolean> {
  const { needs_release, released_at } = await tx.db
    .selectFrom('publications')
    .select(['needs_release', 'released_at'])
    .where('process_id', '=', process)
    .executeTakeFirstOrThrow()
  if (!needs_release || released_at !== null) return false
  return (await countItems(tx.db, process)).pending === 0 && (await hasHeld(tx.db, process))
}

/**
 * Stops a publication that no lane works on any longer. A signed one waits for its password, by which it goes on; of
 * another the rest fails. Documents that were released are made public by a new lane: they have been decided on.
 */
export async function interruptPublishing(tx: Tx, services: Services, process: number): Promise<void> {
  const of = await runningPublication(tx.db, process)
  if (!of) return
  if (of.step === 'signing') return waitForPassword(tx, services, of, 'PROCESS_SIGNING_INTERRUPTED')
  await failPending(tx, process)
  if (of.released_at !== null && (await hasHeld(tx.db, process))) return tx.enqueue(publishJob, { process })
  await finishIn(tx, services, of)
}
