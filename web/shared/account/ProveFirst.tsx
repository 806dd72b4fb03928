import { use } from 'react'
import { security } from '#contract/security/security.ts'
import { ProveFactor } from '../factors/ProveFactor.tsx'
import { factorWords } from '../factors/words.ts'
import { useCall } from '../calls/useCall.ts'
import { FirstFault } from './FirstFault.tsx'

/** Asks for the second factor before something of the account changes. */
export function ProveFirst({ onProved }: { onProved: () => void }) {
  const words = use(factorWords())
  const { data: own, error } = useCall(security.factors, {})
  if (!own) return <FirstFault error={error} />
  return <ProveFactor words={words} own={own} onProved={onProved} />
}
