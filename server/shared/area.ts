import type { z } from 'zod'
import type { session } from '#contract/session/session.ts'
import type { shell } from '#contract/shell/shell.ts'
import type { PublicContext } from './context.ts'
import type { DB } from '../db/schema.ts'
import type { KindsOfApproval } from './approval-kinds.ts'
import type { ConcernSource } from './concerns.ts'
import type { KindsOfProcess } from './processes/kinds.ts'
import type { Api } from './route.ts'
import type { Services } from './services.ts'
import type { Db } from './tenancy.ts'

/** A viewer's own work that runs, or that waits for them. */
export type RunningWork = Omit<z.input<typeof shell.running.answer>[number], 'desde'> & { desde: Date }

/** Finds a user's own running work, the newest first. */
export type RunningSource = (db: Db, userId: number, now: Date) => Promise<RunningWork[]>

/** A table whose rows are deleted once the instant in `column` is `days` days past. */
export type Sweep = {
  [Table in keyof DB]: { table: Table; column: keyof DB[Table] & string; days: number }
}[keyof DB]

/** Single sign-on as the session area uses it. It is handed in, because the area that contributes it opens sessions. */
export interface SingleSignOn {
  signIn(
    context: PublicContext,
    answer: { code: string; verifier: string },
    password: string | undefined,
  ): Promise<z.input<typeof session.login.answer>>
  /** The provider's address at which an ended session is signed out there too; null where there is none. */
  signOutAddress(
    services: Services,
    ended: { company: number; id: number; site: 's' | 'e' },
  ): Promise<string | null>
}

/** Contributions of all areas, joined for the areas that work across them. */
export interface Joints {
  kindsOfApproval: KindsOfApproval
  kindsOfProcess: KindsOfProcess
  concerns: readonly ConcernSource[]
  running: readonly RunningSource[]
  singleSignOn: SingleSignOn
}

/** Everything that one area contributes to the server. Declared in its `area.ts`, listed in `server/areas.ts`. */
export interface Area {
  /** The name of the area's folder; its calls are grouped under it on the page of the API. */
  name: string
  /** Binds the area's calls. */
  routes?: (api: Api, joints: Joints) => void
  /** Registers jobs and schedules. Called in every process, so that each process knows every queue. */
  jobs?: (services: Services, joints: Joints) => void
  sweeps?: readonly Sweep[]
  kindsOfApproval?: KindsOfApproval
  kindsOfProcess?: KindsOfProcess
  concerns?: readonly ConcernSource[]
  running?: readonly RunningSource[]
  singleSignOn?: SingleSignOn
  /** Called when a worker process starts and before it stops. */
  worker?: {
    start: (services: Services) => Promise<void>
    stop: (services: Services) => Promise<void>
  }
}
