import { loginPath } from '#web/shared/session/session.ts'
import { Act } from './Act.tsx'
import { Complaint } from './Complaint.tsx'
import type { SessionWords } from './words.ts'
import style from './SignIn.module.css'

interface Props {
  texts: Record<'revisando' | 'sinRevisar' | 'revisarOtraVez', string>
  /** The button that leads to the sign-in. */
  toSignIn: string
  words: SessionWords
  /** Null while the answer is awaited. */
  error: unknown
  onRetry: () => void
}

/** Shown until it is known what a mailed link does, and where that couldn't be asked. */
export function LinkCheck({ texts, toSignIn, words, error, onRetry }: Props) {
  if (!error)
    return (
      <p className="second" role="status">
        {texts.revisando}
      </p>
    )
  return (
    <div className="column gap-18">
      <h1 className={style.title}>{texts.sinRevisar}</h1>
      <Complaint error={error} words={words} />
      <Act onClick={onRetry}>{texts.revisarOtraVez}</Act>
      <Act quiet onClick={() => location.assign(loginPath)}>
        {toSignIn}
      </Act>
    </div>
  )
}
