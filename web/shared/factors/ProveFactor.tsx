import { TextInput } from '@mantine/core'
import { useEffect, useEffectEvent, useState, type FormEvent } from 'react'
import { security, type MailedCode, type OwnFactors, type ProofKind } from '#contract/security/security.ts'
import type { Profile } from '#contract/session/session.ts'
import { call } from '#web/shared/calls/call.ts'
import { useAttempt } from '#web/shared/calls/useAttempt.ts'
import { CodeForm } from './CodeForm.tsx'
import style from './factors.module.css'
import { MailedCodeForm } from './MailedCodeForm.tsx'
import { proveByPasskey } from './passkeys.ts'
import { Push } from './Push.tsx'
import { Wrong } from './Wrong.tsx'
import type { FactorWords } from './words.ts'

interface Props {
  words: FactorWords
  own: OwnFactors
  onProved: (user: Profile) => void
}

const strongest: readonly ProofKind[] = ['llave', 'app', 'correo', 'recuperacion']

/** Proves the second factor by whichever of their own the person chooses, the strongest first. */
export function ProveFactor({ words, own, onProved }: Props) {
  const kinds = strongest.filter((kind) =>
    kind === 'recuperacion' ? own.recuperacion > 0 : own.factores.some(({ tipo }) => tipo === kind),
  )
  const [kind, setKind] = useState<ProofKind | null>(kinds[0] ?? null)
  const other = kinds.length > 1 ? () => setKind(null) : undefined
  const prove = (tipo: ProofKind) => async (codigo: string) => {
    onProved((await call(security.prove, { tipo, codigo })).user)
  }
  switch (kind) {
    case 'correo':
      return <ByMail words={words} onCode={prove('correo')} onOther={other} />
    case 'app':
      return <CodeForm words={words} label={words.codigoApp} onCode={prove('app')} onOther={other} />
    case 'llave':
      return <ByPasskey words={words} onProved={onProved} onOther={other} />
    case 'recuperacion':
      return <ByRecovery words={words} onCode={prove('recuperacion')} onOther={other} />
    default:
      return (
        <div className={style.flow}>
          <ul className={style.choices}>
            {kinds.map((one) => (
              <li key={one}>
                <button type="button" className="focus-ring" onClick={() => setKind(one)}>
                  <b>{words.tipo[one]}</b>
                  <span>{words.detalle[one]}</span>
                </button>
              </li>
            ))}
          </ul>
          <p className={style.note}>{words.ayuda}</p>
        </div>
      )
  }
}

interface ByCode {
  words: FactorWords
  onCode: (code: string) => Promise<void>
  onOther: (() => void) | undefined
}

/** Mails the code at once: only people without another factor get here. */
function ByMail({ words, onCode, onOther }: ByCode) {
  const [sent, setSent] = useState<MailedCode | null>(null)
  const [error, setError] = useState<unknown>(null)
  const sendCode = () => call(security.sendCode, {})
  const begin = useEffectEvent(() => void sendCode().then(setSent, setError))
  useEffect(() => begin(), [])
  if (sent)
    return (
      <MailedCodeForm words={words} sent={sent} onSendAgain={sendCode} onCode={onCode} onOther={onOther} />
    )
  return (
    <div className={style.flow}>
      {error ? <Wrong error={error} words={words} /> : <p role="status">{words.cargando}</p>}
      {Boolean(error) && onOther && <Push onClick={onOther}>{words.otro}</Push>}
    </div>
  )
}

function ByPasskey({
  words,
  onProved,
  onOther,
}: {
  words: FactorWords
  onProved: (user: Profile) => void
  onOther: (() => void) | undefined
}) {
  const { busy, error, attempt } = useAttempt()
  const prove = () => attempt(async () => onProved(await proveByPasskey()))
  return (
    <div className={style.flow}>
      <p>{words.llaveEspera}</p>
      <Wrong error={error} words={words} />
      <div className={style.acts}>
        {onOther && (
          <Push kind="link" onClick={onOther}>
            {words.otro}
          </Push>
        )}
        <Push kind="filled" busy={busy} onClick={() => void prove()}>
          {words.usarLlave}
        </Push>
      </div>
    </div>
  )
}

function ByRecovery({ words, onCode, onOther }: ByCode) {
  const [code, setCode] = useState('')
  const { busy, error, attempt } = useAttempt()
  const send = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    void attempt(() => onCode(code))
  }
  return (
    <form noValidate className={style.flow} onSubmit={send}>
      <TextInput
        label={words.codigoRecuperacion}
        description={words.detalle.recuperacion}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={20}
      />
      <Wrong error={error} words={words} />
      <div className={style.acts}>
        {onOther && (
          <Push kind="link" onClick={onOther}>
            {words.otro}
          </Push>
        )}
        <Push kind="filled" type="submit" busy={busy} disabled={!code.trim()}>
          {words.verificar}
        </Push>
      </div>
    </form>
  )
}
