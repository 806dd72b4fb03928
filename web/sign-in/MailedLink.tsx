import { use, useCallback, useEffect, useState } from 'react'
import { loginPath } from '#web/shared/session/session.ts'
import { isRefusedWith } from '#web/shared/calls/refused.ts'
import { Act } from './Act.tsx'
import { forgotHash, login, type LoginAnswer } from './calls.ts'
import { checkLink, faultsByLink, resetPassword, type Link } from './later-calls.ts'
import { LinkCheck } from './LinkCheck.tsx'
import { NewPassword } from './NewPassword.tsx'
import { fill } from '#web/shared/texts/fill-template.ts'
import { loadAccountWords, type SessionWords } from './words.ts'
import style from './SignIn.module.css'

interface Props {
  words: SessionWords
  token: string
  onAnswer: (answer: LoginAnswer, user: string, password: string) => void
}

const accountWords = loadAccountWords()

/** Opens a mailed link: shows its owner, sets a password, and signs in. */
export function MailedLink({ words, token, onAnswer }: Props) {
  const account = use(accountWords)
  const [link, setLink] = useState<Link | null>(null)
  const [error, setError] = useState<unknown>(null)
  const ask = useCallback((pass: string) => faultsByLink(token, pass), [token])
  const check = useCallback(() => {
    setError(null)
    checkLink(token).then(setLink, setError)
  }, [token])
  useEffect(() => {
    // The token is a key: it doesn't stay in the address, nor in the browser's history.
    history.replaceState(null, '', location.pathname)
    check()
  }, [check])

  if (isRefusedWith(error, 'LINK_EXPIRED'))
    return (
      <div className="column gap-18">
        <h1 className={style.title}>{account.enlaceMuerto}</h1>
        <p className={style.subtitle}>{account.enlaceMuertoTexto}</p>
        <Act onClick={() => location.assign(loginPath)}>{account.irAIngresar}</Act>
        <Act quiet onClick={() => location.assign(loginPath + forgotHash)}>
          {account.otraVez}
        </Act>
      </div>
    )
  if (!link)
    return (
      <LinkCheck texts={account} toSignIn={account.irAIngresar} words={words} error={error} onRetry={check} />
    )
  return (
    <NewPassword
      words={words}
      account={account}
      policy={link.politica}
      title={link.tipo === 'invitacion' ? account.invitacion : account.restablecer}
      submit={account.guardar}
      user={link.usuario}
      isFirst={link.tipo === 'invitacion'}
      ask={ask}
      onSubmit={async ({ pass, repass }) => {
        const { usuario, empresa } = await resetPassword(link.email, token, pass, repass)
        onAnswer(await login(usuario, pass, empresa), usuario, pass)
      }}
    >
      {fill(account.enlacePara, { nombre: link.nombre, usuario: link.usuario, empresa: link.empresa })}
    </NewPassword>
  )
}
