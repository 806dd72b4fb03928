import { Children, useState, type FormEvent, type ReactNode } from 'react'
import { useAttempt } from '#web/shared/calls/useAttempt.ts'
import { endSession } from '#web/shared/session/session.ts'
import { CodeField } from './CodeField.tsx'
import style from './factors.module.css'
import { Push } from './Push.tsx'
import { mustSignInAgain, Wrong, wrongText } from './Wrong.tsx'
import type { FactorWords } from './words.ts'

interface Props {
  words: FactorWords
  label: string
  onCode: (code: string) => Promise<void>
  onOther?: (() => void) | undefined
  /** Content before the field, then content after it. */
  children?: ReactNode
}

/** Six digits and their button. Too many wrong codes end the sign-in, as the form warns. */
export function CodeForm({ words, label, onCode, onOther, children }: Props) {
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState(false)
  const { busy, error, setError, attempt } = useAttempt()
  const [before, after] = Children.toArray(children)
  const send = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    setError(null)
    setMissing(code.length < 6)
    if (code.length < 6) return
    void attempt(() => onCode(code), { onError: () => setCode('') })
  }
  if (mustSignInAgain(error))
    return (
      <div className={style.flow}>
        <Wrong error={error} words={words} />
        <div className={style.acts}>
          <Push kind="filled" onClick={() => endSession()}>
            {words.otraVez}
          </Push>
        </div>
      </div>
    )
  return (
    <form noValidate onSubmit={send} className={style.flow}>
      {before}
      <CodeField
        label={label}
        value={code}
        onChange={setCode}
        error={missing ? words.codigoFalta : error ? wrongText(error, words) : undefined}
      />
      {after}
      <div className={style.acts}>
        {onOther && (
          <Push kind="link" onClick={onOther}>
            {words.otro}
          </Push>
        )}
        <Push kind="filled" type="submit" busy={busy}>
          {words.verificar}
        </Push>
      </div>
    </form>
  )
}
