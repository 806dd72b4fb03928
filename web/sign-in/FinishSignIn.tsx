import { use, useEffect, useEffectEvent, useState } from 'react'
import type { PasswordPolicy } from '#contract/account/account.ts'
import type { Profile } from '#contract/session/session.ts'
import { useAttempt } from '#web/shared/calls/useAttempt.ts'
import { endSession } from '#web/shared/session/session.ts'
import { RefusalError } from '#web/shared/calls/wire.ts'
import { Act } from './Act.tsx'
import { profile as loadProfile } from './calls.ts'
import { changePassword, faultsOf, firstLogin, policy as loadPolicy } from './later-calls.ts'
import { Complaint } from './Complaint.tsx'
import { Consent } from './Consent.tsx'
import { NewPassword } from './NewPassword.tsx'
import { loadAccountWords, type SessionWords } from './words.ts'

interface Props {
  words: SessionWords
  profile: Profile
  onDone: (profile: Profile) => void
}

const accountWords = loadAccountWords()

/**
 * Completes a restricted session: at the first sign-in, the consent to electronic documents (employees) and, unless a
 * mailed link set it, a new password; the same after a printed code; otherwise a new password for an expired one.
 */
export function FinishSignIn({ words, profile, onDone }: Props) {
  const account = use(accountWords)
  const first = profile.restriccion === 'ingreso'
  // People signed in by a printed code may have decided before.
  const asksConsent = first && profile.sitio === 'e' && profile.consentimiento === null
  const [consent, setConsent] = useState<boolean>()
  const [policy, setPolicy] = useState<PasswordPolicy | null>(null)
  const { busy, error, attempt } = useAttempt()

  const showPassword = async () => setPolicy(await loadPolicy())
  /** Submits the answers so far; the server answers whether a password is still missing. */
  const finish = (given?: boolean) =>
    attempt(async () => {
      setConsent(given)
      try {
        onDone(await firstLogin(given === undefined ? {} : { consent: given }))
      } catch (reason) {
        const needsPassword =
          reason instanceof RefusalError && reason.errors.some(({ field }) => field === 'pass')
        if (!needsPassword) throw reason
        await showPassword()
      }
    })
  const begin = useEffectEvent(() => {
    if (!first) void attempt(showPassword)
    else if (!asksConsent) void finish()
  })
  useEffect(() => begin(), [])

  const leave = (
    <Act quiet onClick={() => endSession({ logout: true })}>
      {account.otraCuenta}
    </Act>
  )
  if (policy)
    return (
      <>
        <NewPassword
          words={words}
          account={account}
          policy={policy}
          title={first ? account.primerIngreso : account.vencida}
          submit={first ? account.guardar : account.actualizar}
          withOld={!first}
          user={profile.usuario}
          ask={faultsOf}
          onSubmit={async ({ old, pass, repass }) => {
            if (first)
              return onDone(await firstLogin({ pass, repass, ...(consent !== undefined && { consent }) }))
            await changePassword(old, pass, repass)
            onDone(await loadProfile())
          }}
        >
          {first ? account.primerIngresoTexto : account.vencidaTexto}
        </NewPassword>
        {leave}
      </>
    )
  if (asksConsent)
    return (
      <>
        <Consent
          words={words}
          account={account}
          error={error}
          busy={busy}
          onAnswer={(given) => void finish(given)}
        />
        {leave}
      </>
    )
  if (!error) return null
  return (
    <>
      <Complaint error={error} words={words} />
      {leave}
    </>
  )
}
