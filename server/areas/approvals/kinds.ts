import type { RawBuilder, SqlBool } from 'kysely'
import type { ApprovalKind, DecisionAct } from '#contract/approvals.ts'
import type { Context } from '#server/shared/context.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import type { Viewer } from '#server/shared/visibility.ts'

/** The actor and the time of an act. */
export interface Acting {
  evidence: Context['evidence']
  services: Pick<Context['services'], 'clock'>
}

/** How an approval ended, or where it went back to. */
export interface Decided {
  subjectId: number
  outcome: 'approved' | 'rejected' | 'returned' | 'withdrawn'
  reason: string | null
}

/** A kind of subject for approvals, implemented by its own area. */
export interface KindOfApproval {
  /** The possible decisions. */
  acts: readonly DecisionAct[]
  /** Whether the viewer's reach covers the subject, of which `subject` is a column reference. */
  reach(viewer: Viewer, subject: string): RawBuilder<SqlBool>
  /** The title of each subject, in the viewer's language. */
  titles(tx: Tx, subjects: readonly number[], language: 'es' | 'pt'): Promise<Map<number, string>>
  /** Carries the decision out, in its transaction. */
  decided(tx: Tx, ctx: Acting, decided: Decided): Promise<void>
}

/** The kinds that exist; handed in where the server is composed, since each lives in an area of its own. */
export type KindsOfApproval = Partial<Record<ApprovalKind, KindOfApproval>>
