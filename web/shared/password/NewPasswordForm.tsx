import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import type { PasswordPolicy } from '#contract/account/account.ts'
import type accountWords from '#locales/es/account.json'
import { counted } from '../texts/fill-template.ts'
import { Warning } from '../look/outlines.tsx'
import { blocking, rulesOf } from './policy.ts'
import { useAttempt } from '../calls/useAttempt.ts'
import { RefusalError } from '../calls/wire.ts'
import { PasswordInput } from './PasswordInput.tsx'
import { RuleList } from './RuleList.tsx'
import { useTold } from './useTold.ts'
import style from './password.module.css'

export interface TypedPasswords {
  old: string
  pass: string
  repass: string
}

interface Props {
  words: typeof accountWords
  policy: PasswordPolicy
  /** The company of the policy, where several are involved. */
  heading?: string
  /** Asks for the current password too. */
  withOld?: boolean
  /** The person's first password. */
  isFirst?: boolean
  /** Shows the policy beside the fields where there is room. */
  beside?: boolean
  /** The form fills a dialog: the fields are in its text, the buttons at its foot. */
  inDialog?: boolean
  /** The user name, for the browser's password manager. */
  user: string
  /** Asks the server to check a password while it is typed. Must be stable between renderings. */
  ask?: (pass: string) => Promise<readonly string[]>
  onSubmit: (typed: TypedPasswords) => Promise<void>
  /** Content above the fields: the title, the alert, and an error that concerns no field. */
  head: (error: unknown) => ReactNode
  /** The buttons, one of them of type submit, and why it is shut. */
  foot: (state: { busy: boolean; shut: boolean; why: string }) => ReactNode
}

const names = ['old', 'pass', 'repass'] as const
const wireNames = { old: 'oldpass', pass: 'pass', repass: 'repass' } as const

/** A new password: two fields or three, and each rule of the policy answered while it is typed. */
export function NewPasswordForm({
  words,
  policy,
  withOld = false,
  isFirst = false,
  beside = false,
  inDialog = false,
  ...props
}: Props) {
  const [typed, setTyped] = useState<TypedPasswords>({ old: '', pass: '', repass: '' })
  const { busy, error, setError, attempt } = useAttempt()
  const form = useRef<HTMLFormElement>(null)
  // A mailed link answers nothing more once it is used.
  const told = useTold(typed.pass, busy ? undefined : props.ask)
  useEffect(() => form.current?.querySelector<HTMLInputElement>('input:not([type=hidden])')?.focus(), [])
  // Focus the first field with a fault.
  useEffect(() => {
    const { errors } = error instanceof RefusalError ? error : { errors: [] }
    const name = names.find((each) => errors.some(({ field }) => field === wireNames[each]))
    if (name) form.current?.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.focus()
  }, [error])
  const rules = rulesOf(policy, words, typed.pass, typed.repass, props.ask ? told : undefined)
  const unmet = rules.filter(blocking).length
  const lacksOld = withOld && !typed.old
  const shut = unmet > 0 || lacksOld

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!shut) void attempt(() => props.onSubmit(typed), { leaves: true })
  }
  const faults = error instanceof RefusalError ? error.errors : []
  const atField = faults.some(({ field }) => Object.values<string | undefined>(wireNames).includes(field))
  const differs = typed.repass !== '' && typed.pass !== typed.repass
  const field = (name: keyof TypedPasswords, label: string, wrong?: string) => {
    const said = faults.find((fault) => fault.field === wireNames[name])?.message ?? wrong
    return (
      <PasswordInput
        words={words.campo}
        label={label}
        required
        name={name}
        data-autofocus={name === (withOld ? 'old' : 'pass') || undefined}
        autoComplete={name === 'old' ? 'current-password' : 'new-password'}
        value={typed[name]}
        onChange={({ currentTarget: { value } }) => {
          setTyped((before) => ({ ...before, [name]: value }))
          setError(null)
        }}
        error={
          said && (
            <>
              <Warning size={16} /> {said}
            </>
          )
        }
      />
    )
  }
  return (
    <form
      ref={form}
      onSubmit={submit}
      noValidate
      className={style.form}
      data-beside={beside || undefined}
      data-dialog={inDialog || undefined}
      aria-busy={busy}
    >
      <div className={inDialog ? 'modal-text' : style.form}>
        {props.head(atField ? null : error)}
        <div className={`${style.columns} column gap-18`}>
          <div className="column gap-18">
            <input type="hidden" name="username" autoComplete="username" value={props.user} readOnly />
            {withOld && field('old', words.anterior)}
            {field('pass', words.nueva)}
            {field('repass', words.repetir, differs ? words.noCoinciden : undefined)}
          </div>
          <RuleList rules={rules} policy={policy} words={words} heading={props.heading} isFirst={isFirst} />
        </div>
      </div>
      {props.foot({
        busy,
        shut,
        // The count is the list's beside the fields, which doesn't have the current password.
        why: unmet > 0 ? counted(words, 'faltanCondiciones', unmet) : lacksOld ? words.faltaAnterior : '',
      })}
    </form>
  )
}
