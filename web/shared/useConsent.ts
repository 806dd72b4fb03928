import { account } from '#contract/account.ts'
import type { ConsentDecision } from '#contract/me.ts'
import { useCall } from './useCall.ts'
import { useViewer } from './viewer.ts'

/** The person's present stand on electronic documents: as the page was loaded with, then as they changed it. */
export function useConsent(): ConsentDecision | null {
  const { profile } = useViewer()
  const { data } = useCall(account.profile, {})
  return (data ?? profile).consentimiento
}
