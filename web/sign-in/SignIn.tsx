import { TextInput } from '@mantine/core'
import { lazy, Suspense, useEffect, useRef, useState, type FormEvent } from 'react'
import type { SignInPage } from '#contract/company/sign-in-page.ts'
import { useAttempt } from '#web/shared/calls/useAttempt.ts'
import { PasswordInput } from '#web/shared/password/PasswordInput.tsx'
import { sites } from '#web/shared/pages/paths.ts'
import { keptCompany, site, takeExpired } from '#web/shared/session/session.ts'
import { isRefusedWith } from '#web/shared/calls/refused.ts'
import { Act } from './Act.tsx'
import { forgotHash, forgotUserHash, login, type LoginAnswer } from './calls.ts'
import { Complaint, ErrorWords, Notice } from './Complaint.tsx'
import { Told } from './Told.tsx'
import { userLabel } from './ways-in.ts'
import { ownWords, type SessionWords } from './words.ts'
import style from './SignIn.module.css'

interface Props {
  words: SessionWords
  /** The company's own texts. */
  page: SignInPage | null | undefined
  onAnswer: (answer: LoginAnswer, user: string, password: string) => void
  onForgot: (user: string) => void
  onForgotUser: () => void
}

const SsoButton = lazy(() => import('./SsoButton.tsx').then((it) => ({ default: it.SsoButton })))

const other = site === 'e' ? 's' : 'e'
const expired = takeExpired()

/** User and password. Errors stay at the form; what was typed stays. */
export function SignIn({ words, page, onAnswer, onForgot, onForgotUser }: Props) {
  const [user, setUser] = useState('')
  const [password, setPassword] = useState('')
  const [missing, setMissing] = useState<'user' | 'password' | null>(null)
  const { busy, error, setError, attempt } = useAttempt()
  const [only, setOnly] = useState(false)
  const passwordField = useRef<HTMLInputElement>(null)
  const userField = useRef<HTMLInputElement>(null)

  // Focus the field that people come to fill in.
  useEffect(() => userField.current?.focus(), [])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const absent = !user.trim() ? 'user' : !password ? 'password' : null
    setMissing(absent)
    setError(null)
    if (absent) return (absent === 'user' ? userField : passwordField).current?.focus()
    void attempt(
      async () =>
        onAnswer(await login(user.trim(), password, keptCompany() ?? undefined), user.trim(), password),
      { leaves: true, onError: () => passwordField.current?.select() },
    )
  }
  const wrongSite = isRefusedWith(error, 'NO_PROFILE_FOR_SITE')
  const own = ownWords(page)
  const way = site === 'e' ? words.irAAdministracion : words.irAColaboradores
  return (
    <form onSubmit={submit} noValidate className="column gap-18">
      <h1 className={style.title}>{own?.titulo ?? (site === 'e' ? words.tituloEmpleado : words.titulo)}</h1>
      <p className={style.subtitle}>
        {own?.subtitulo ?? (site === 'e' ? words.subtituloEmpleado : words.subtitulo)}
      </p>
      {expired && !error && <Notice>{words.vencio}</Notice>}
      {Boolean(error) && (
        <Complaint error={error} words={words}>
          {wrongSite && <a href={sites.login(other)}>{way}</a>}
        </Complaint>
      )}
      {only || (
        <>
          <TextInput
            ref={userField}
            label={userLabel(words)}
            size="md"
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            value={user}
            onChange={(event) => setUser(event.currentTarget.value)}
            error={missing === 'user' && <ErrorWords>{words.faltaUsuario}</ErrorWords>}
          />
          <div className={style.withLink}>
            <PasswordInput
              words={words}
              ref={passwordField}
              label={words.contrasena}
              name="password"
              autoComplete="current-password"
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
              error={missing === 'password' && <ErrorWords>{words.faltaContrasena}</ErrorWords>}
            />
            <a
              className="focus-ring"
              href={forgotHash}
              onClick={(event) => {
                event.preventDefault()
                onForgot(user.trim())
              }}
            >
              {words.olvide}
            </a>
          </div>
          <Act type="submit" busy={busy}>
            {own?.boton ?? words.ingresar}
          </Act>
          <p className={style.other}>
            <a
              className="focus-ring"
              href={forgotUserHash}
              onClick={(event) => {
                event.preventDefault()
                onForgotUser()
              }}
            >
              {words.olvideUsuario}
            </a>
          </p>
        </>
      )}
      {keptCompany() !== null && (
        <Suspense fallback={null}>
          <SsoButton words={words} onOnly={setOnly} />
        </Suspense>
      )}
      <Told page={page} name="ayuda" className={style.help} />
      <p className={style.other}>
        {site === 'e' ? words.aAdministracion : words.aColaboradores} <a href={sites.login(other)}>{way}</a>
      </p>
    </form>
  )
}
