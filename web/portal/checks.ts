import { type ActionId, actions } from '#contract/actions.ts'
import { integrations } from '#contract/integrations.ts'
import type { ScreenId } from '#contract/permissions/permissions.ts'
import { call } from '#web/shared/calls/call.ts'

const onboarding = [actions.onboardingCreate, actions.onboardingEdit] as const

/**
 * Checks of a screen beyond its need: mass unsubscribe is for those who may onboard while the company's onboarding
 * integration is active. Returns the actions one of which is missing; a check that fails requires nothing.
 */
export async function checkBefore(screen: ScreenId, held: readonly number[]): Promise<readonly ActionId[]> {
  const isMass = screen === 'Unsubscribe' || screen === 'unsubscription'
  if (!isMass || onboarding.some((action) => held.includes(action))) return []
  const active = await call(integrations.check, { service_type: 'onboarding' }).then(
    ({ activate }) => activate === 1,
    () => false,
  )
  return active ? onboarding : []
}
