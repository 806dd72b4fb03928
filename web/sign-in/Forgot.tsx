import { TextInput } from '@mantine/core'
import { use, useEffect, useRef, useState, type FormEvent } from 'react'
import { useAttempt } from '#web/shared/calls/useAttempt.ts'
import { fill } from '#web/shared/texts/fill-template.ts'
import { keptCompany } from '#web/shared/session/session.ts'
import { Act } from './Act.tsx'
import { forgotPassword } from './later-calls.ts'
import { Complaint, ErrorWords } from './Complaint.tsx'
import { userLabel } from './ways-in.ts'
import { loadAccountWords, type SessionWords } from './words.ts'
import style from './SignIn.module.css'

interface Props {
  words: SessionWords
  /** The user name typed at signing in. */
  user: string
  onBack: () => void
}

const accountWords = loadAccountWords()

/** Requests a link to a new password. The answer is the same whether or not the account exists. */
export function Forgot({ words, user: typedUser, onBack }: Props) {
  const account = use(accountWords)
  const [typed, setTyped] = useState({ user: typedUser, mail: '' })
  const [missing, setMissing] = useState<'user' | 'mail' | null>(null)
  const { busy, error, setError, attempt } = useAttempt()
  const [sent, setSent] = useState(false)
  const fields = { user: useRef<HTMLInputElement>(null), mail: useRef<HTMLInputElement>(null) }
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => (typedUser ? fields.mail : fields.user).current?.focus(), []) // oxlint-disable-line
  useEffect(() => {
    if (sent) heading.current?.focus()
  }, [sent])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const user = typed.user.trim()
    const mail = typed.mail.trim()
    const absent = !user ? 'user' : !fields.mail.current?.validity.valid || !mail ? 'mail' : null
    setMissing(absent)
    setError(null)
    if (absent) return fields[absent].current?.focus()
    void attempt(async () => {
      await forgotPassword(user, mail, keptCompany() ?? undefined)
      setSent(true)
    })
  }
  const back = (
    <Act quiet onClick={onBack}>
      {account.volver}
    </Act>
  )
  if (sent)
    return (
      <div className="column gap-18">
        <h1 className={style.title} ref={heading} tabIndex={-1}>
          {account.enviado}
        </h1>
        <p className={style.subtitle}>
          {fill(account.enviadoTexto, { usuario: typed.user.trim(), mail: typed.mail.trim() })}
        </p>
        <section className={style.hints} aria-labelledby="not-arrived">
          <h2 id="not-arrived">{account.noLlega}</h2>
          <ul>
            <li>{account.noLlegaSpam}</li>
            <li>{account.noLlegaSinMail}</li>
            <li>{account.noLlegaSso}</li>
          </ul>
        </section>
        <Act onClick={onBack}>{account.volver}</Act>
        <Act quiet onClick={() => setSent(false)}>
          {account.otraVez}
        </Act>
      </div>
    )
  return (
    <form onSubmit={submit} noValidate className="column gap-18">
      <h1 className={style.title}>{account.olvide}</h1>
      <p className={style.subtitle}>{account.olvideTexto}</p>
      {Boolean(error) && <Complaint error={error} words={words} />}
      <TextInput
        ref={fields.user}
        label={userLabel(words)}
        size="md"
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={typed.user}
        onChange={(event) => setTyped({ ...typed, user: event.currentTarget.value })}
        error={missing === 'user' && <ErrorWords>{words.faltaUsuario}</ErrorWords>}
      />
      <TextInput
        ref={fields.mail}
        label={account.mailDeLaCuenta}
        size="md"
        type="email"
        name="email"
        autoComplete="email"
        value={typed.mail}
        onChange={(event) => setTyped({ ...typed, mail: event.currentTarget.value })}
        error={
          missing === 'mail' && (
            <ErrorWords>{typed.mail.trim() ? account.mailMal : account.faltaMail}</ErrorWords>
          )
        }
      />
      <Act type="submit" busy={busy}>
        {account.enviarEnlace}
      </Act>
      <p className={style.later}>{account.noLlegaSinMail}</p>
      {back}
    </form>
  )
}
