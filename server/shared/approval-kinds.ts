import type { RawBuilder, SqlBool } from 'kysely'
import type { ApprovalKind, DecisionAct } from '#contract/approvals.ts'
import type { InboxList } from '#contract/inbox.ts'
import type { ChangeKind } from '#contract/self-service/self-service.ts'
import type { Concern } from './concerns.ts'
import type { Context } from './context.ts'
import type { Services } from './services.ts'
import type { Tx } from './tenancy.ts'
import type { Viewer } from './visibility.ts'

/** The acting person's evidence, and the clock. */
export interface Acting {
  evidence: Context['evidence']
  services: Pick<Context['services'], 'clock'>
}

/** The outcome of an approval, or its return to the requester. */
export interface Decided {
  subjectId: number
  outcome: 'approved' | 'rejected' | 'returned' | 'withdrawn'
  reason: string | null
  /** The person who asked for the approval. */
  askedBy: number
}

/** A step that opened and that names nobody, with the people who could decide it. */
export interface Opened {
  subjectId: number
  holders: readonly { id: number; first_name: string; mail: string | null; language: 'es' | 'pt' }[]
}

/** One kind of subject that can need an approval, contributed by the subject's own area. */
export interface KindOfApproval {
  /** The decisions that this kind offers. */
  acts: readonly DecisionAct[]
  /** Whether `decided` tells who asked by itself; otherwise a rejection is mailed to them. */
  tells?: boolean
  /** Whether a decision needs a fresh proof of the person. */
  stepUp?: boolean
  /** The list of the task inbox in which its open steps stand; papers have a list of their own. */
  inbox?: InboxList
  /** The bell's concern for a subject that waits for the viewer's decision; none where absent. */
  concern?: Concern['clase']
  /** The bell's concern for a subject whose request was rejected, for who asked; none where absent. */
  rejected?: Concern['clase']
  /**
   * Whether the viewer's reach covers the subject; `subject` is a column reference. Where an approval concerns a person,
   * it covers that person too: lists of what waits begin with the people within reach.
   */
  reach(viewer: Viewer, subject: string): RawBuilder<SqlBool>
  /** The subjects' titles by id, in the viewer's language. */
  titles(tx: Tx, subjects: readonly number[], language: 'es' | 'pt'): Promise<Map<number, string>>
  /** A change of somebody's own data: its section, and whether facts speak for a look before the viewer decides. */
  changes?(
    tx: Tx,
    ctx: Context,
    subjects: readonly number[],
  ): Promise<Map<number, { section: ChangeKind; alert: boolean }>>
  /** The condition that a row of `documents` is among those on which an approval of this subject decides. */
  documents?: (subject: number) => RawBuilder<SqlBool>
  /** Tells whoever could decide a step by their action that it opened. Absent: they see it in their menu. */
  stepOpened?(tx: Tx, services: Services, opened: Opened): Promise<void>
  /**
   * Locks what the subject's own acts lock before they end its approval. Decisions, withdrawals and approvals by time call
   * it before they lock the approval, so that none waits for an act that waits for it. Absent: there is no such act.
   */
  lock?(tx: Tx, subjectId: number): Promise<void>
  /** Carries the decision out on behalf of the person who took it, in its transaction. */
  decided(tx: Tx, ctx: Context, decided: Decided): Promise<void>
  /** Carries out the approval of a subject that nobody could decide in time. Absent: it waits on. */
  approvedByTime?(tx: Tx, services: Services, subjectId: number): Promise<void>
}

/** The kinds by name; a kind without an entry can't be decided. */
export type KindsOfApproval = Partial<Record<ApprovalKind, KindOfApproval>>
