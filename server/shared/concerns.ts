import type { z } from 'zod'
import type { ActionId } from '#contract/actions.ts'
import type { shell } from '#contract/shell/shell.ts'
import type { KindsOfApproval } from './approval-kinds.ts'
import type { Session } from './identity/session.ts'
import type { Db } from './tenancy.ts'

/** A line of the bell. */
export type Concern = z.input<typeof shell.concerns.answer>['avisos'][number]

export interface ConcernQuestion {
  viewer: Session
  now: Date
  kindsOfApproval: KindsOfApproval
}

/** One source of the bell's lines, contributed by the area that the lines are about. */
export interface ConcernSource {
  /** The action of the screen that a line leads to. Where absent, `find` checks the viewer's rights itself. */
  need?: ActionId
  /** Finds the lines within the viewer's reach. */
  find(db: Db, question: ConcernQuestion): Promise<Concern[]>
}

/** Most lines that one source displays singly. */
export const mostConcerns = 5
/** Days for which a failed mail is displayed in the bell. */
export const failedMailDays = 14
