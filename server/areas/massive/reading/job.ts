import { z } from 'zod'
import { modeFacts } from '#contract/massive/modes.ts'
import { defineJob } from '#server/shared/jobs.ts'
import type { Services } from '#server/shared/services.ts'
import { finishReading } from './finishing.ts'
import { readOnePdf } from './one-pdf.ts'
import { beginReading, NoLongerReading } from './run.ts'
import { readZip } from './zip.ts'
import { fail } from '../standing.ts'
import { Unreadable } from './unreadable.ts'

/**
 * Pages after which PostgreSQL is told to look at what was written. It does so by itself a minute later, and until
 * then plans for a handful of rows: the preview is asked for at once.
 */
const many = 500

/** Reads what came. Begun anew after a killed worker. */
export const readJob = defineJob({
  name: 'massive.read',
  input: z.object({ process: z.number() }),
  concurrency: 1,
  retryLimit: 4,
  expireInSeconds: 4 * 3600,
})

/** Reads a publication's file into receipts, each with its own PDF, and leaves it at its preview. */
export async function readPublication(
  services: Services,
  company: number,
  process: number,
  signal: AbortSignal,
): Promise<void> {
  const run = await beginReading(services, company, process, signal)
  if (!run) return
  const from = performance.now()
  try {
    const read = modeFacts[run.reading.mode].onePdf
      ? await readOnePdf(services, run)
      : await readZip(services, run)
    if (read.pages >= many) await services.database.pool.query('analyze process_items, publication_items')
    await finishReading(run, { ...read, milliseconds: Math.round(performance.now() - from) })
  } catch (error) {
    // Cancelled, or taken over by another worker.
    if (error instanceof NoLongerReading) return
    if (!(error instanceof Unreadable)) throw error
    await run.write((tx) => fail(tx, process, error.notice, services.clock()))
  }
}
