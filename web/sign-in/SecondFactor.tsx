import { use, useEffect, useEffectEvent, useState } from 'react'
import { security, type OwnFactors } from '#contract/security/security.ts'
import type { Profile } from '#contract/session/session.ts'
import { call } from '#web/shared/calls/call.ts'
import { AddFactor } from '#web/shared/factors/AddFactor.tsx'
import flow from '#web/shared/factors/factors.module.css'
import { ProveFactor } from '#web/shared/factors/ProveFactor.tsx'
import { factorWords } from '#web/shared/factors/words.ts'
import { fill } from '#web/shared/texts/fill-template.ts'
import { endSession, storedUser } from '#web/shared/session/session.ts'
import { Act } from './Act.tsx'
import { Complaint } from './Complaint.tsx'
import type { SessionWords } from './words.ts'

interface Props {
  words: SessionWords
  onDone: (profile: Profile) => void
}

/** Proves the second factor, or adds one where the profile requires it and there is none. */
export function SecondFactor({ words, onDone }: Props) {
  const factors = use(factorWords())
  const [own, setOwn] = useState<OwnFactors | null>(null)
  const [step, setStep] = useState<string | null>(null)
  const [error, setError] = useState<unknown>(null)
  const begin = useEffectEvent(() => void call(security.factors, {}).then(setOwn, setError))
  useEffect(() => begin(), [])
  const adds = own?.factores.length === 0
  // Shown, because somebody who adds a company comes here from their own.
  const empresa = storedUser()?.empresa.nombre ?? ''
  return (
    <div className={flow.flow}>
      <h1>{adds ? (step ?? factors.elegir) : factors.probar}</h1>
      {!step && <p>{adds ? factors.elegirExigido : fill(factors.probarTexto, { empresa })}</p>}
      {Boolean(error) && <Complaint error={error} words={words} />}
      {own &&
        (adds ? (
          <AddFactor words={factors} own={own} onDone={({ user }) => onDone(user)} onStep={setStep} />
        ) : (
          <ProveFactor words={factors} own={own} onProved={onDone} />
        ))}
      {/* Codes that are shown once have one way on. */}
      {step !== factors.codigosTitulo && (
        <Act quiet onClick={() => endSession({ logout: true })}>
          {factors.otraCuenta}
        </Act>
      )}
    </div>
  )
}
