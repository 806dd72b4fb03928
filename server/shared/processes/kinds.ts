import type { AliasableExpression } from 'kysely'
import { type ProcessKind, processKinds } from '#contract/processes/kinds.ts'
import type { ProcessStep } from '#contract/processes/steps.ts'
import type { Context } from '../context.ts'
import type { Fault } from '../errors.ts'
import { recordEvent } from '../evidence/events.ts'
import type { Db, Tx } from '../tenancy.ts'
import { endProcess } from './lifecycle.ts'
import type { LostWork } from './lost.ts'

/** One failed item of a process. */
export interface FailedItem {
  /** Its number in the process. */
  n: number
  code: string
  params: Fault['params'] | null
  /** The employee's name and id, where the item is of a known one. */
  name: string | null
  person: number | null
  cuil: string | null
  /** The file it came in, and its pages there. */
  file: string | null
  pages: number[] | null
}

/** The instant of an act on a process, and the acting person's evidence. */
interface Act {
  now: Date
  evidence: Context['evidence']
}

/** The server's part of one kind of process, contributed by the kind's own area. */
export interface KindOfProcess {
  /**
   * Ends a process as cancelled, cleans up what it leaves, and records the evidence. Absent where the area has a call
   * of its own for that, or nobody can cancel it.
   */
  cancel?: (tx: Tx, process: { id: number; step: ProcessStep }, act: Act) => Promise<void>
  /** The failed items of a process that does not keep them in `process_items`. */
  failures?: (db: Db, process: number) => AliasableExpression<FailedItem>
  /** How a process is freed whose job is gone. */
  lost: LostWork
}

/** The kinds by name. */
export type KindsOfProcess = Readonly<Partial<Record<ProcessKind, KindOfProcess>>>

/** The kind of a stored process. */
export function kindOfProcess({ kind }: { kind: string }): ProcessKind {
  const known = processKinds.find((one) => one === kind)
  if (!known) throw new Error(`a process of no known kind: ${kind}`)
  return known
}

/** Cancels a process that leaves nothing to be cleaned up. */
export async function cancelPlainProcess(
  tx: Tx,
  { id }: { id: number },
  { now, evidence }: Act,
): Promise<void> {
  await endProcess(tx, id, { status: 'cancelled', at: now })
  await recordEvent(tx, { subject: { kind: 'process', id }, act: 'cancelled', at: now, ...evidence })
}
