import { type FormEvent, useState } from 'react'
import { printedCode, readCode } from '#contract/account/printed-code.ts'
import type { Words } from './words.ts'
import style from './VerifyPage.module.css'

interface Props {
  words: Words
  /** The code from the followed link. */
  initial: string
  onCode: (code: string) => void
  onComplaint: (words: string) => void
}

/** Where the code that a signature prints is typed: any way that it can be read from paper. */
export function CodeForm({ words, initial, onCode, onComplaint }: Props) {
  const [typed, setTyped] = useState(grouped(initial))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const code = readCode(typed)
    if (code) onCode(code)
    else onComplaint(words.codigoCorto)
  }
  return (
    <form className={`${style.code} column gap-6`} onSubmit={submit}>
      <label htmlFor="code">{words.codigo}</label>
      <span className="quiet" id="code-help">
        {words.codigoDonde}
      </span>
      <div className={`${style.codeRow} flex gap-12`}>
        <input
          id="code"
          value={typed}
          aria-describedby="code-help"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={60}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onBlur={() => setTyped(grouped(typed))}
        />
        <button type="submit" className={style.primary}>
          {words.codigoVer}
        </button>
      </div>
    </form>
  )
}

/** In groups of four as it is printed, where a whole code was typed; else as it was typed. */
export function grouped(typed: string): string {
  const code = readCode(typed)
  if (!code) return typed
  return code.match(/.{1,4}/g)?.join('-') ?? code
}

/** A code in the page's address: after `#`, where no server sees it, or as the last part of the path. */
export function codeInAddress({ hash, pathname }: Location): string {
  const part = hash.slice(1) || pathname.split('/')[2] || ''
  return part.length <= printedCode.length * 3 ? part : ''
}
