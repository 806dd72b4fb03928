import type { ActionId } from '#contract/actions.ts'
import { type ScreenId, screenAt, screenOf } from '#contract/permissions/permissions.ts'
import { session } from '#contract/session/session.ts'
import { call } from '#web/shared/calls/call.ts'
import type { Viewer } from '#web/shared/session/viewer.ts'
import { wayOf } from './guard.ts'
import { checkBefore } from './checks.ts'
import { payrollActive } from './payroll.ts'

/** The screen of a refused address, and the actions one of which would open it. */
export interface Missing {
  screen: ScreenId | null
  /** Empty: no action would. */
  actions: readonly ActionId[]
  /** The company's payroll integration isn't active. */
  payroll: boolean
}

/** The need of an address (below /s, with its query); `others` are missing actions beyond the screen's own need. */
export function missingFor(wanted: string, others: readonly ActionId[]): Missing {
  const screen = screenAt(wanted.replace(/[?#].*/, ''))
  const need = screen && screenOf(screen).need
  if (others.length > 0) return { screen, actions: others, payroll: false }
  return { screen, actions: Array.isArray(need) ? need : [], payroll: need === 'payroll' }
}

/** Asks the server for the viewer's rights again: whether they have come, one of `others` included where there are any. */
export async function hasCome(
  viewer: Viewer,
  screen: ScreenId,
  others: readonly ActionId[],
): Promise<boolean> {
  const [rights, payroll] = await Promise.all([call(session.actions, {}), payrollActive()])
  const actions = rights.map(({ id }) => id)
  if (others.length > 0 && !others.some((one) => actions.includes(one))) return false
  const way = wayOf(screen, { audience: viewer.profile.sitio, actions, payroll })
  return way.is !== 'forbidden' && way.is !== 'signIn' && (await checkBefore(screen, actions)).length === 0
}
