import { type Expression, type SelectQueryBuilder, sql } from 'kysely'
import type { ProcessKind } from '#contract/processes/kinds.ts'
import type { ProcessStatus, ProcessStep } from '#contract/processes/steps.ts'
import type { DB } from '../../db/schema.ts'
import type { Tx } from '../tenancy.ts'
import type { Behalf } from './behalf.ts'

type Count = number | Expression<number>

/** The items of a process by their outcome. A count that is not given stays as it is. */
export interface Counts {
  total?: Count
  done?: Count
  failed?: Count
}

/** A process to begin. */
export interface Beginning {
  kind: ProcessKind
  step: ProcessStep
  /** The user who begins it, and the instant. */
  by: number
  at: Date
  /** Whether work begins at once. Otherwise it starts with a later step. */
  started?: boolean
  /** The document type and the period, where it concerns one. */
  type?: number | null
  period?: string | null
  total?: number
  /** Facts of this one process that its kind reads again. */
  options?: Readonly<Record<string, string | number>>
  /** The person on whose behalf it works in the background. */
  behalf?: Behalf
}

/** Begins a process. Returns its id. */
export async function beginProcess(
  tx: Tx,
  {
    kind,
    step,
    by,
    at,
    started = false,
    type = null,
    period = null,
    total = 0,
    options = {},
    behalf,
  }: Beginning,
): Promise<number> {
  const { id } = await tx.db
    .insertInto('processes')
    .values({
      company_id: tx.company,
      kind,
      step,
      type_id: type,
      period,
      total,
      options: JSON.stringify({ ...options, ...(behalf && { publisher: behalf }) }),
      created_by: by,
      created_at: at,
      started_at: started ? at : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Locks a process until the transaction ends: acts on one process come one after the other. */
export async function lockProcess(tx: Tx, process: number): Promise<void> {
  await tx.db.selectFrom('processes').select('id').where('id', '=', process).forUpdate().execute()
}

/**
 * Locks a process until the transaction ends if it is in progress at one of some steps. The answer is whether it is:
 * a job stops where somebody cancelled or moved the process meanwhile. A shared lock lets other workers hold one too.
 */
export async function lockAtStep(
  tx: Tx,
  process: number,
  steps: readonly ProcessStep[],
  { shared = false }: { shared?: boolean } = {},
): Promise<boolean> {
  const found = await tx.db
    .selectFrom('processes')
    .select('id')
    .where('id', '=', process)
    .where('status', '=', 'in_progress')
    .where('step', 'in', steps)
    .$call((query) => (shared ? query.forShare() : query.forUpdate()))
    .executeTakeFirst()
  return found !== undefined
}

/** A step that a process enters. */
interface Entered extends Counts {
  step: ProcessStep
  /** The start of the work, where this step begins it. */
  startedAt?: Date
  /** The person on whose behalf it works from here on. */
  behalf?: Behalf
}

/**
 * Moves a process to a step: on, back, or to one at which it waits for a person. With `from` it moves only where it
 * is in progress at one of those steps; the answer is whether it moved.
 */
export async function moveProcess(
  tx: Tx,
  process: number,
  { step, startedAt, behalf, ...counts }: Entered,
  from?: readonly ProcessStep[],
): Promise<boolean> {
  const { numUpdatedRows } = await tx.db
    .updateTable('processes')
    .set({
      step,
      ...counts,
      ...(startedAt && { started_at: startedAt }),
      ...(behalf && { options: sql<string>`options || ${JSON.stringify({ publisher: behalf })}::jsonb` }),
    })
    .where('id', '=', process)
    .$if(from !== undefined, (query) =>
      query.where('status', '=', 'in_progress').where('step', 'in', from ?? []),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** A status in which a process is over. */
type EndStatus = Exclude<ProcessStatus, 'in_progress'>

/**
 * Ends a process, or those that a query finds: finished, failed or cancelled. One that is over already stays as it
 * ended; the answer is whether any was in progress.
 */
export async function endProcess(
  tx: Tx,
  process: number | SelectQueryBuilder<DB, 'processes', { id: number }>,
  { status, at, ...counts }: Counts & { status: EndStatus; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx.db
    .updateTable('processes')
    .set({
      step: 'done',
      status,
      finished_at: at,
      // The documents' evidence keeps the address of the person acting; a process that is over needs it no longer.
      options: sql<string>`options - 'publisher'`,
      ...counts,
    })
    .where('id', 'in', typeof process === 'number' ? [process] : process)
    .where('status', '=', 'in_progress')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Makes a user the person in charge of a process that another began. */
export async function takeOver(tx: Tx, process: number, user: number): Promise<void> {
  await tx.db.updateTable('processes').set({ taken_by: user }).where('id', '=', process).execute()
}
