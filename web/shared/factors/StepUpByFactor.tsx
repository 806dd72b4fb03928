import { use, useState } from 'react'
import type { FactorKind } from '#contract/security/security.ts'
import { session } from '#contract/session/session.ts'
import { call } from '#web/shared/calls/call.ts'
import { useAttempt } from '#web/shared/calls/useAttempt.ts'
import { CodeForm } from './CodeForm.tsx'
import style from './factors.module.css'
import { stepUpByPasskey } from './passkeys.ts'
import { Push } from './Push.tsx'
import { Wrong } from './Wrong.tsx'
import { factorWords } from './words.ts'

interface Props {
  kinds: readonly FactorKind[]
  onTicket: (ticket: string) => void
  onOther: () => void
}

/** Step-up by an app's code or a passkey; either replaces the password. */
export function StepUpByFactor({ kinds, onTicket, onOther }: Props) {
  const words = use(factorWords())
  const [byApp, setByApp] = useState(!kinds.includes('llave'))
  const { busy, error, attempt } = useAttempt()
  if (byApp)
    return (
      <CodeForm
        words={words}
        label={words.codigoApp}
        onOther={onOther}
        onCode={async (codigo) => onTicket((await call(session.stepUp, { codigo })).ticket)}
      />
    )
  const prove = () => attempt(async () => onTicket(await stepUpByPasskey()))
  return (
    <div className={style.flow}>
      <p>{words.llaveEspera}</p>
      <Wrong error={error} words={words} />
      <div className={style.acts}>
        <Push kind="link" onClick={kinds.includes('app') ? () => setByApp(true) : onOther}>
          {words.otro}
        </Push>
        <Push kind="filled" busy={busy} onClick={() => void prove()}>
          {words.usarLlave}
        </Push>
      </div>
    </div>
  )
}
