import { Button, PasswordInput } from '@mantine/core'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { session } from '#contract/session/session.ts'
import { call, holdTicket } from '../calls/call.ts'
import { errorLine } from '../forms/fields.tsx'
import { firstFieldIn, focusFirst } from '../forms/focus-first.ts'
import { lazily } from '../pages/lazily.ts'
import { useErrorText } from '../texts/texts.ts'
import { useWords } from '../texts/useWords.ts'
import { ProviderProof } from './ProviderProof.tsx'
import { storedUser } from './session.ts'
import type { Proof } from './useProof.ts'
import { useStepUpFactors } from './useStepUpFactors.ts'

const StepUpByFactor = lazy(async () => ({
  default: await lazily(() => import('../factors/StepUpByFactor.tsx').then((it) => it.StepUpByFactor)),
}))

interface Props {
  proof: Proof
  /** They are there from the start, so that the dialog's first field has the focus; otherwise they take it. */
  fromStart?: boolean
  /** Enter in the password's field, where no form around it takes that. */
  onEnter?: () => void
}

/** The password, or what replaces it, inside the dialog of the act that needs it. */
export function ProofFields({ proof, fromStart = false, onEnter }: Props) {
  const { t } = useWords()
  const errorText = useErrorText()
  const kinds = useStepUpFactors()
  const [byFactor, setByFactor] = useState(false)
  const [ticket, setTicket] = useState<string | null>(null)
  const [password, setPassword] = useState('')
  const [fault, setFault] = useState<string>()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const dialog = box.current?.closest('[role=dialog]')
    focusFirst(fromStart ? firstFieldIn(dialog) : box.current?.querySelector('input'))
  }, [fromStart])
  const bySso = storedUser()?.sso === true
  const keep = (made: string) => {
    holdTicket(made)
    setTicket(made)
    setByFactor(false)
  }
  useEffect(() => {
    proof.setMaker(async () => {
      if (ticket) return ticket
      if (bySso || byFactor || !password) {
        setFault(t(bySso || byFactor ? 'paso.faltaProbar' : 'paso.falta'))
        return null
      }
      try {
        const made = (await call(session.stepUp, { password })).ticket
        keep(made)
        return made
      } catch (error) {
        setFault(errorText(error))
        return null
      }
    })
    return () => proof.setMaker(null)
  })
  if (ticket && !password) return <p role="status">{t('paso.probado')}</p>
  if (byFactor)
    return (
      <div>
        <Suspense fallback={null}>
          <StepUpByFactor kinds={kinds} onTicket={keep} onOther={() => setByFactor(false)} />
        </Suspense>
        {fault && <p className="mantine-InputWrapper-error">{errorLine(fault)}</p>}
      </div>
    )
  const factor = kinds.length > 0 && (
    <Button variant="subtle" size="compact-sm" mt={4} ml={-8} onClick={() => setByFactor(true)}>
      {t('paso.otroFactor')}
    </Button>
  )
  if (bySso)
    return (
      <div>
        <ProviderProof onProof={async (sso) => keep((await call(session.stepUp, { sso })).ticket)} />
        {factor}
        {fault && (
          <p role="alert" className="mantine-InputWrapper-error">
            {errorLine(fault)}
          </p>
        )}
      </div>
    )
  return (
    <div ref={box}>
      <PasswordInput
        label={t('paso.propia')}
        description={t('paso.deQuien')}
        value={password}
        onChange={(event) => {
          setPassword(event.currentTarget.value)
          setTicket(null)
          setFault(undefined)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !onEnter) return
          event.preventDefault()
          onEnter()
        }}
        error={errorLine(fault)}
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': t('formulario.mostrar') }}
        withAsterisk
        required
      />
      {factor}
    </div>
  )
}
