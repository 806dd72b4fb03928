import { useState, type FormEvent } from 'react'
import { Act } from './Act.tsx'
import { Complaint, ErrorWords } from './Complaint.tsx'
import type { AccountWords, SessionWords } from './words.ts'
import style from './SignIn.module.css'

interface Props {
  words: SessionWords
  account: AccountWords
  error: unknown
  busy: boolean
  onAnswer: (consent: boolean) => void
}

/** The decision on electronic documents: two answers of equal weight, none preselected. */
export function Consent({ words, account: { consentimiento: said, guardar }, error, busy, onAnswer }: Props) {
  const [answer, setAnswer] = useState<boolean | null>(null)
  const [missing, setMissing] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(answer === null)
    if (answer !== null) onAnswer(answer)
  }
  const card = (value: boolean, title: string, text: string) => (
    <label className={style.card}>
      <input type="radio" name="consent" checked={answer === value} onChange={() => setAnswer(value)} />
      <b>{title}</b>
      <span>{text}</span>
    </label>
  )
  return (
    <form onSubmit={submit} noValidate className="column gap-18">
      <h1 className={style.title}>{said.titulo}</h1>
      <p className={style.subtitle}>{said.texto}</p>
      {Boolean(error) && <Complaint error={error} words={words} />}
      <fieldset className={`${style.cards} column gap-12`} aria-label={said.titulo}>
        {card(true, said.acepto, said.aceptoTexto)}
        {card(false, said.noAcepto, said.noAceptoTexto)}
      </fieldset>
      {missing && (
        <div className="mantine-InputWrapper-error" role="alert">
          <ErrorWords>{said.falta}</ErrorWords>
        </div>
      )}
      <Act type="submit" busy={busy}>
        {guardar}
      </Act>
    </form>
  )
}
