import {
  type ExternalAddress,
  opens,
  type ScreenId,
  screenOf,
  type ScreenStanding,
} from '#contract/permissions/permissions.ts'

/** The guard's decision about a requested screen. */
export type Way =
  | { is: 'open' }
  | { is: 'signIn' }
  | { is: 'forbidden' }
  | { is: 'on'; to: ScreenId }
  | { is: 'leave'; address: ExternalAddress }

/**
 * The guard of every screen, a pure function. It refuses a person without the right, redirects a screen without content
 * to the first one that the person may open, and sends to an external application where the installation configures its
 * address (`configured`).
 */
export function wayOf(
  id: ScreenId,
  standing: ScreenStanding | null,
  configured: readonly ExternalAddress[] = [],
): Way {
  const { need, to, leaves } = screenOf(id)
  if (need === 'public') return { is: 'open' }
  if (!standing) return { is: 'signIn' }
  if (!opens(need, standing)) return { is: 'forbidden' }
  if (leaves && standing.actions.includes(leaves.action) && configured.includes(leaves.address))
    return { is: 'leave', address: leaves.address }
  if (!to) return { is: 'open' }
  const on = (to as readonly ScreenId[]).find((child) => opens(screenOf(child).need, standing))
  return on ? { is: 'on', to: on } : { is: 'forbidden' }
}
