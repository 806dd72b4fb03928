import { account } from '#contract/account/account.ts'
import type { ConsentDecision } from '#contract/me/me.ts'
import { useCall } from '../calls/useCall.ts'
import { useViewer } from '../session/viewer.ts'

/** The person's current decision on electronic documents: as loaded with the page, or as changed since. */
export function useConsent(): ConsentDecision | null {
  const { profile } = useViewer()
  const { data } = useCall(account.profile, {})
  return (data ?? profile).consentimiento
}
