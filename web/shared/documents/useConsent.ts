import { account } from '#contract/account/account.ts'
import type { ConsentDecision } from '#contract/me/me.ts'
import { useCall } from '../calls/useCall.ts'
import { useViewer } from '../session/viewer.ts'

/** The person's present stand on electronic documents: as the page was loaded with, then as they changed it. */
export function useConsent(): ConsentDecision | null {
  const { profile } = useViewer()
  const { data } = useCall(account.profile, {})
  return (data ?? profile).consentimiento
}
