import { use, useEffect, useEffectEvent, useRef, useState, type FormEvent } from 'react'
import { useAttempt } from '#web/shared/calls/useAttempt.ts'
import { fill } from '#web/shared/texts/fill-template.ts'
import { PasswordInput } from '#web/shared/password/PasswordInput.tsx'
import { keptCompany, loginPath } from '#web/shared/session/session.ts'
import {
  openProofChannel,
  storedSsoData,
  takeBegun,
  type SsoProof,
} from '#web/shared/session/single-sign-on.ts'
import { isRefusedWith } from '#web/shared/calls/refused.ts'
import { Act } from './Act.tsx'
import type { LoginAnswer } from './calls.ts'
import { Complaint } from './Complaint.tsx'
import { goToProvider, loadSsoWords, ssoLogin } from './single-sign-on.ts'
import type { SessionWords } from './words.ts'
import style from './SignIn.module.css'

interface Props {
  words: SessionWords
  /** The code from the address's fragment. */
  code: string
  onAnswer: (answer: LoginAnswer, user: string, password: string) => void
}

type State =
  | { at: 'waiting' }
  | { at: 'told' }
  | { at: 'confirm'; proof: SsoProof; usuario: string; nombre: string }
  | { at: 'stopped'; error: unknown }

const ssoWords = loadSsoWords()
const address = new URL(location.href)
const begun = takeBegun()
const company =
  address.searchParams.get('empresa') ?? begun?.company ?? storedSsoData()?.company ?? keptCompany()
const proves = address.pathname.includes('/auth-token')

/** Handles the provider's return: opens a session, passes the proof to the tab that asked for it, or begins anew. */
export function SingleSignOn({ words, code, onAnswer }: Props) {
  const sso = use(ssoWords)
  const [state, setState] = useState<State>({ at: 'waiting' })
  const stop = (error: unknown) => setState({ at: 'stopped', error })
  const anew = async () => {
    if (!company) return location.replace(loginPath)
    setState({ at: 'waiting' })
    await goToProvider(company).catch(stop)
  }
  const enter = async (proof: SsoProof, password?: string) => {
    const answer = await ssoLogin(proof, password)
    if ('confirmar' in answer) return setState({ at: 'confirm', proof, ...answer.confirmar })
    onAnswer(answer, '', '')
  }
  const begin = useEffectEvent(async () => {
    // The code is a key: it doesn't stay in the address, nor in the browser's history.
    history.replaceState(null, '', location.pathname)
    if (code && begun) return enter({ code, verifier: begun.verifier }).catch(stop)
    if (code && proves && (await tell(code))) {
      setState({ at: 'told' })
      return window.close()
    }
    // A code that this tab did not begin is worth nothing here. Once by itself, then by a press.
    return mayGoAnew() ? anew() : stop(null)
  })
  useEffect(() => void begin(), [])

  if (state.at === 'confirm')
    return <Confirm {...state} words={words} onPassword={(password) => enter(state.proof, password)} />
  if (state.at === 'waiting')
    return (
      <div className="column gap-18" role="status">
        <h1 className={style.title}>{sso.esperando}</h1>
        <p className={style.subtitle}>{sso.esperandoTexto}</p>
      </div>
    )
  if (state.at === 'told')
    return (
      <div className="column gap-18" role="status">
        <h1 className={style.title}>{sso.listo}</h1>
        <p className={style.subtitle}>{sso.listoTexto}</p>
      </div>
    )
  // Where the company offers none, trying again leads nowhere.
  const offered = !isRefusedWith(state.error, 'SSO_NOT_OFFERED')
  return (
    <div className="column gap-18">
      <h1 className={style.title}>{sso.titulo}</h1>
      {state.error ? (
        <Complaint error={state.error} words={words} />
      ) : (
        <p className={style.subtitle}>{sso.otraVezTexto}</p>
      )}
      {offered && <Act onClick={() => void anew()}>{sso.otraVez}</Act>}
      <Act quiet={offered} onClick={() => location.assign(loginPath)}>
        {sso.conContrasena}
      </Act>
    </div>
  )
}

interface ConfirmProps {
  words: SessionWords
  usuario: string
  nombre: string
  onPassword: (password: string) => Promise<void>
}

/** An administrator's first time, or after a change of mail: the password confirms the person. */
function Confirm({ words, usuario, nombre, onPassword }: ConfirmProps) {
  const sso = use(ssoWords)
  const [password, setPassword] = useState('')
  const { busy, error, attempt } = useAttempt()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (password) void attempt(() => onPassword(password), { leaves: true })
  }
  return (
    <form onSubmit={submit} noValidate className="column gap-18">
      <h1 className={style.title}>{sso.confirmar}</h1>
      <p className={style.subtitle}>{fill(sso.confirmarTexto, { nombre, usuario })}</p>
      {Boolean(error) && <Complaint error={error} words={words} />}
      <input type="hidden" name="username" autoComplete="username" value={usuario} readOnly />
      <PasswordInput
        words={words}
        label={words.contrasena}
        name="password"
        autoComplete="current-password"
        ref={field}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <Act type="submit" busy={busy} disabled={!password}>
        {sso.vincular}
      </Act>
    </form>
  )
}

/** Passes the code to the tab that asked for it; false where none responds. */
async function tell(code: string): Promise<boolean> {
  const channel = openProofChannel()
  const taken = await new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), 1500)
    channel.addEventListener('message', ({ data }) => {
      if (data !== 'taken') return
      clearTimeout(timer)
      resolve(true)
    })
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel never leaves its origin
    channel.postMessage({ code })
  })
  channel.close()
  return taken
}

const anewKey = 'ssoAnew'

function mayGoAnew(): boolean {
  const last = Number(sessionStorage.getItem(anewKey) ?? 0)
  sessionStorage.setItem(anewKey, String(Date.now()))
  return Date.now() - last > 60_000
}
