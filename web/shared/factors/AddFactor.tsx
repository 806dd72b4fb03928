import { TextInput } from '@mantine/core'
import { useEffect, useEffectEvent, useState, type FormEvent } from 'react'
import type { AnswerOf } from '#contract/call.ts'
import {
  security,
  type Confirmed,
  type FactorKind,
  type MailedCode,
  type OwnFactors,
} from '#contract/security/security.ts'
import { call } from '#web/shared/calls/call.ts'
import { useAttempt } from '#web/shared/calls/useAttempt.ts'
import { CodeForm } from './CodeForm.tsx'
import style from './factors.module.css'
import { MailedCodeForm } from './MailedCodeForm.tsx'
import { browserHasPasskeys, makePasskey } from './passkeys.ts'
import { Push } from './Push.tsx'
import { QrCode } from './QrCode.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { Wrong } from './Wrong.tsx'
import type { FactorWords } from './words.ts'

interface Props {
  words: FactorWords
  own: OwnFactors
  onDone: (confirmed: Confirmed) => void
  /** The name of the step that is shown, for the title above; null while choosing. */
  onStep: (step: string | null) => void
}

const kinds: readonly FactorKind[] = ['llave', 'app', 'correo']

/** Chooses a factor, sets it up, and shows the recovery codes that the first one brings. */
export function AddFactor({ words, own, onDone, onStep }: Props) {
  const [kind, setKind] = useState<FactorKind | null>(null)
  const [done, setDone] = useState<Confirmed | null>(null)
  const passkeys = own.llaves && browserHasPasskeys()
  const choose = (chosen: FactorKind | null) => {
    setKind(chosen)
    onStep(chosen && words.tipo[chosen])
  }
  const finish = (confirmed: Confirmed) => {
    if (confirmed.codigos.length === 0) return onDone(confirmed)
    setDone(confirmed)
    onStep(words.codigosTitulo)
  }
  if (done) return <RecoveryCodes words={words} codes={done.codigos} onSaved={() => onDone(done)} />
  const back = () => choose(null)
  if (kind === 'correo') return <Mail words={words} mail={own.mail} onDone={finish} onOther={back} />
  if (kind === 'app') return <App words={words} onDone={finish} onOther={back} />
  if (kind === 'llave') return <Passkey words={words} onDone={finish} onOther={back} />
  return (
    <ul className={style.choices}>
      {kinds.map((one) => (
        <li key={one}>
          <button
            type="button"
            className="focus-ring"
            disabled={one === 'llave' && !passkeys}
            onClick={() => choose(one)}
          >
            <b>{words.tipo[one]}</b>
            <span>{one === 'llave' && !passkeys ? words.llavesNo : words.detalle[one]}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

interface Step {
  words: FactorWords
  onDone: (confirmed: Confirmed) => void
  onOther: () => void
}

function Mail({ words, mail: own, onDone, onOther }: Step & { mail: string | null }) {
  const [mail, setMail] = useState(own ?? '')
  const [sent, setSent] = useState<MailedCode | null>(null)
  const { busy, error, attempt } = useAttempt()
  const ask = () => call(security.addMail, { mail: mail.trim() })
  const send = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    void attempt(async () => setSent(await ask()))
  }
  if (sent)
    return (
      <MailedCodeForm
        words={words}
        sent={sent}
        onSendAgain={ask}
        onCode={async (codigo) => onDone(await call(security.confirm, { id: sent.id, codigo }))}
        onOther={onOther}
      />
    )
  return (
    <form noValidate className={style.flow} onSubmit={send}>
      <TextInput
        type="email"
        label={words.correo}
        description={words.correoAyuda}
        value={mail}
        onChange={(event) => setMail(event.currentTarget.value)}
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Wrong error={error} words={words} />
      <div className={style.acts}>
        <Push kind="link" onClick={onOther}>
          {words.volver}
        </Push>
        <Push kind="filled" type="submit" busy={busy} disabled={!mail.includes('@')}>
          {words.enviar}
        </Push>
      </div>
    </form>
  )
}

function App({ words, onDone, onOther }: Step) {
  const [made, setMade] = useState<AnswerOf<typeof security.addApp> | null>(null)
  const [error, setError] = useState<unknown>(null)
  const begin = useEffectEvent(() => void call(security.addApp, {}).then(setMade, setError))
  useEffect(() => begin(), [])
  if (!made)
    return (
      <div className={style.flow}>
        {error ? <Wrong error={error} words={words} /> : <p role="status">{words.cargando}</p>}
        {Boolean(error) && <Push onClick={onOther}>{words.volver}</Push>}
      </div>
    )
  return (
    <CodeForm
      words={words}
      label={words.codigoApp}
      onOther={onOther}
      onCode={async (codigo) => onDone(await call(security.confirm, { id: made.id, codigo }))}
    >
      <div className={style.flow}>
        <p>{words.qrTexto}</p>
        <QrCode text={made.uri} label={words.qr} />
        <div>
          <p className={style.note}>{words.clave}</p>
          <div className={style.key}>{made.secreto.replaceAll(/.{4}(?=.)/g, '$& ')}</div>
        </div>
      </div>
    </CodeForm>
  )
}

function Passkey({ words, onDone, onOther }: Step) {
  const [name, setName] = useState('')
  const { busy, error, attempt } = useAttempt()
  const make = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    void attempt(async () => onDone(await makePasskey(name.trim())))
  }
  return (
    <form noValidate className={style.flow} onSubmit={make}>
      <TextInput
        label={words.nombreLlave}
        description={words.nombreLlaveEjemplo}
        value={name}
        maxLength={60}
        onChange={(event) => setName(event.currentTarget.value)}
        autoComplete="off"
      />
      <p className={style.note}>{words.llaveEspera}</p>
      <Wrong error={error} words={words} />
      <div className={style.acts}>
        <Push kind="link" onClick={onOther}>
          {words.volver}
        </Push>
        <Push kind="filled" type="submit" busy={busy}>
          {words.crearLlave}
        </Push>
      </div>
    </form>
  )
}
