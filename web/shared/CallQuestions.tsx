import { Button, PasswordInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { Dialog } from './Dialog.tsx'
import { useTranslation } from 'react-i18next'
import { session } from '#contract/session.ts'
import { answerCalls, call } from './call.ts'
import { errorLine } from './fields.tsx'
import { useErrorText } from './texts.ts'

interface Asking {
  resolve: (ticket: string | null) => void
}

/**
 * Asks for the password again when a call needs it, and freezes the page when its session has become another
 * company's. Stands once in an application's frame.
 */
export function CallQuestions() {
  const { t } = useTranslation(['words', 'errors', 'shell'])
  const errorText = useErrorText()
  const [asking, setAsking] = useState<Asking | null>(null)
  const [frozen, setFrozen] = useState(false)
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const answered = useRef(false)
  if (!answered.current) {
    answered.current = true
    answerCalls({
      stepUp: () => new Promise((resolve) => setAsking({ resolve })),
      companyChanged: () => setFrozen(true),
    })
  }
  const close = (ticket: string | null) => {
    asking?.resolve(ticket)
    setAsking(null)
    setPassword('')
    setError(undefined)
  }
  const prove = async () => {
    if (!password) return setError(t('errors:SYSTEM_API_PARAMETER_REQUIRED'))
    setBusy(true)
    try {
      close((await call(session.stepUp, { password })).ticket)
    } catch (reason) {
      setError(errorText(reason))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Dialog opened={asking !== null} onClose={() => close(null)} title={t('paso.titulo')}>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            // A form around this dialog, if there is one, is not what was sent.
            event.stopPropagation()
            void prove()
          }}
        >
          <div className="modal-text">
            <p>{t('paso.texto')}</p>
            <PasswordInput
              label={t('paso.contrasena')}
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
              error={errorLine(error)}
              autoComplete="current-password"
              visibilityToggleButtonProps={{ 'aria-label': t('formulario.mostrar') }}
              required
              data-autofocus
            />
          </div>
          <div className="modal-foot">
            <Button variant="subtle" onClick={() => close(null)}>
              {t('accion.cancelar')}
            </Button>
            <Button type="submit" variant="filled" loading={busy}>
              {t('paso.seguir')}
            </Button>
          </div>
        </form>
      </Dialog>
      <Dialog opened={frozen} onClose={() => undefined} locked title={t('shell:empresaCambiada.titulo')}>
        <div className="modal-text">{t('shell:empresaCambiada.texto')}</div>
        <div className="modal-foot">
          <Button variant="filled" onClick={() => location.reload()} data-autofocus>
            {t('accion.recargar')}
          </Button>
        </div>
      </Dialog>
    </>
  )
}
