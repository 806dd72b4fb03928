import { TextInput } from '@mantine/core'
import { use, useEffect, useRef, useState, type FormEvent } from 'react'
import { useAttempt } from '#web/shared/calls/useAttempt.ts'
import { fill } from '#web/shared/texts/fill-template.ts'
import { keptCompany } from '#web/shared/session/session.ts'
import { Act } from './Act.tsx'
import { forgotUser } from './later-calls.ts'
import { Complaint, ErrorWords } from './Complaint.tsx'
import { idNames } from './ways-in.ts'
import { loadAccountWords, type SessionWords } from './words.ts'
import style from './SignIn.module.css'

const accountWords = loadAccountWords()

/** Asks for a mail with the user name. The answer is the same whether or not the account exists. */
export function ForgotUser({ words, onBack }: { words: SessionWords; onBack: () => void }) {
  const account = use(accountWords)
  const [typed, setTyped] = useState('')
  const [missing, setMissing] = useState(false)
  const { busy, error, setError, attempt } = useAttempt()
  const [sent, setSent] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => (sent ? heading : field).current?.focus(), [sent])

  const documents = idNames(words)
  const label = fill(account.usuario.campo, {
    documentos: documents.replace(/^./u, (letter) => letter.toUpperCase()),
  })
  const names = fill(account.usuario.campo, { documentos: documents })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const name = typed.trim()
    setMissing(!name)
    setError(null)
    if (!name) return field.current?.focus()
    void attempt(async () => {
      await forgotUser(name, keptCompany() ?? undefined)
      setSent(true)
    })
  }
  if (sent)
    return (
      <div className={`${style.form} column`}>
        <h1 className={style.title} ref={heading} tabIndex={-1}>
          {account.enviado}
        </h1>
        <p className={style.subtitle}>{fill(account.usuario.enviadoTexto, { dato: typed.trim() })}</p>
        <section className={style.hints} aria-labelledby="not-arrived">
          <h2 id="not-arrived">{account.noLlega}</h2>
          <ul>
            <li>{account.usuario.noLlegaDato}</li>
            <li>{account.noLlegaSinMail}</li>
          </ul>
        </section>
        <Act onClick={onBack}>{account.volver}</Act>
        <Act quiet onClick={() => setSent(false)}>
          {account.usuario.otraVez}
        </Act>
      </div>
    )
  return (
    <form onSubmit={submit} noValidate className={`${style.form} column`}>
      <h1 className={style.title}>{account.usuario.titulo}</h1>
      <p className={style.subtitle}>{fill(account.usuario.texto, { nombres: names })}</p>
      {Boolean(error) && <Complaint error={error} words={words} />}
      <TextInput
        ref={field}
        label={label}
        size="md"
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        error={missing && <ErrorWords>{fill(account.usuario.falta, { nombres: names })}</ErrorWords>}
      />
      <Act type="submit" busy={busy}>
        {account.usuario.enviar}
      </Act>
      <p className={style.later}>{account.noLlegaSinMail}</p>
      <Act quiet onClick={onBack}>
        {account.volver}
      </Act>
    </form>
  )
}
