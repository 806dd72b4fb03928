import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import type { PasswordPolicy } from '#contract/account.ts'
import { RefusalError } from '#web/shared/wire.ts'
import { Act } from './Act.tsx'
import { Complaint, ErrorWords } from './Complaint.tsx'
import { Check, Cross, Dot } from './icons.tsx'
import { Password } from './Password.tsx'
import { laterOf, rulesOf, type Rule } from '#web/shared/password-policy.ts'
import { counted } from '#web/shared/filled.ts'
import type { AccountWords, SessionWords } from './words.ts'
import style from './SignIn.module.css'

interface Props {
  words: SessionWords
  account: AccountWords
  policy: PasswordPolicy
  title: string
  children: ReactNode
  submit: string
  /** Asks for the present password as well. */
  withOld?: boolean
  /** Whose password it is, for the browser's own keeping. */
  user: string
  onSubmit: (passwords: { old: string; pass: string; repass: string }) => Promise<void>
}

/** A password of one's own: two fields and the policy, each rule answered while it is typed. */
export function NewPassword(props: Props) {
  const { words, account, policy, withOld = false } = props
  const [typed, setTyped] = useState({ old: '', pass: '', repass: '' })
  const [error, setError] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector<HTMLInputElement>('input:not([type=hidden])')?.focus(), [])
  const rules = rulesOf(policy, account, typed.pass, typed.repass)
  const unmet = rules.filter(({ met }) => met !== true).length + (withOld && !typed.old ? 1 : 0)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (unmet) return
    setBusy(true)
    setError(null)
    try {
      await props.onSubmit(typed)
    } catch (reason) {
      setError(reason)
      setBusy(false)
    }
  }
  const said = (field: string) =>
    error instanceof RefusalError ? error.errors.find((each) => each.field === field)?.message : undefined
  const atFields =
    error instanceof RefusalError && error.errors.some(({ field }) => field && field !== 'token')
  const input = (name: keyof typeof typed, wire: string, label: string) => (
    <Password
      words={words}
      label={label}
      required
      autoComplete={name === 'old' ? 'current-password' : 'new-password'}
      value={typed[name]}
      onChange={(event) => {
        setTyped({ ...typed, [name]: event.currentTarget.value })
        setError(null)
      }}
      error={said(wire) && <ErrorWords>{said(wire)}</ErrorWords>}
    />
  )
  return (
    <form ref={form} onSubmit={(event) => void submit(event)} noValidate className={style.form}>
      <h1 className={style.title}>{props.title}</h1>
      <div className={style.subtitle}>{props.children}</div>
      {Boolean(error) && !atFields && <Complaint error={error} words={words} />}
      <input type="hidden" name="username" autoComplete="username" value={props.user} readOnly />
      {withOld && input('old', 'oldpass', account.anterior)}
      {input('pass', 'pass', account.nueva)}
      {input('repass', 'repass', account.repetir)}
      <section aria-label={account.politica.titulo}>
        <ul className={style.policy}>
          {rules.map((rule) => (
            <RuleLine key={rule.key} rule={rule} account={account} />
          ))}
        </ul>
        <p className={style.later}>{laterOf(policy, account)}</p>
      </section>
      <Act type="submit" busy={busy} disabled={unmet > 0} aria-describedby="why">
        {props.submit}
      </Act>
      <p id="why" className={style.other} aria-live="polite">
        {unmet > 0 && counted(account, 'faltanCondiciones', unmet)}
      </p>
    </form>
  )
}

function RuleLine({ rule: { text, met }, account: { politica } }: { rule: Rule; account: AccountWords }) {
  return (
    <li data-met={met ?? undefined}>
      {met === null ? <Dot size={16} /> : met ? <Check size={16} /> : <Cross size={16} />}
      <span>{text}</span>
      <span className="only-read-aloud">
        {met === null ? politica.sinSaber : met ? politica.cumple : politica.noCumple}
      </span>
    </li>
  )
}
