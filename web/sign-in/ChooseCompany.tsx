import { useEffect, useRef } from 'react'
import { useAttempt } from '#web/shared/calls/useAttempt.ts'
import { Act } from './Act.tsx'
import { login, type LoginAnswer } from './calls.ts'
import { Complaint } from './Complaint.tsx'
import type { SessionWords } from './words.ts'
import style from './SignIn.module.css'

interface Props {
  words: SessionWords
  user: string
  password: string
  companies: { slug: string; nombre: string }[]
  onAnswer: (answer: LoginAnswer, user: string, password: string) => void
  onBack: () => void
}

/** The password fits users of several companies: which one it is for now. */
export function ChooseCompany({ words, user, password, companies, onAnswer, onBack }: Props) {
  const { busy, error, attempt } = useAttempt()
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => list.current?.querySelector('button')?.focus(), [])
  const choose = (slug: string) =>
    attempt(async () => onAnswer(await login(user, password, slug), user, password), { leaves: true })
  return (
    <div className="column gap-18">
      <h1 className={style.title}>{words.elegirEmpresa}</h1>
      <p className={style.subtitle}>{words.elegirEmpresaTexto}</p>
      {Boolean(error) && <Complaint error={error} words={words} />}
      <ul className={`${style.companies} column plain-list`} ref={list}>
        {companies.map(({ slug, nombre }) => (
          <li key={slug}>
            <button type="button" className="focus-ring" disabled={busy} onClick={() => void choose(slug)}>
              {nombre}
            </button>
          </li>
        ))}
      </ul>
      <Act quiet onClick={onBack}>
        {words.otroUsuario}
      </Act>
    </div>
  )
}
