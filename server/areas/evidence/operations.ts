import { isDeepStrictEqual } from 'node:util'
import type { Services } from '#server/shared/services.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { mailAlarm } from './alarm.ts'
import { checkDayFiles, dayFilesOf } from './check/day-files.ts'
import { newProgress, type Progress } from './check/progress.ts'
import { checkSeals, checkUnsealed } from './check/seals.ts'
import { checkSignatures } from './check/signatures.ts'
import { checkRow, lastFinished } from './queries.ts'

export type { Difference, Progress } from './check/progress.ts'

/** Begins a check of a company's evidence; returns its id. */
export async function beginCheck(tx: Tx, now: Date): Promise<number> {
  const { id } = await tx.db
    .insertInto('evidence_checks')
    .values({ company_id: tx.company, started_at: now, progress: JSON.stringify(newProgress()) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Continues a check in steps of short transactions, each saved, until it is done or `mayGoOn` returns false. The last
 * step alarms the administrators and the operator where differences are not those of the check before.
 */
export async function continueCheck(
  services: Services,
  company: number,
  id: number,
  mayGoOn: () => boolean = () => true,
): Promise<Progress> {
  const { read, write } = services.tenant(company)
  const { progress } = await read((db) => checkRow(db, id))
  const dayFiles = await dayFilesOf(services, company)
  while (progress.phase !== 'done' && mayGoOn()) {
    if (progress.phase === 'seals') await checkSeals(services, company, progress, dayFiles)
    else if (progress.phase === 'day_files') await checkDayFiles(services, company, progress, dayFiles)
    else if (progress.phase === 'unsealed') await checkUnsealed(services, company, progress)
    else await checkSignatures(services, company, progress)
    await write((tx) => save(tx, services, id, progress))
  }
  return progress
}

async function save(tx: Tx, services: Services, id: number, progress: Progress): Promise<void> {
  const now = services.clock()
  const isDone = progress.phase === 'done'
  const before = isDone ? await lastFinished(tx.db) : undefined
  const { numUpdatedRows } = await tx.db
    .updateTable('evidence_checks')
    .set({
      progress: JSON.stringify(progress),
      differences: progress.total,
      ...(isDone && { finished_at: now }),
    })
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (!isDone || numUpdatedRows === 0n || progress.total === 0) return
  const { total, differences } = progress
  services.log.error({ company: tx.company, total, differences }, 'the evidence differs')
  const isKnown =
    before?.progress.total === total && isDeepStrictEqual(before.progress.differences, differences)
  if (!isKnown) await mailAlarm(tx, services, progress)
}
