import { useEffect, useState } from 'react'
import { security, type FactorKind } from '#contract/security/security.ts'
import { call } from '../calls/call.ts'

/** The person's factors that replace the password. Without an answer, the password is asked for. */
export function useStepUpFactors(): FactorKind[] {
  const [kinds, setKinds] = useState<FactorKind[]>([])
  useEffect(() => {
    call(security.factors, {}, { background: true }).then(
      ({ factores }) => setKinds(factores.map(({ tipo }) => tipo).filter((tipo) => tipo !== 'correo')),
      () => undefined,
    )
  }, [])
  return kinds
}
