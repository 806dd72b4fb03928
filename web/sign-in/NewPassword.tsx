import type { ReactNode } from 'react'
import type { PasswordPolicy } from '#contract/account/account.ts'
import { NewPasswordForm, type TypedPasswords } from '#web/shared/password/NewPasswordForm.tsx'
import { Act } from './Act.tsx'
import { Complaint } from './Complaint.tsx'
import type { AccountWords, SessionWords } from './words.ts'
import style from './SignIn.module.css'

interface Props {
  words: SessionWords
  account: AccountWords
  policy: PasswordPolicy
  title: string
  children: ReactNode
  submit: string
  /** Asks for the current password too. */
  withOld?: boolean
  isFirst?: boolean
  user: string
  ask: (pass: string) => Promise<readonly string[]>
  onSubmit: (passwords: TypedPasswords) => Promise<void>
}

/** A password of one's own, as a state of the sign-in page. */
export function NewPassword({ words, account, title, children, submit, ...form }: Props) {
  return (
    <NewPasswordForm
      {...form}
      words={account}
      head={(error) => (
        <>
          <h1 className={style.title}>{title}</h1>
          <div className={style.subtitle}>{children}</div>
          {Boolean(error) && <Complaint error={error} words={words} />}
        </>
      )}
      foot={({ busy, shut, why }) => (
        <>
          <Act type="submit" busy={busy} disabled={shut} aria-describedby="why">
            {submit}
          </Act>
          <p id="why" className={style.other} aria-live="polite">
            {why}
          </p>
        </>
      )}
    />
  )
}
