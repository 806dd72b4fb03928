import { Warning } from '#web/shared/look/outlines.tsx'
import { isRefusedWith } from '#web/shared/calls/refused.ts'
import { RefusalError } from '#web/shared/calls/wire.ts'
import style from './factors.module.css'
import { PasskeyUnanswered } from './passkeys.ts'
import type { FactorWords } from './words.ts'

/** The text of an error: the server's message where it sent one. */
export function wrongText(error: unknown, words: FactorWords): string {
  if (error instanceof PasskeyUnanswered) return words.llaveNo
  return error instanceof RefusalError && error.status > 0 && error.message
    ? error.message
    : words.sinRespuesta
}

/** Too many wrong codes: the session is over. */
export function mustSignInAgain(error: unknown): boolean {
  return isRefusedWith(error, 'MFA_SIGN_IN_AGAIN') || (error instanceof RefusalError && error.status === 401)
}

export function Wrong({ error, words }: { error: unknown; words: FactorWords }) {
  if (!error) return null
  return (
    <p className={style.wrong} role="alert">
      <Warning size={16} /> {wrongText(error, words)}
    </p>
  )
}
