import { Button, PasswordInput } from '@mantine/core'
import { lazy, Suspense, useState, type FormEvent } from 'react'
import { session } from '#contract/session/session.ts'
import { call } from '../calls/call.ts'
import { useAct } from '../calls/useAct.ts'
import { Dialog } from '../forms/Dialog.tsx'
import { errorLine } from '../forms/fields.tsx'
import { lazily } from '../pages/lazily.ts'
import { useWords } from '../texts/useWords.ts'
import { ProviderProof } from './ProviderProof.tsx'
import { endSession, storedUser } from './session.ts'
import { useStepUpFactors } from './useStepUpFactors.ts'

const StepUpByFactor = lazy(async () => ({
  default: await lazily(() => import('../factors/StepUpByFactor.tsx').then((it) => it.StepUpByFactor)),
}))

interface StepUpProps {
  /** The act in the words of its button, where it is known. */
  act: string | undefined
  onAnswer: (ticket: string | null) => void
}

/** Asks for a step-up; answers with a ticket, or null when the person gives up. */
export function StepUpDialog({ act, onAnswer }: StepUpProps) {
  const { t } = useWords()
  const kinds = useStepUpFactors()
  const [byFactor, setByFactor] = useState(false)
  const onFactor = kinds.length > 0 ? () => setByFactor(true) : null
  if (byFactor)
    return (
      <Dialog opened above onClose={() => onAnswer(null)} title={t('paso.tituloFactor')}>
        <div className="modal-text">
          <Suspense fallback={null}>
            <StepUpByFactor kinds={kinds} onTicket={onAnswer} onOther={() => setByFactor(false)} />
          </Suspense>
        </div>
      </Dialog>
    )
  return storedUser()?.sso ? (
    <ByProvider onAnswer={onAnswer} onFactor={onFactor} />
  ) : (
    <ByPassword act={act} onAnswer={onAnswer} onFactor={onFactor} />
  )
}

interface Proof {
  onAnswer: (ticket: string | null) => void
  /** Offered where the person has an authenticator app or a passkey, which replace the password. */
  onFactor: (() => void) | null
}

function FactorLink({ onFactor }: Pick<Proof, 'onFactor'>) {
  const { t } = useWords()
  if (!onFactor) return null
  return (
    <Button variant="subtle" onClick={onFactor} mr="auto">
      {t('paso.otroFactor')}
    </Button>
  )
}

function ByProvider({ onAnswer, onFactor }: Proof) {
  const { t } = useWords()
  return (
    <Dialog
      opened
      above
      onClose={() => onAnswer(null)}
      title={t('paso.tituloProveedor')}
      foot={
        <>
          <FactorLink onFactor={onFactor} />
          <Button variant="subtle" onClick={() => onAnswer(null)}>
            {t('accion.cancelar')}
          </Button>
        </>
      }
    >
      <p>{t('paso.texto')}</p>
      <ProviderProof
        onProof={async (proof) => onAnswer((await call(session.stepUp, { sso: proof })).ticket)}
      />
    </Dialog>
  )
}

/** Asks for the password again. */
function ByPassword({ act, onAnswer, onFactor }: Proof & Pick<StepUpProps, 'act'>) {
  const { t } = useWords()
  const [password, setPassword] = useState('')
  const [missing, setMissing] = useState(false)
  const { run, busy, refusal } = useAct(session.stepUp, {
    onDone: ({ ticket }) => onAnswer(ticket),
    inPlace: true,
  })
  const prove = (event: FormEvent) => {
    event.preventDefault()
    // A form around this dialog is not the one that was submitted.
    event.stopPropagation()
    setMissing(!password)
    if (password) run({ password })
  }
  return (
    <Dialog opened above onClose={() => onAnswer(null)} title={act ?? t('paso.titulo')}>
      <form noValidate onSubmit={prove}>
        <div className="modal-text">
          <p>{t('paso.texto')}</p>
          <PasswordInput
            label={t('paso.contrasena')}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            error={errorLine(missing ? t('paso.falta') : (refusal ?? undefined))}
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': t('formulario.mostrar') }}
            required
            data-autofocus
          />
        </div>
        <div className="modal-foot">
          <FactorLink onFactor={onFactor} />
          <Button variant="subtle" onClick={() => onAnswer(null)}>
            {t('accion.cancelar')}
          </Button>
          <Button type="submit" variant="filled" loading={busy}>
            {act ?? t('paso.seguir')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** The session is another company's now: nothing here can be used any more. */
export function FrozenDialog() {
  const { t } = useWords(['shell', 'words'])
  return (
    <Dialog
      opened
      onClose={() => undefined}
      locked
      title={t('empresaCambiada.titulo')}
      foot={
        <Button variant="filled" onClick={() => location.reload()} data-autofocus>
          {t('words:accion.recargar')}
        </Button>
      }
    >
      {t('empresaCambiada.texto')}
    </Dialog>
  )
}

/** Counts down to the idle end and offers to stay. */
export function IdleDialog({ left, onStay }: { left: number; onStay: () => void }) {
  const { t } = useWords('shell')
  const seconds = Math.max(0, Math.ceil(left / 1000))
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return (
    <Dialog opened onClose={onStay} title={t('inactividad.titulo')}>
      <div className="modal-text figures" role="timer">
        {t('inactividad.texto', { tiempo: clock })}
      </div>
      <div className="modal-foot">
        <Button onClick={() => endSession({ logout: true })}>{t('cuenta.cerrarSesion')}</Button>
        <Button variant="filled" onClick={onStay} data-autofocus>
          {t('inactividad.seguir')}
        </Button>
      </div>
    </Dialog>
  )
}
